/** Which amounts may be added up: those of one currency. What has no known currency is a block of its own. */
import type { CheckResult, WalletResult } from "../reconcile/result/result.ts";
import { areDistinct } from "./formula-text.ts";
import { compareBytes } from "../text/text.ts";
import type { MatchedRows } from "./exceptions/matched-rows.ts";
import type { ReportInput } from "./input.ts";
import { NOWHERE, RecordCurrencies, UNLIKE, currencyOf } from "./record-currencies.ts";
import { NOT_STATED } from "../words/currency.ts";

/**
 * Whether adding up all wallets would add up what may be different currencies: each unknown one may be one of
 * its own.
 */
export function isMixed({ wallets }: CheckResult): boolean {
  const known = new Set(wallets.map(currencyOf).filter((currency) => currency !== null));
  return known.size + wallets.filter(({ currency }) => currency === null).length > 1;
}

/** What to say over sums: that each currency has its own, or that wallets of unknown ones are added up. */
export function moneyWords({
  input,
  currencies,
}: {
  readonly input: Pick<ReportInput, "check">;
  readonly currencies: Currencies;
}): string {
  if (currencies.isSplit) return ", each currency separately";
  return isMixed(input.check)
    ? ". Wallets of unknown currencies are added up: a check of the arithmetic, no balance"
    : "";
}

/** The last row of a table whose totals are of one currency each: whether all of them hold. */
export const EVERY_CURRENCY = "Each currency separately";

/** How many such rows a table has: none where there is one currency, whose total says it. */
export function everyCurrencyRows({ isSplit }: Currencies): 0 | 1 {
  return isSplit ? 1 : 0;
}

/** What is proven by itself: the wallets of one currency, and what is due in it. */
export interface CurrencyBlock {
  /** null where none is known. */
  readonly currency: string | null;
  /** How cells name it; no two blocks are named the same. */
  readonly label: string;
  /** None where only payments are in it. */
  readonly wallets: readonly WalletResult[];
}

/**
 * Beyond so many, further currencies stand with what none is known of: a formula names each, and has at most
 * 8,192 characters.
 */
const MOST_BLOCKS = 100;

/** Blocks of a check, and where each record stands among them, by index. */
export interface Currencies {
  /**
   * At least one: known currencies of wallets in their order, then those of payments alone, then what none is
   * known of.
   */
  readonly blocks: readonly CurrencyBlock[];
  /** Whether there are several. */
  readonly isSplit: boolean;
  /** Whether `=` of a spreadsheet tells their labels apart. */
  readonly areDistinct: boolean;
  /** By index among the wallets of the check. */
  readonly ofWallet: readonly number[];
  readonly ofEntry: (row: number) => number;
  /** Of a transaction that entries are tied to: where they lie, or UNLIKE; of any other where it is due. */
  readonly ofTransaction: (row: number) => number;
  /** Where a transaction is due while nothing has come of it. */
  readonly ofPayment: (row: number) => number;
}

/** The label of a transaction that is UNLIKE. */
const UNLIKE_LABEL = "unlike";
/** What a service could write that would read as one of those. */
const LIKE_OURS = /^"*(?:not stated|unlike)"*$/u;

function labelOf(currency: string | null): string {
  if (currency === null) return NOT_STATED;
  return LIKE_OURS.test(currency) ? `"${currency}"` : currency;
}

/** How a block is named, or what is in none. */
export function labelAt({ blocks }: Currencies, at: number): string {
  return at === UNLIKE ? UNLIKE_LABEL : (blocks[at]?.label ?? NOT_STATED);
}

/**
 * Sorts what a check is about by currency.
 *
 * An entry is in its wallet's currency. A transaction with entries is where they lie, if it states that
 * currency or none; a wallet of unknown currency takes whatever its payments agree on. A payment that is due
 * is in the currency it states, else in that of the wallet that it is due to.
 *
 * @param signed currencies that outstanding items were signed in, one set for each signature they are held
 *   against
 */
export function currenciesOf(
  input: Pick<ReportInput, "check" | "priorCheck" | "records">,
  hands: MatchedRows,
  signed: readonly ReadonlySet<string | null>[],
): Currencies {
  const sorting = new RecordCurrencies(input, hands);
  const { wallets } = input.check;
  const ofWallets = new Set(wallets.map(currencyOf));
  const now = new Set([...ofWallets, ...sorting.due()]);
  // A ledger of one currency that was signed in one may have come to know it since.
  const then = signed.filter((currencies) => currencies.size > 1 || now.size > 1);
  const all = new Set([...now, ...then.flatMap((currencies) => [...currencies])]);
  const known = [...ofWallets].filter((currency) => currency !== null);
  const alone = [...all].filter((currency) => currency !== null && !ofWallets.has(currency));
  const hasUnknown = all.has(null) || all.size === 0;
  const named = [...known, ...alone.filter(isText).toSorted(compareBytes)];
  const listed = named.slice(0, MOST_BLOCKS);
  const names = [...listed, ...(hasUnknown || listed.length < named.length ? [null] : [])];
  const at = new Map(names.map((currency, index) => [currency, index]));
  const place = (currency: string | null) => at.get(currency) ?? names.length - 1;
  const blockOf = wallets.map((wallet) => place(currencyOf(wallet)));
  const blocks = names.map((currency, index) => ({
    currency,
    label: labelOf(currency),
    wallets: wallets.filter((_, wallet) => blockOf[wallet] === index),
  }));
  const lies = sorting.settled(blockOf);
  if (blocks.length === 1 && !lies.includes(UNLIKE)) {
    return {
      blocks,
      isSplit: false,
      areDistinct: true,
      ofWallet: blockOf,
      ofEntry: theFirst,
      ofTransaction: theFirst,
      ofPayment: theFirst,
    };
  }
  const ofPayment = (row: number) => place(sorting.ofPayment(row));
  return {
    blocks,
    isSplit: true,
    areDistinct: areDistinct([...blocks.map(({ label }) => label), NOT_STATED, UNLIKE_LABEL].filter(isFirst)),
    ofWallet: blockOf,
    ofEntry: (row) => place(sorting.ofEntry(row)),
    ofPayment,
    ofTransaction: (row) => (lies[row] === NOWHERE ? ofPayment(row) : (lies[row] as number)),
  };
}

/** Where everything stands while there is one block. */
function theFirst(): number {
  return 0;
}

/** Of several that are the same. */
function isFirst<T>(one: T, at: number, all: readonly T[]): boolean {
  return all.indexOf(one) === at;
}

function isText(currency: string | null): currency is string {
  return currency !== null;
}
