/** Canonical JSON (docs/evidence-pack.md, section 1), and reading it without trust. */

export type Json = null | boolean | number | string | readonly Json[] | Members;
export interface Members {
  readonly [name: string]: Json;
}

/** What a pack says is not as its format says. The message is one sentence without a full stop. */
export class Wrong extends Error {}

/** What a rule needs to read is withheld. */
export class Hidden extends Error {}

export function canonical(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join(",")}]`;
  const names = Object.keys(value).toSorted(byUnits);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] as Json)}`).join(",")}}`;
}

/** @throws Wrong where a number in it is not exact */
export function mustBeExact(value: Json | undefined): void {
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new Wrong(`${value} is not an exact whole number`);
  if (typeof value === "object" && value !== null) for (const one of Object.values(value)) mustBeExact(one);
}

/** UTF-16 units, and not the order of any language. */
function byUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** @throws Wrong where the text is not canonical JSON of an object */
export function parseCanonical(source: string): Members {
  const value = parseJson(source);
  if (canonical(value) !== source) throw new Wrong("it is not canonical JSON");
  if (!isObject(value)) throw new Wrong("it is not a JSON object");
  return value;
}

/** @throws Wrong */
export function parseJson(source: string): Json {
  try {
    return JSON.parse(source) as Json;
  } catch {
    throw new Wrong("it is not JSON");
  }
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is Members {
  return typeof value === "object" && value !== null && !isList(value);
}

const COMMITTED = "$withheld";

/** What stands in the place of a withheld value. */
export function withheld(commitment: string): Members {
  return { [COMMITTED]: commitment };
}

export function isWithheld(value: Json | undefined): boolean {
  if (!isObject(value) || Object.keys(value).length !== 1) return false;
  const commitment = value[COMMITTED];
  return typeof commitment === "string" && isDigest(commitment);
}

/** What stands for a withheld value. */
export function committed(value: Json): Json {
  return isObject(value) ? member(value, COMMITTED) : value;
}

/** Whether something in it is withheld. */
export function hides(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isWithheld(value) || Object.values(value).some(hides);
}

export function isDigest(digits: string): boolean {
  return /^[0-9a-f]{64}$/u.test(digits);
}

/** Whether two values are equal; null where that hangs on what is withheld. */
export function same(a: Json | undefined, b: Json | undefined): boolean | null {
  // A digest has one commitment wherever it stands, and no other value has that of another.
  if (isWithheld(a) && isWithheld(b) && committed(a ?? null) === committed(b ?? null)) return true;
  if (isWithheld(a) || isWithheld(b)) return null;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (isList(a) !== isList(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  let all: boolean | null = true;
  for (const name of names) {
    const one = same(own(a as Members, name), own(b as Members, name));
    if (one === false) return false;
    all &&= one;
  }
  return all;
}

function own(of: Members, name: string): Json | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** A text or number as it is shown; "" for anything else. */
export function shown(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A member, null where it is absent. */
export function member(of: Members, name: string): Json {
  return own(of, name) ?? null;
}

/** @throws Wrong */
export function number(of: Members, name: string): number {
  const value = own(of, name);
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    throw new Wrong(`"${name}" is not a whole number`);
  return value;
}

/** A number, or null where it is null or absent. @throws Wrong */
export function numberOrNull(of: Members, name: string): number | null {
  return member(of, name) === null ? null : number(of, name);
}

/** A text that is never withheld. @throws Wrong */
export function text(of: Members, name: string): string {
  const value = own(of, name);
  if (typeof value !== "string") throw new Wrong(`"${name}" is not a text`);
  return value;
}

/** A text that may be withheld. @throws Wrong, Hidden */
export function hideable(of: Members, name: string): string {
  if (isWithheld(own(of, name))) throw new Hidden();
  return text(of, name);
}

/** A text that may be withheld, which is compared: what stands for it is another each time. @throws Wrong */
export function digest(of: Members, name: string): Json {
  const value = member(of, name);
  return isWithheld(value) ? value : text(of, name);
}

/** @throws Wrong */
export function object(of: Members, name: string): Members {
  const value = own(of, name);
  if (!isObject(value) || isWithheld(value)) throw new Wrong(`"${name}" is not an object`);
  return value;
}

/** @throws Wrong */
export function objects(of: Members, name: string): readonly Members[] {
  const value = own(of, name);
  if (!isList(value) || !value.every(isObject)) throw new Wrong(`"${name}" is not a list of objects`);
  return value;
}

/** A list of texts, or of numbers. @throws Wrong */
export function listOf<T extends "string" | "number">(
  of: Members,
  name: string,
  type: T,
): readonly (T extends "string" ? string : number)[] {
  const value = own(of, name);
  if (!isList(value) || value.some((item) => typeof item !== type))
    throw new Wrong(`"${name}" is not a list of ${type}s`);
  return value as never;
}

/** @throws Wrong where the sum is not exact */
export function sum(amounts: Iterable<number>): number {
  let all = 0;
  for (const amount of amounts) {
    all += amount;
    if (!Number.isSafeInteger(all)) throw new Wrong("a sum is too large to be exact");
  }
  return all;
}
