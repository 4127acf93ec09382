/**
 * JSON with exact numbers. JSON.parse rounds without a trace (9007199254740991.4 becomes …991, 1e400 becomes
 * Infinity); here a number that is not a safe integer keeps its digits.
 */
import { excerpt } from "../../core/excerpt.ts";
import type { TieoutError } from "../../core/errors.ts";
import {
  type Origin,
  payloadError,
  redacted,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  END,
  JsonTokens,
  OPEN_LIST,
  OPEN_OBJECT,
  STRING,
} from "./origin.ts";

/** A number as it was written, because no safe integer equals it. */
export class Digits {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** So many digits are a safe integer, whatever they are. */
const SAFE_LENGTH = 15;
/** More digits than any safe integer has. */
const MOST_DIGITS = 16;

/** The safe integer that a JSON number denotes (1.0 and 1e3 do), or null. Takes time by its length. */
function exactInteger(source: string): number | null {
  const power = source.search(/[eE]/u);
  const mantissa = source.slice(source.startsWith("-") ? 1 : 0, power === -1 ? source.length : power);
  const point = mantissa.indexOf(".");
  const digits = mantissa.replace(".", "");
  let [first, last] = [0, digits.length];
  while (digits[first] === "0") first += 1;
  while (last > first && digits[last - 1] === "0") last -= 1;
  if (first === last) return 0;
  const exponent = power === -1 ? 0 : Number(source.slice(power + 1));
  const decimals = point === -1 ? 0 : mantissa.length - point - 1;
  const zeros = exponent - decimals + digits.length - last;
  if (zeros < 0 || last - first + zeros > MOST_DIGITS) return null;
  const value = Number(`${digits.slice(first, last)}${"0".repeat(zeros)}`);
  if (!Number.isSafeInteger(value)) return null;
  return source.startsWith("-") ? -value : value;
}

/** Parses JSON; safe integers come as numbers, others as `Digits`. @throws SyntaxError for what is none */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value !== "number") return value;
    const source = context?.source ?? String(value);
    return exactInteger(source) ?? new Digits(source);
  });
}

/** Whether JSON.parse gives the integer a number denotes, or a value that prints as it was written. */
export function survivesParsing(source: string): boolean {
  if (source.length <= SAFE_LENGTH && !/[.eE]/u.test(source)) return true;
  return exactInteger(source) !== null || String(Number(source)) === source;
}

/** What to keep of digits in an unnamed field: a number where it prints as written, else the text. */
export function keptNumber(digits: Digits): number | string {
  const value = Number(digits.source);
  return String(value) === digits.source ? value : digits.source;
}

// Quotes foreign values in messages: on one line, and shortened.

/**
 * A value of a record as a sentence shows it: numbers by their digits, texts in quotes, the rest by its kind.
 *
 * @param redact takes secrets out of a text
 */
export function quoteValue(value: unknown, redact: (text: string) => string): string {
  if (value instanceof Digits) return excerpt(value.source);
  if (typeof value === "string") return `"${excerpt(redact(value))}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : "an object";
}

// Finds a key that occurs twice in one object. JSON.parse would silently keep the last one.

interface Level {
  /** Keys seen, for an object; null for a list. */
  readonly keys: Set<string> | null;
  /** The key of the member at hand. */
  key: string;
  /** Items passed, for a list. */
  items: number;
}

/**
 * The path of the first key that occurs twice, or null.
 *
 * @param text valid JSON
 * @example findDuplicateKey('{"fee":{"taxfee":1,"taxfee":2}}') // 'fee.taxfee'
 */
export function findDuplicateKey(text: string): string | null {
  const levels: Level[] = [];
  const tokens = new JsonTokens(text);
  let lastString = "";
  for (let token = tokens.next(); token !== END; token = tokens.next()) {
    const level = levels.at(-1);
    if (token === STRING) lastString = tokens.string;
    else if (token === OPEN_OBJECT) levels.push({ keys: new Set(), key: "", items: 0 });
    else if (token === OPEN_LIST) levels.push({ keys: null, key: "", items: 0 });
    else if (token === CLOSE_OBJECT || token === CLOSE_LIST) levels.pop();
    else if (token === COMMA && level !== undefined) level.items += 1;
    else if (token === COLON && level?.keys) {
      level.key = lastString;
      if (level.keys.has(lastString))
        return levels.map(({ keys, key, items }) => (keys === null ? String(items) : key)).join(".");
      level.keys.add(lastString);
    }
  }
  return null;
}

/** The error for a repeated key. @param path as `findDuplicateKey` has it @param record where several are */
export function duplicateKeyError(path: string, origin: Origin, record?: string): TieoutError {
  const key = path === "" ? '""' : excerpt(redacted(path, origin));
  const sentence = `The key ${key} appears twice`;
  return payloadError("PAYLOAD_DUPLICATE_KEY", sentence, origin, {
    ...(record === undefined ? {} : { record }),
    field: path,
  });
}
