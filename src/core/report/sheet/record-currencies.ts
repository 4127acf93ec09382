/** The currency that each record is in: stated by itself, by its wallet, or by what it is tied to. */
import type { HeldNumbers } from "../../reconcile/input/column-kinds.ts";
import { NO_TEXT } from "../../reconcile/input/input.ts";
import { type CheckResult, SETTLEMENT, type WalletResult } from "../../reconcile/input/result.ts";
import { walletCurrency } from "../../reconcile/chain/wallet-key.ts";
import { heldText } from "../../clean-text.ts";
import { oncePer } from "../../once-per.ts";
import { dueOf } from "./due.ts";
import type { MatchedRows } from "./matched-rows.ts";
import type { CheckedRecords } from "./input.ts";

/** The currency of a wallet as its cell holds it, null when it is not known. */
export function currencyOf({ currency }: Pick<WalletResult, "currency">): string | null {
  return currency === null ? null : heldText(currency);
}

/** fee.currency of a transaction row as a cell holds it, null where it states none or an empty text. */
export function statedCurrency(
  { transactions, labels }: CheckedRecords["records"],
  row: number,
): string | null {
  const id = transactions.currency[row] as number;
  return id === NO_TEXT ? null : heldText(labels.at(id)) || null;
}

/** Of a transaction whose entries lie in another currency than it states, or several: each by itself. */
export const UNLIKE = -1;

/** Of a transaction without entries. */
export const NOWHERE = -2;

/** Both by transaction row. */
interface SettledBlocks {
  /** Where its entries lie, UNLIKE, or NOWHERE. */
  readonly lies: Int32Array;
  /**
   * Where a difference of its entries counts: in the wallet of one of them, the first or one in the currency that it
   * states. NOWHERE without entries.
   */
  readonly counted: Int32Array;
}

interface RecordOwner {
  readonly userID: number;
  readonly businessID: number;
}

export class RecordCurrencies {
  readonly #input: CheckedRecords;
  readonly #hands: Pick<MatchedRows, "together">;
  readonly #walletAt: (owner: RecordOwner) => number;
  /** Labels of the currencies that transactions state. */
  readonly #allStated: readonly number[];
  /** By wallet index: whether payments of a wallet of unknown currency state several. */
  readonly #disagree: readonly boolean[];
  readonly #labels = new Map<number, string>();

  constructor(input: CheckedRecords, hands: Pick<MatchedRows, "together">) {
    this.#input = input;
    this.#hands = hands;
    this.#walletAt = walletFinder(input.check);
    this.#allStated = labelsIn(input.records.transactions.currency);
    this.#disagree = this.#disagreements();
  }

  ofEntry(row: number): string | null {
    return this.#ofWallet(this.#walletOfEntry(row));
  }

  /** As stated, else that of the wallet it is due to, also where that one is unknown. */
  ofPayment(row: number): string | null {
    const stated = this.stated(row);
    const wallet = this.#walletOfPayment(row);
    if (stated === null) return wallet === -1 ? this.#ofNoWallet(row) : this.#ofWallet(wallet);
    const isTaken = wallet !== -1 && this.#ofWallet(wallet) === null && !this.#disagree[wallet];
    return isTaken ? null : stated;
  }

