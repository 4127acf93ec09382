/** Materiality: from which amount on something unresolved is material, for each currency. */
import { formatAmount } from "../../money.ts";
import { type FrozenWallet, isUnused } from "../close/close.ts";
import { rollByCurrency } from "../close/currency-roll.ts";
import { hasWords, noteOf, fileInvalid } from "../decisions/note-rules.ts";
import { currencyName, currencyAmount } from "../../words/currency.ts";

/** The materiality of one currency. Amounts in the service's unit. */
export interface Materiality {
  /** ISO 4217; null for wallets that state no currency; ANY_CURRENCY in terms that an older version set. */
  readonly currency: string | null;
  readonly amount: number;
  /** Performance materiality, at most the amount; null until it is set. */
  readonly performance: number | null;
  /** What is clearly trivial, at most the amount; null until it is set. */
  readonly trivial: number | null;
  /** What the amount was worked out from; '' until it is written. */
  readonly basis: string;
}

/** Older versions set one amount for every currency. Nobody can set that any more. */
export const ANY_CURRENCY = "*";

/** What is to change of a currency's materiality; what is left out stays. */
export interface GivenMateriality {
  /** Left out it is the ledger's only one. */
  readonly currency?: string | null | undefined;
  /** null takes the materiality away. */
  readonly amount?: number | null | undefined;
  readonly performance?: number | null | undefined;
  readonly trivial?: number | null | undefined;
  readonly basis?: string | undefined;
}

/**
 * The materialities after a change. One of every currency, as older versions set it, ends with it.
 *
 * @param currencies of the ledger
 * @throws TieoutError FILE_INVALID where a currency is left out and the ledger has several, for one that the
 *   ledger does not have, and for performance, trivial amount or basis of a currency without a materiality
 */
export function changedMateriality(
  before: readonly Materiality[],
  given: readonly GivenMateriality[],
  currencies: () => readonly (string | null)[],
): Materiality[] {
  const after = new Map(
    before.flatMap((one) => (one.currency === ANY_CURRENCY ? [] : [[one.currency, one] as const])),
  );
  for (const { currency: named = onlyOf(currencies()), ...change } of given) {
    const currency = asLedgerHas(named, currencies());
    if (change.amount === null) {
      after.delete(currency);
      continue;
    }
    if (!after.has(currency)) assertHeld(currency, currencies());
    const { amount, performance = null, trivial = null, basis = "" } = after.get(currency) ?? {};
    const stated = change.amount ?? amount;
    if (stated === undefined) throw fileInvalid(`Set the materiality of ${nameOf(currency)} first`);
    after.set(currency, {
      currency,
      amount: stated,
      performance: change.performance === undefined ? performance : change.performance,
      trivial: change.trivial === undefined ? trivial : change.trivial,
      basis: change.basis ?? basis,
    });
  }
  return [...after.values()];
}

/** A currency in the case in which the ledger has it, however it was typed. */
function asLedgerHas(named: string | null, currencies: readonly (string | null)[]): string | null {
  const folded = named?.toUpperCase();
  return currencies.find((one) => one?.toUpperCase() === folded) ?? named;
}

/** Refuses one of a currency that no wallet has or may have. @throws TieoutError FILE_INVALID */
function assertHeld(currency: string | null, currencies: readonly (string | null)[]): void {
  if (currency === null || currencies.length === 0 || currencies.includes(currency)) return;
  const held = currencies.flatMap((one) => one ?? []).join(", ");
  const rest = held === "" ? "its wallets state no currency" : `its currencies are ${held}`;
  throw fileInvalid(`The ledger has no wallet in ${currency}: ${rest}`);
}

/** @throws TieoutError FILE_INVALID */
function onlyOf(currencies: readonly (string | null)[]): string | null {
  const [only = null, ...others] = currencies;
  if (others.length === 0) return only;
  throw fileInvalid(
    `The ledger has several currencies: ${currencies.map(nameOf).join(", ")}. Give the materiality of each by itself, such as ${nameOf(only)}=100000`,
  );
}

/** The code that ISO 4217 has for no currency, as people type it. */
export const NO_CURRENCY = "XXX";

