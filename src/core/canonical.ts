/** Canonical JSON (RFC 8785) for hashing: keys by UTF-16 unit, no white space, numbers as in ECMAScript. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** Without members that are undefined. @throws Error for a number that is not finite, a defect of ours */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error("canonical JSON has no NaN or Infinity");
    return String(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item: JsonValue) => canonicalJson(item)).join(",")}]`;
  }
  return canonicalObject(value as JsonObject);
}

/** Whether two values say the same as canonical JSON; what is not there is null. */
export function sameJson(one: unknown, other: unknown): boolean {
  return canonicalJson((one ?? null) as JsonValue) === canonicalJson((other ?? null) as JsonValue);
}

/** Members by name; one that is undefined is not there. */
export interface JsonObject {
  readonly [field: string]: JsonValue | undefined;
}

/** The canonical text of an object. @param known members that are canonical text already; no others */
export function canonicalObject(
  members: JsonObject,
  known: { readonly [field: string]: string } = NONE,
): string {
  const keys = Object.keys(members).filter((key) => members[key] !== undefined);
  if (known !== NONE) keys.push(...Object.keys(known));
  // Default sort compares UTF-16 code units, which is what RFC 8785 asks for.
  keys.sort();
  let text = "";
  for (const key of keys) {
    const member = members[key];
    const value = member === undefined ? known[key] : canonicalJson(member);
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${value}`;
  }
  return `{${text}}`;
}

const NONE = {};

/** SHA-256 of a text's UTF-8 bytes, 64 lower-case hex digits. Core computes none: the host lends it. */
export type Sha256 = (text: string) => string;
