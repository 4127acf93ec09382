/** `<Amount value={-1200} decimals={0} sign />`: an integer of the service's unit; nothing where there is none. */
import { type AmountWording, amountText } from "./amount-text.ts";
import { LongNumber } from "./long-number.tsx";

export function Amount({ value, ...wording }: AmountWording & { readonly value: number | null }) {
  if (value === null) return null;
  return <LongNumber text={amountText(value, wording)} />;
}
