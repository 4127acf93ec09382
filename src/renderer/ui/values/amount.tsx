/**
 * `<Amount value={-1200} sign />`: an integer of the service's unit in the ledger's decimals; nothing where
 * there is none.
 */
import { type AmountWording, amountText } from "./amount-text.ts";
import { useDisplayFormat } from "./display-format.tsx";
import { LongNumber } from "./long-number.tsx";

interface AmountProps extends Omit<AmountWording, "decimals"> {
  readonly value: number | null;
}

export function Amount({ value, ...wording }: AmountProps) {
  const { decimals } = useDisplayFormat();
  return value === null ? null : <LongNumber text={amountText(value, { ...wording, decimals })} />;
}
