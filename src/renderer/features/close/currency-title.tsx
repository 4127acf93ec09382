/**
 * Over what is shown of one currency, where a month has several: which one it is, and of how many wallets.
 */
import { formatCount } from "../../../core/money.ts";
import { currencyTitle } from "../../../core/words/currency.ts";

interface CurrencyTitleProps {
  /** null where none is known. */
  readonly currency: string | null;
  readonly wallets: number;
}

export function CurrencyTitle({ currency, wallets }: CurrencyTitleProps) {
  return (
    <h4 className="regular currency-title">
      {currencyTitle(currency)} <span className="quiet">{walletsWords(currency, wallets)}</span>
    </h4>
  );
}

/** Wallets of unknown currencies may be in different ones, so that their total is no balance. */
function walletsWords(currency: string | null, wallets: number): string {
  if (wallets === 0) return "no wallet, payments only";
  const of = formatCount(wallets, "wallet");
  return currency === null && wallets > 1
    ? `${of}, possibly in different currencies: a check of the arithmetic, not a balance`
    : of;
}
