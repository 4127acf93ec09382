/** Amounts as people type them: digits, with grouping, and a point before as many decimals as the ledger shows. */

/**
 * Parses a typed amount, ≥ 0.
 *
 * @param decimals 0 to 6, as the ledger shows amounts
 * @returns an integer in the service's unit, or null when the text is none, has more decimals, or is too large
 * @example parseAmount("1,250.5", 2) // 125050
 */
export function parseAmount(text: string, decimals: number): number | null {
  const plain = text.trim().replaceAll(/[\s,\u2009\u202F]/gu, "");
  const match = /^(\d+)(?:\.(\d*))?$/u.exec(plain);
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals) return null;
  const amount = Number(`${whole}${fraction.padEnd(decimals, "0")}`);
  return Number.isSafeInteger(amount) ? amount : null;
}
