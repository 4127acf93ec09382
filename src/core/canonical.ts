/**
 * Canonical JSON after RFC 8785 (JCS), for hashing: keys sorted by UTF-16 code units, no white space, numbers
 * as ECMAScript prints them.
 */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/**
 * The canonical text of a JSON value. Members that are undefined are left out.
 *
 * @throws Error when a number is not finite: that is a defect, no input may reach this far with one
 */
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

interface JsonObject {
  readonly [field: string]: JsonValue | undefined;
}

/**
 * The canonical text of an object, of which some members may be canonical text already.
 *
 * @param known those members, by name; none of them is among the others
 */
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