  /** The currencies of what is outstanding, now or before. */
  outstanding(): Set<string | null> {
    const currencies = new Set<string | null>();
    for (const row of this.#outstanding()) currencies.add(this.ofPayment(row));
    return currencies;
  }

  /** Whether transactions state one currency at most, and every wallet is in it or in none that is known. */
  areOfOne(): boolean {
    const [first, ...others] = this.#allStated;
    if (first === undefined) return true;
    return (
      others.length === 0 &&
      this.#input.check.wallets.every((wallet) => [null, this.#labelOf(first)].includes(currencyOf(wallet)))
    );
  }

  /**
   * Where the entries of each transaction lie.
   *
   * @param blockOf by wallet index
   */
  settled(blockOf: readonly number[]): SettledBlocks {
    const { order, transaction } = this.#input.check.entryOutcomes;
    const { length } = this.#input.records.transactions;
    const lies = new Int32Array(length).fill(NOWHERE);
    const counted = new Int32Array(length).fill(NOWHERE);
    order.forEach((row) => {
      const tied = transaction[row] as number;
      if (tied === -1) return;
      const wallet = this.#walletOfEntry(row);
      const block = blockOf[wallet] ?? UNLIKE;
      const isFirst = lies[tied] === NOWHERE;
      if (isFirst) counted[tied] = block;
      if (lies[tied] !== UNLIKE) {
        // Two wallets of one known currency fit the same; of two whose currencies are unknown one may not.
        const fits = (!isFirst && !this.#disagree[wallet]) || this.#fits(tied, wallet);
        lies[tied] = fits && (isFirst || lies[tied] === block) ? block : UNLIKE;
      }
      if (lies[tied] === UNLIKE && this.ofPayment(tied) === this.#ofWallet(wallet)) counted[tied] = block;
    });
    return { lies, counted };
  }

  /** Whether what a transaction expects may be held against a wallet's entries; nil against any. */
  #fits(tied: number, wallet: number): boolean {
    if ((dueOf(this.#input, tied) ?? 0) === 0) return true;
    const currency = this.#ofWallet(wallet);
    if (currency === null && this.#disagree[wallet] === false) return true;
    return this.#statedBy(tied).every((stated) =>
      currency === null ? !this.#disagree[wallet] : stated === currency,
    );
  }

  /** The currencies that a transaction states, with those that it stands for by hand. */
  #statedBy(row: number): string[] {
    const together = this.#hands.together.get(row) ?? [row];
    return together.map((one) => this.stated(one)).filter((stated) => stated !== null);
  }

  #disagreements(): boolean[] {
    const { check } = this.#input;
    const unknown = check.wallets.map(({ currency }) => currency === null);
    if (!unknown.includes(true) || this.#allStated.length <= 1) return unknown.map(() => false);
    const stated = check.wallets.map(() => new Set<string>());
    const see = (wallet: number, currencies: readonly string[]) => {
      if (unknown[wallet] !== true) return;
      for (const currency of currencies) stated[wallet]?.add(currency);
    };
    for (const row of this.#outstanding()) see(this.#walletOfPayment(row), this.#statedBy(row));
    const { order, transaction } = check.entryOutcomes;
    for (const row of order) {
      const tied = transaction[row] as number;
      if (tied !== -1 && (dueOf(this.#input, tied) ?? 0) !== 0)
        see(this.#walletOfEntry(row), this.#statedBy(tied));
    }
    return stated.map((currencies) => currencies.size > 1);
  }

  /** Rows of payments that are outstanding, now or before, in no order, some twice. `indexOf` skips the many others. */
  *#outstanding(): Iterable<number> {
    const { check, priorOutcomes } = this.#input;
    for (const { transactionOutcomes } of priorOutcomes === null ? [check] : [check, priorOutcomes]) {
      const { settlement } = transactionOutcomes;
      for (const standing of [SETTLEMENT.unsettled, SETTLEMENT.inTransit]) {
        let row = settlement.indexOf(standing);
        for (; row !== -1; row = settlement.indexOf(standing, row + 1)) yield row;
      }
    }
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

  /** As `statedCurrency`. */
  stated(row: number): string | null {
    const id = this.#input.records.transactions.currency[row] as number;
    return id === NO_TEXT ? null : this.#labelOf(id) || null;
  }

  /** Transactions share a few, so each is made once. */
  #labelOf(id: number): string {
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    const text = heldText(this.#input.records.labels.at(id));
    this.#labels.set(id, text);
    return text;
  }
}

/** The labels of a column, in the order in which they come. By places: an iterator of a million takes longer. */
const labelsIn = oncePer((column: HeldNumbers): readonly number[] => {
  const found = new Set<number>();
  let last = NO_TEXT;
  for (let row = 0; row < column.length; row += 1) {
    const label = column[row] as number;
    if (label !== last && label !== NO_TEXT) found.add(label);
    last = label;
  }
  return [...found];
});

/** Finds a wallet of a check by whose it is; −1 for one that has no entries. */
function walletFinder({ wallets, options }: CheckResult): (owner: RecordOwner) => number {
  const byUser = new Map<number, Map<number, number>>();
  for (const [at, { userID, businessID }] of wallets.entries()) {
    const ofUser = byUser.get(userID) ?? new Map<number, number>();
    byUser.set(userID, ofUser.set(businessID ?? 0, at));
  }
  const perUser = options.chainScope === "user";
  return ({ userID, businessID }) => byUser.get(userID)?.get(perUser ? 0 : businessID) ?? -1;
}
