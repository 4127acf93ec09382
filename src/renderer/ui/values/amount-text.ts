/** How amounts are worded in the window. */
import { formatAmount } from "../../../core/money.ts";

export interface AmountWording {
  /** Digits after the point, display only. */
  readonly decimals: number;
  /** What stands for nothing: a dash in columns, a figure in sentences. */
  readonly zero?: "dash" | "0";
  /** Whether a plus stands before what is above zero, as for differences. */
  readonly sign?: boolean;
}

/**
 * An amount in the service's unit as the window shows it.
 *
 * @example amountText(-1200, {decimals: 0}) // '−1,200'
 */
export function amountText(value: number, { decimals, zero = "dash", sign = false }: AmountWording): string {
  if (value === 0) return zero === "dash" ? "–" : formatAmount(0, decimals);
  return `${sign && value > 0 ? "+" : ""}${formatAmount(value, decimals)}`;
}
