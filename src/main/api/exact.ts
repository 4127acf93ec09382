/**
 * JSON with its numbers exact. JSON.parse rounds without a trace (9007199254740991.4 becomes …991, 1e400 becomes
 * Infinity); here a number that is no safe integer keeps its digits.
 */

/** A number as it was written, because no safe integer equals it. */
export class Digits {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** The safe integer a JSON number denotes exactly (1.0 and 1e3 do), or null. */
function exactInteger(source: string): number | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u.exec(source);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const significant = `${whole}${fraction}`.replace(/^0+/u, "");
  const digits = significant.replace(/0+$/u, "");
  if (digits === "") return 0;
  const zeros = Number(exponent) - fraction.length + (significant.length - digits.length);
  if (zeros < 0 || digits.length + zeros > 16) return null;
  const value = Number(`${sign}${digits}${"0".repeat(zeros)}`);
  return Number.isSafeInteger(value) ? value : null;
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

/** What to keep of digits in a field the interface does not name: a number where it prints as written, else the text. */
export function keptNumber(digits: Digits): number | string {
  const value = Number(digits.source);
  return String(value) === digits.source ? value : digits.source;
}
