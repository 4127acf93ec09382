/**
 * Money is a safe integer in the service's own unit. Whether 12345 means 12,345 or 123.45 is not documented,
 * so nothing here ever divides; `decimals` only formats.
 */
import { TieoutError } from "./errors.ts";

/**
 * Adds two amounts.
 *
 * @param of what is being summed, for the error, e.g. `wallet of user 12`; a function where it would be
 *   worded a million times
 * @throws TieoutError SUM_OVERFLOW when the sum leaves ±(2^53 − 1)
 */
export function addAmounts(a: number, b: number, of: string | (() => string)): number {
  const sum = a + b;
  if (!Number.isSafeInteger(sum)) {
    const what = typeof of === "string" ? of : of();
    throw new TieoutError("SUM_OVERFLOW", `A sum of amounts is too large to be exact in the ${what}`);
  }
  return sum;
}

/** The exact product, or null when it leaves the safe range (then it equals nothing it is compared with). */
export function multiplyAmounts(a: number, b: number): number | null {
  const product = a * b;
  return Number.isSafeInteger(product) ? product + 0 : null;
}

/**
 * Formats an amount for people: thin grouping, a true minus, `decimals` digits after the point.
 *
 * @param amount integer in the service's unit
 * @param decimals 0 to 6; display only
 * @example formatAmount(-1234567, 2) // '−12,345.67'
 */
export function formatAmount(amount: number, decimals = 0): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : `.${digits.slice(digits.length - decimals)}`;
  return `${amount < 0 ? "−" : ""}${grouped(whole)}${fraction}`;
}

/** @example `+1,200`, `−50`, `0` */
export function amountWithSign(amount: number, decimals: number): string {
  return `${amount > 0 ? "+" : ""}${formatAmount(amount, decimals)}`;
}

/** Digits in threes, by a loop: a regular expression takes three times as long, for thousands of amounts. */
function grouped(digits: string): string {
  let end = digits.length % 3 || 3;
  let text = digits.slice(0, end);
  for (; end < digits.length; end += 3) text += `,${digits.slice(end, end + 3)}`;
  return text;
}

/** A number with its noun: `1 row`, `2 rows`, `2 entries`. */
export function formatCount(count: number, noun: string): string {
  return `${formatAmount(count)} ${count === 1 ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  return /[^aeiou]y$/u.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
