/** What the conclusion reads of the terms of a month's file. */
import type { ConfirmedBalance } from "../../review/file/month-file.ts";
import type { FileTerms } from "../../review/file/terms.ts";

/** From which amount on what is not corrected qualifies the conclusion. Amounts in the service's unit. */
export interface Materiality {
  /** null where none is known. */
  readonly currency: string | null;
  readonly amount: number;
  /** Below the materiality, for single balances; null where none is set. */
  readonly performance: number | null;
  /** Up to which an amount is clearly trivial; null where none is set. */
  readonly trivial: number | null;
  /** Why it is as much. */
  readonly basis: string;
}

/** The one that is in force in a currency; null where none is. One number goes for every currency. */
export function materialityIn(
  { materiality }: Pick<FileTerms, "materiality">,
  currency: string | null,
): Materiality | null {
  if (materiality === null) return null;
  return { currency, amount: materiality, performance: null, trivial: null, basis: "" };
}

/** The withdrawal of the only evidence of a confirmation. */
interface Lapsed {
  readonly by: string;
  readonly note: string;
  readonly evidence: number;
}

/** null for a confirmation that counts, and without one. */
export function lapsedOf(balance: ConfirmedBalance & { readonly lapsed?: Lapsed | null }): Lapsed | null {
  return balance.lapsed ?? null;
}

/** Whether the provider confirms a closing balance; null where nothing was confirmed. */
export function agreesWithProvider(balance: ConfirmedBalance): boolean | null {
  if (balance.confirmation !== null) return balance.confirmation.difference === 0;
  return lapsedOf(balance) === null ? null : false;
}
