/** Amounts in hundredths, or taken for such: the commonest slip between two systems. */

/**
 * Whether one amount is exactly a hundred times another, or a hundredth of it. Both in the service's unit.
 *
 * @returns null where it is neither
 */
export function hundredfoldWords(amount: number, of: number): string | null {
  if (isHundredfold(amount, of)) return "exactly 100 times as much";
  return isHundredfold(of, amount) ? "exactly a hundredth of it" : null;
}

function isHundredfold(amount: number, of: number): boolean {
  return amount !== 0 && amount % 100 === 0 && amount / 100 === of;
}
