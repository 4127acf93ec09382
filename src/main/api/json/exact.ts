/**
 * JSON with exact numbers. JSON.parse rounds without a trace (9007199254740991.4 becomes …991, 1e400 becomes
 * Infinity); here a number that is not a safe integer keeps its digits.
 */

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

/**
 * The safe integer a JSON number denotes exactly (1.0 and 1e3 do), or null. Takes a time that grows as the
 * number does.
 */
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

/**
 * Parses JSON text. Numbers that are safe integers come as numbers, all others as `Digits`.
 *
 * @throws SyntaxError when the text is not JSON
 */
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
