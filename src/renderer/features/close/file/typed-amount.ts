/** Parses amounts typed into the month's file. */
import { parseAmount } from "../../../grid/amount-text.ts";
import { refused } from "../refused.ts";

/**
 * An amount as it was typed, in the service's unit; null for nothing.
 *
 * @throws ApiError for what is no amount
 */
export function amountIn(text: string, decimals: number): number | null {
  const typed = parseAmount(text, decimals);
  if (!typed.ok) throw refused("FILE_INVALID", typed.sentence.replace(/\.$/u, ""));
  return typed.value;
}
