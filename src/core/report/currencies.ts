/**
 * Which amounts may be added up: those of one currency. What no currency is known of stands in a block of its
 * own.
 */
import { NO_TEXT } from "../reconcile/input.ts";
import { type CheckResult, SETTLEMENT, type WalletResult } from "../reconcile/result/result.ts";
import { walletCurrency } from "../reconcile/chain/wallet-currency.ts";
import { compareBytes } from "../text.ts";
import { heldText } from "./words/clean-text.ts";
import { dueOf } from "./outstanding/due.ts";
import type { MatchedRows } from "./exceptions/matched-rows.ts";
import type { ReportInput } from "./input.ts";

/** The currency of a wallet as its cell holds it, null when it is not known. */
export function currencyOf({ currency }: Pick<WalletResult, "currency">): string | null {
  return currency === null ? null : heldText(currency);
}

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
 * Of a transaction whose entries lie in another currency than it states, or in several: each stands for
 * itself.
 */
export const UNLIKE = -1;

/**
 * Beyond so many, further currencies stand with what none is known of: a formula names each, and has at most
 * 8,192 characters.
 */
const MOST_BLOCKS = 100;

/** Of a transaction without entries. */
const NOWHERE = -2;

/** Blocks of a check, and where each record stands among them, by index. */
export interface Currencies {
  /**
   * At least one: known currencies of wallets in their order, then those of payments alone, then what none is
   * known of.
   */
  readonly blocks: readonly CurrencyBlock[];
  /** Whether there are several. */
  readonly isSplit: boolean;
  /** By index among the wallets of the check. */
  readonly ofWallet: readonly number[];
  readonly ofEntry: (row: number) => number;
  /** Of a transaction that entries are tied to: where they lie, or UNLIKE; of any other where it is due. */
  readonly ofTransaction: (row: number) => number;
  /** Where a transaction is due while nothing has come of it. */
  readonly ofPayment: (row: number) => number;
}

/** The label of what no currency is known of. */
const NOT_STATED = "not stated";
/** The label of a transaction that is UNLIKE. */
export const UNLIKE_LABEL = "unlike";
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

/** Whose wallet a record belongs to. */
interface Owner {
  readonly userID: number;
  readonly businessID: number;
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
  const sorting = new Sorting(input, hands);
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

function isText(currency: string | null): currency is string {
  return currency !== null;
}

/** Finds the currency of each record. */
class Sorting {
  readonly #input: Pick<ReportInput, "check" | "priorCheck" | "records">;
  readonly #hands: MatchedRows;
  readonly #walletAt: (owner: Owner) => number;
  /** By wallet index: whether payments of a wallet of unknown currency state several. */
  readonly #disagree: readonly boolean[];
  readonly #labels = new Map<number, string>();

  constructor(input: Pick<ReportInput, "check" | "priorCheck" | "records">, hands: MatchedRows) {
    this.#input = input;
    this.#hands = hands;
    this.#walletAt = walletFinder(input.check);
    this.#disagree = this.#disagreements();
  }

  /** Of its wallet. */
  ofEntry(row: number): string | null {
    return this.#ofWallet(this.#walletOfEntry(row));
  }

  /**
   * As it states itself, else of the wallet that it is due to; one that is due to a wallet of unknown
   * currency is with it.
   */
  ofPayment(row: number): string | null {
    const stated = this.#stated(row);
    const wallet = this.#walletOfPayment(row);
    if (stated === null) return wallet === -1 ? this.#ofNoWallet(row) : this.#ofWallet(wallet);
    const isTaken = wallet !== -1 && this.#ofWallet(wallet) === null && !this.#disagree[wallet];
    return isTaken ? null : stated;
  }

