/** From what pulls changed, one after the other, to the register of restatements. */
import type { Entry } from "../entry.ts";
import type { ChainScope } from "../options.ts";
import { compareEntries, compareTransactions, isPaid } from "../reconcile/changes.ts";
import type { FieldChange } from "../reconcile/findings.ts";
import { ZoneClock } from "../time.ts";
import type { Transaction } from "../transaction.ts";
import type { Month } from "./close.ts";
import { EarlierPulls, type PullReach } from "./earlier-pulls.ts";
import type { Restatement, RestatementKind } from "./restatements.ts";
import { type Signature, covers, isInForce, standsAt } from "./signatures.ts";
import { type BroughtEntries, type MonthEffect, WalletBooks, type MovedRow } from "./wallet-books.ts";
import type { RowContent } from "./wallet-rows.ts";

/** What a pull did to a record that was known before it. */
export interface RecordChange<R> {
  readonly pullId: number;
  readonly kind: "changed" | "vanished" | "returned";
  /** null where it was gone. */
  readonly before: R | null;
  /** null where it is gone. */
  readonly after: R | null;
}

/** What entries and transactions are restated against. */
export interface Standing {
  /** Oldest first. */
  readonly pulls: readonly PullReach[];
  readonly signatures: readonly Signature[];
  /** By which months are named that nobody signed. */
  readonly timeZone: string;
  readonly chainScope: ChainScope;
}

export interface EntryHistory {
  readonly brought: BroughtEntries;
  readonly moved: readonly MovedRow[];
  /** By pull, then walletID. */
  readonly changes: Iterable<RecordChange<Entry>>;
  /** An entry as the pull that first had it brought it. */
  readonly read: (walletID: number) => Entry;
}

/** What the replay of all pulls leaves: the wallets as they are now. */
export interface Replayed {
  readonly books: WalletBooks;
}

/**
 * Plays all pulls back, one after the other, and tells of each entry that was restated: by pull, those known before by
 * walletID, then those that are new.
 *
 * @throws TieoutError SUM_OVERFLOW
 */
export function* restateEntries(history: EntryHistory, standing: Standing): Generator<Restatement, Replayed> {
  const { brought } = history;
  const { pulls, signatures, chainScope } = standing;
  const scopes = [chainScope, ...signatures.map((signature) => signature.chainScope)];
  const books = new WalletBooks(brought, history.moved, scopes);
  const words = new Words(standing);
  const changes = history.changes[Symbol.iterator]();
  const rowsOf = rowsByPull(brought);
  const earlier = new EarlierPulls();
  let change = changes.next();
  let latestAtMs = -Infinity;
  for (const pull of pulls) {
    const signed = signatures.filter((signature) => standsAt(signature, pull.id));
    for (; change.done !== true && change.value.pullId === pull.id; change = changes.next())
      yield* restateEntry(books, change.value, signed, pull, words);
    for (const row of rowsOf(pull.id)) {
      const content = contentAt(brought, row);
      const walletID = brought.walletID[row] as number;
      latestAtMs = Math.max(latestAtMs, content.dateCreatedAtMs);
      if (isLate(books, earlier, walletID, content, signed)) {
        const entry = history.read(walletID);
        yield* words.entry(pull, "back-dated", entry, [], books, null, content, signed);
      } else books.bring(walletID, content);
    }
    earlier.add(pull, latestAtMs);
  }
  return { books };
}

function* restateEntry(
  books: WalletBooks,
  { kind, before, after }: RecordChange<Entry>,
  signed: readonly Signature[],
  pull: PullReach,
  words: Words,
): Generator<Restatement> {
  const entry = after ?? before;
  if (entry === null) return;
  const compared = before === null || after === null ? null : compareEntries(before, after);
  if (compared?.changes.length === 0) return;
  const named = compared?.approved === true ? ("approved" as const) : kind;
  const contents = [before, after].map((one) => (one === null ? null : contentOf(one))) as [
    RowContent | null,
    RowContent | null,
  ];
  yield* words.entry(pull, named, entry, compared?.changes ?? [], books, ...contents, signed);
}

function isLate(
  books: WalletBooks,
  earlier: EarlierPulls,
  walletID: number,
  content: RowContent,
  signed: readonly Signature[],
): boolean {
  if (earlier.shouldHave(walletID, content.dateCreatedAtMs)) return true;
  return signed.some(
    (signature) =>
      content.dateCreatedAtMs <= signature.toMs &&
      covers(signature, books.periodDateOf(walletID, content, signature.chainScope)),
  );
}

/** Rows by the pull that brought them, ascending walletID each. */
function rowsByPull({ length, pullId }: BroughtEntries): (pull: number) => Iterable<number> {
  const rows = Int32Array.from({ length }, (_, row) => row);
  for (let row = 1; row < length; row += 1) {
    if ((pullId[row - 1] as number) <= (pullId[row] as number)) continue;
    rows.sort((a, b) => (pullId[a] as number) - (pullId[b] as number) || a - b);
    break;
  }
  let at = 0;
  return function* next(pull) {
    for (; at < length && (pullId[rows[at] as number] as number) <= pull; at += 1) yield rows[at] as number;
  };
}