/** The materiality of a currency; null where it has none. @param currency null for what states none */
export function materialityIn(
  { materiality }: { readonly materiality: readonly Materiality[] },
  currency: string | null,
): Materiality | null {
  return (
    materiality.find((one) => one.currency === currency) ??
    materiality.find((one) => one.currency === ANY_CURRENCY) ??
    null
  );
}

function nameOf(currency: string | null): string {
  return currency === ANY_CURRENCY ? "each currency" : currencyName(currency);
}

/** An amount of materiality that is larger than what it is an amount of. */
export interface ExcessiveMateriality {
  readonly currency: string | null;
  readonly amount: number;
  /** The larger of the closing balance without its sign and the month's inflows, over all its wallets. */
  readonly limit: number;
}

/**
 * Which currencies of a month have a materiality above the larger of its closing balance and its inflows. A
 * currency in which nothing ever was in the month has no limit.
 *
 * @param wallets of the month
 * @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers
 */
export function excessiveMateriality(
  terms: { readonly materiality: readonly Materiality[] },
  wallets: readonly FrozenWallet[],
): ExcessiveMateriality[] {
  const used = rollByCurrency(wallets.filter((wallet) => !isUnused(wallet)));
  return used.flatMap(({ currency, closing, inflow }) => {
    const amount = materialityIn(terms, currency)?.amount ?? 0;
    const limit = Math.max(Math.abs(closing), inflow);
    return amount > limit ? [{ currency, amount, limit }] : [];
  });
}

/**
 * What is said of one, without a stop.
 *
 * @example 'The materiality of NGN 50,000,000 is above 25,484,323, the larger of closing balance and inflows'
 */
export function excessWords({ currency, amount, limit }: ExcessiveMateriality, decimals: number): string {
  return `The materiality of ${amountInCurrency(currency, amount, decimals)} is above ${formatAmount(limit, decimals)}, the larger of closing balance and inflows`;
}

/** @example 'NGN 100,000, performance materiality 80,000, clearly trivial 5,000. Basis: 5% of inflows' */
export function materialityWords(
  { currency, amount, performance, trivial, basis }: Materiality,
  decimals: number,
): string {
  const parts = [
    amountInCurrency(currency, amount, decimals),
    ...(performance === null ? [] : [`performance materiality ${formatAmount(performance, decimals)}`]),
    ...(trivial === null ? [] : [`clearly trivial ${formatAmount(trivial, decimals)}`]),
  ];
  return `${parts.join(", ")}${basis === "" ? "" : `. Basis: ${basis}`}`;
}

/** An amount with its currency. @param decimals 0 to 6; display only @example 'NGN 100,000' */
export function amountInCurrency(currency: string | null, amount: number, decimals: number): string {
  const said = formatAmount(amount, decimals);
  return currency === ANY_CURRENCY ? `${said} in each currency` : currencyAmount(currency, said);
}

/** The materiality as older versions stored it, and as it is stored now. */
export type StoredMateriality = number | null | readonly Materiality[];

/** @param stored one number is the amount of every currency, null is none */
export function readMateriality(stored: StoredMateriality): readonly Materiality[] {
  if (stored === null) return [];
  if (typeof stored !== "number") return stored;
  return [{ currency: ANY_CURRENCY, amount: stored, performance: null, trivial: null, basis: "" }];
}

/** @throws TieoutError FILE_INVALID; DECISION_INVALID for a basis that is too long */
export function assertMateriality(given: readonly Materiality[]): void {
  const currencies = given.map(({ currency }) => currency);
  if (new Set(currencies).size < currencies.length)
    throw fileInvalid("A currency has more than one materiality");
  for (const one of given) {
    const { currency, amount, performance, trivial, basis } = one;
    const name = nameOf(currency);
    if (currency === NO_CURRENCY || (currency !== null && !hasWords(currency)))
      throw fileInvalid("A materiality needs a currency");
    if (!isAmount(amount)) throw fileInvalid(`The materiality of ${name} is not an amount of 0 or more`);
    if (performance !== null && (!isAmount(performance) || performance > amount))
      throw fileInvalid(`The performance materiality of ${name} is not an amount up to its materiality`);
    if (trivial !== null && (!isAmount(trivial) || trivial > amount))
      throw fileInvalid(`What is clearly trivial in ${name} is not an amount up to its materiality`);
    noteOf(basis, null);
  }
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0;
}