  /** The currencies of what is outstanding, now or before. */
  due(): Set<string | null> {
    const currencies = new Set<string | null>();
    const { length } = this.#input.records.transactions;
    for (let row = 0; row < length; row += 1) if (this.#isDue(row)) currencies.add(this.ofPayment(row));
    return currencies;
  }

  /**
   * By transaction row: where its entries lie, UNLIKE, or NOWHERE.
   *
   * @param blockOf by wallet index
   */
  settled(blockOf: readonly number[]): Int32Array {
    const { order, transaction } = this.#input.check.entryOutcomes;
    const lies = new Int32Array(this.#input.records.transactions.length).fill(NOWHERE);
    for (const row of order) {
      const tied = transaction[row] as number;
      if (tied === -1 || lies[tied] === UNLIKE) continue;
      const wallet = this.#walletOfEntry(row);
      const block = blockOf[wallet] ?? UNLIKE;
      const isFirst = lies[tied] === NOWHERE;
      // Two wallets of one known currency fit the same; of two whose currencies are unknown one may not.
      const fits = (!isFirst && !this.#disagree[wallet]) || this.#fits(tied, wallet);
      lies[tied] = fits && (isFirst || lies[tied] === block) ? block : UNLIKE;
    }
    return lies;
  }

  /**
   * Whether what a transaction expects may be held against a wallet's entries; nothing expected may be held
   * against any.
   */
  #fits(tied: number, wallet: number): boolean {
    if ((dueOf(this.#input, tied) ?? 0) === 0) return true;
    const currency = this.#ofWallet(wallet);
    return this.#statedBy(tied).every((stated) =>
      currency === null ? !this.#disagree[wallet] : stated === currency,
    );
  }

  /** The currencies that a transaction states, with those that it stands for by hand. */
  #statedBy(row: number): string[] {
    const together = this.#hands.together.get(row) ?? [row];
    return together.map((one) => this.#stated(one)).filter((stated) => stated !== null);
  }

  #disagreements(): boolean[] {
    const { check, records } = this.#input;
    const unknown = check.wallets.map(({ currency }) => currency === null);
    if (!unknown.includes(true)) return unknown.map(() => false);
    const stated = check.wallets.map(() => new Set<string>());
    const see = (wallet: number, currencies: readonly string[]) => {
      if (unknown[wallet] !== true) return;
      for (const currency of currencies) stated[wallet]?.add(currency);
    };
    for (let row = 0; row < records.transactions.length; row += 1)
      if (this.#isDue(row)) see(this.#walletOfPayment(row), this.#statedBy(row));
    const { order, transaction } = check.entryOutcomes;
    for (const row of order) {
      const tied = transaction[row] as number;
      if (tied !== -1 && (dueOf(this.#input, tied) ?? 0) !== 0)
        see(this.#walletOfEntry(row), this.#statedBy(tied));
    }
    return stated.map((currencies) => currencies.size > 1);
  }

  /** Whether a payment is outstanding, now or before. */
  #isDue(row: number): boolean {
    const { check, priorCheck } = this.#input;
    return isOutstanding(check, row) || (priorCheck !== null && isOutstanding(priorCheck, row));
  }

  #ofWallet(at: number): string | null {
    const wallet = this.#input.check.wallets[at];
    return wallet === undefined ? null : currencyOf(wallet);
  }

  /** Of the wallet that a payment is due to, which has no entries yet. */
  #ofNoWallet(row: number): string | null {
    const { check, records } = this.#input;
    const { userID, businessID } = records.transactions;
    const owner = { userID: userID[row] as number, businessID: businessID[row] as number };
    const perUser = check.options.chainScope === "user";
    const currency = walletCurrency(records, perUser ? { ...owner, businessID: null } : owner);
    return currency === null ? null : heldText(currency);
  }

  #walletOfEntry(row: number): number {
    const { userID, businessID } = this.#input.records.entries;
    return this.#walletAt({ userID: userID[row] as number, businessID: businessID[row] as number });
  }

  #walletOfPayment(row: number): number {
    const { userID, businessID } = this.#input.records.transactions;
    return this.#walletAt({ userID: userID[row] as number, businessID: businessID[row] as number });
  }

  /** fee.currency as a cell holds it; transactions share a few, so each is made once. */
  #stated(row: number): string | null {
    const id = this.#input.records.transactions.currency[row] as number;
    if (id === NO_TEXT) return null;
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    const text = heldText(this.#input.records.labels.at(id));
    this.#labels.set(id, text);
    return text;
  }
}

function isOutstanding({ transactionOutcomes }: CheckResult, row: number): boolean {
  const settlement = transactionOutcomes.settlement[row];
  return settlement === SETTLEMENT.unsettled || settlement === SETTLEMENT.inTransit;
}

/** Finds a wallet of a check by whose it is; −1 for one that has no entries. */
function walletFinder({ wallets, options }: CheckResult): (owner: Owner) => number {
  const byUser = new Map<number, Map<number, number>>();
  for (const [at, { userID, businessID }] of wallets.entries()) {
    const ofUser = byUser.get(userID) ?? new Map<number, number>();
    byUser.set(userID, ofUser.set(businessID ?? 0, at));
  }
  const perUser = options.chainScope === "user";
  return ({ userID, businessID }) => byUser.get(userID)?.get(perUser ? 0 : businessID) ?? -1;
}