function contentAt(brought: BroughtEntries, row: number): RowContent {
  return {
    userID: brought.userID[row] as number,
    businessID: brought.businessID[row] as number,
    raised: brought.raised[row] as number,
    balance: brought.balance[row] as number,
    dateCreatedAtMs: brought.dateCreatedAtMs[row] as number,
  };
}

function contentOf({ userID, businessID, credit, debit, balance, dateCreatedAtMs }: Entry): RowContent {
  return { userID, businessID, raised: credit - debit, balance, dateCreatedAtMs };
}

/** A transaction that a pull is the first to bring. */
export interface BroughtTransaction {
  readonly pullId: number;
  readonly kind: "brought";
  readonly before: null;
  readonly after: Transaction;
}

/**
 * Tells of each paid transaction that was restated, in the order in which the changes come. One that was not paid before, or not
 * known, counts where it is paid in a month that was signed.
 *
 * @param changes by pull, then payID
 */
export function* restateTransactions(
  changes: Iterable<RecordChange<Transaction> | BroughtTransaction>,
  standing: Standing,
): Generator<Restatement> {
  const words = new Words(standing);
  const pulls = new Map(standing.pulls.map((pull) => [pull.id, pull]));
  for (const { pullId, kind, before, after } of changes) {
    const pull = pulls.get(pullId);
    const transaction = after ?? before;
    if (pull === undefined || transaction === null) continue;
    const fields = before === null || after === null ? [] : compareTransactions(before, after);
    if (before !== null && after !== null && fields.length === 0) continue;
    const signed = standing.signatures.filter((signature) => standsAt(signature, pullId));
    const dates = { before: paidMonthDate(before), after: paidMonthDate(after) };
    const touched = signed.filter(
      (signature) => covers(signature, dates.before) || covers(signature, dates.after),
    );
    // One that becomes paid is the normal course of things, unless its month was closed without it.
    const wasPaid = before === null ? kind === "returned" && isPaid(transaction) : isPaid(before);
    if (!wasPaid && (touched.length === 0 || after === null || !isPaid(after))) continue;
    const named = kind === "brought" ? "back-dated" : kind;
    const effects = touched.map((signature) => ({ signature, movement: 0, closing: 0, dates }));
    const own = [ownDate(before), ownDate(after)] as const;
    yield* words.tell(pull, named, { ...transaction, walletID: null }, fields, effects, own);
  }
}

/** When a transaction counts for a month that was signed: only once it is paid. */
function paidMonthDate(transaction: Transaction | null): number | null {
  return transaction !== null && isPaid(transaction) ? ownDate(transaction) : null;
}

function ownDate(transaction: Transaction | null): number | null {
  return transaction?.datePaidAtMs ?? transaction?.dateCreatedAtMs ?? null;
}

interface Subject {
  readonly walletID: number | null;
  readonly payID: number | null;
  readonly payref: string;
  readonly userID: number;
  readonly businessID: number;
}

/** Puts restatements together; months are named in the zone that they were signed in. */
class Words {
  readonly #standing: Standing;
  readonly #clocks = new Map<string, ZoneClock>();

  constructor(standing: Standing) {
    this.#standing = standing;
  }

  /** Puts an entry's new content in place and tells what that does. */
  *entry(
    pull: PullReach,
    kind: RestatementKind,
    entry: Entry,
    fields: readonly FieldChange[],
    books: WalletBooks,
    before: RowContent | null,
    after: RowContent | null,
    signed: readonly Signature[],
  ): Generator<Restatement> {
    const { chainScope } = this.#standing;
    const { walletID } = entry;
    const was = before === null ? null : books.dateNow(walletID, before, chainScope);
    const effects = books.put(walletID, before, after, signed);
    const is = after === null ? null : books.dateNow(walletID, after, chainScope);
    yield* this.tell(pull, kind, { ...entry, payID: null }, fields, effects, [was, is]);
  }

  /** One for each signed month that is touched, else one. */
  *tell(
    { id: pullId, finishedAtMs: atMs }: PullReach,
    kind: RestatementKind,
    { walletID, payID, payref, userID, businessID }: Subject,
    fields: readonly FieldChange[],
    effects: readonly MonthEffect[],
    dates: readonly (number | null)[],
  ): Generator<Restatement> {
    const subject = { pullId, atMs, kind, walletID, payID, payref, userID, businessID };
    for (const { signature, movement, closing, dates: own } of effects) {
      const months = this.#monthsOf([own.before, own.after], signature.timeZone);
      const { month, stepId, by, atMs: signedAtMs } = signature;
      yield {
        ...subject,
        months,
        fields,
        signature: { month, stepId, by, atMs: signedAtMs, stillInForce: isInForce(signature) },
        effect: { movement, closing },
      };
    }
    if (effects.length > 0) return;
    const months = this.#monthsOf(dates, this.#standing.timeZone);
    yield { ...subject, months, fields, signature: null, effect: { movement: 0, closing: 0 } };
  }

  #monthsOf(dates: readonly (number | null)[], timeZone: string): Month[] {
    const clock = this.#clocks.get(timeZone) ?? new ZoneClock(timeZone);
    this.#clocks.set(timeZone, clock);
    const months = dates.flatMap((atMs) => (atMs === null ? [] : [clock.day(atMs).slice(0, 7) as Month]));
    return [...new Set(months)];
  }
}
