/** A currency where people read it; null for what states none: a wallet, a payment, or a sum over several. */

/** @example 'NGN', 'no currency stated' */
export function currencyName(currency: string | null): string {
  return currency ?? "no currency stated";
}

/** @example 'NGN', 'No currency stated' */
export function currencyTitle(currency: string | null): string {
  return currency ?? "No currency stated";
}

/** In a column of currencies, where the header says what is not stated. */
export const NOT_STATED = "not stated";

/** After `Currency:`. @example 'NGN, not stated' */
export function currencyList(currencies: Iterable<string | null>): string {
  return [...new Set(currencies)].map((currency) => currency ?? NOT_STATED).join(", ") || NOT_STATED;
}

/** @example 'in NGN and GHS', 'in no stated currency' */
export function inCurrency(...currencies: readonly (string | null)[]): string {
  return `in ${currencies.map((currency) => currency ?? "no stated currency").join(" and ")}`;
}

/** What follows an amount of no currency. */
export const IN_NO_CURRENCY = inCurrency(null);

/** Whether each of what stands under each other is to name its currency; what states none is a kind of its own. */
export function areMixed(all: readonly { readonly currency: string | null }[]): boolean {
  return new Set(all.map(({ currency }) => currency)).size > 1;
}

/** @param amount as it is shown @example 'NGN 700', '5 in no stated currency' */
export function currencyAmount(currency: string | null, amount: string): string {
  return currency === null ? `${amount} ${IN_NO_CURRENCY}` : `${currency} ${amount}`;
}

/** How the check compares what a payment expects with entries in another currency: it converts nothing. */
export const COMPARED_UNLIKE = "amounts compared without conversion";
