/** `<Amount value={-1200} decimals={0} sign />`: an integer of the service's unit; nothing where there is none. */
import { type AmountWording, amountText } from "./amount-text.ts";

export function Amount({ value, ...wording }: AmountWording & { readonly value: number | null }) {
  if (value === null) return null;
  return <span className="number">{amountText(value, wording)}</span>;
}
