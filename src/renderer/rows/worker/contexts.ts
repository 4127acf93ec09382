/** A record with what is around it: rows before and after, the transaction, what was found and decided. */
import { rowOf } from "../../../core/sorted.ts";
import { forkAround, lineageOf } from "../../../core/reconcile/causes/facts.ts";
import { oncePer } from "../../../core/once-per.ts";
import type {
  EntryContext,
  ForkedEntry,
  TransactionContext,
  WalletRow,
  RunRequest,
  MatchCandidate,
  MatchCandidates,
  MatchCandidatesRequest,
  MatchedAmounts,
  VanishedRecord,
  DisplayFormat,
} from "../../bridge/protocol.ts";
import { type HeldCheck, reviewedOf } from "./held-check.ts";
import { transactionRow, walletRow } from "./wallet-table.ts";
import { resolvePeriod } from "../../../core/reconcile/input/asked-period.ts";
import type { CheckOptions } from "../../../core/options.ts";
import { countedInput } from "../../../core/reconcile/input/counted-dates.ts";
import type { CheckInput, Absence } from "../../../core/reconcile/input/input.ts";
import { type Period, ZoneClock, monthDays } from "../../../core/time.ts";
import { formatAmount } from "../../../core/money.ts";
import { SETTLEMENT } from "../../../core/reconcile/input/result.ts";
import {
  matchGroup,
  matchSums,
  rankEntries,
  rankTransactions,
} from "../../../core/review/decisions/match-candidates.ts";
import type { RankedRow } from "../../../core/review/decisions/match-ranking.ts";
import { tiedByPayref } from "../../../core/review/decisions/tied-by-payref.ts";
import type { Entry } from "../../../core/records/entry.ts";
import { foldCase } from "../../../core/text.ts";
import type { Transaction } from "../../../core/records/transaction.ts";
import { type SearchWord, searchWords, type SoughtWord, howItBegins, soughtWord } from "./text-search.ts";
import type { NumberColumn, RowTable, TextColumnOf } from "./row-table.ts";

const NEIGHBOURS = 2;
const SHOWN_ENTRIES = 200;

/** @returns null when the ledger holds no such entry */
export function entryContext(held: HeldCheck, walletID: number): EntryContext | null {
  const row = rowOf(held.input.entries.walletID, walletID);
  if (row === -1) return null;
  const tied = held.result.entryOutcomes.transaction[row] as number;
  return {
    row: walletRow(held, row),
    before: neighbours(held, row, -1).toReversed(),
    after: neighbours(held, row, 1),
    findings: reviewedOf(held, held.index.entries, row),
    transaction: tied === -1 ? null : contextOf(held, tied),
    fork: forkOf(held, row),
  };
}

const lineage = oncePer(({ input, result }: HeldCheck) =>
  lineageOf(input, result.entryOutcomes, result.chainScope.used),
);

function forkOf(held: HeldCheck, row: number): ForkedEntry[] {
  const { order, overwriting } = held.result.entryOutcomes;
  if (overwriting.length === 0) return [];
  const rowAt = (position: number) => order[position] as number;
  const position = order.indexOf(row);
  // An entry after the check's end is in no chain of it.
  if (position === -1) return [];
  return forkAround(lineage(held), position).map(({ position: at, goesOnFrom, isOnMainLine }) => ({
    row: walletRow(held, rowAt(at)),
    goesOnFrom: goesOnFrom === null ? null : (held.input.entries.walletID[rowAt(goesOnFrom)] as number),
    isOnMainLine,
  }));
}

/** The nearest rows of the same wallet, the nearest first: rows ascend by walletID, and so does a chain. */
function neighbours(held: HeldCheck, row: number, step: 1 | -1): WalletRow[] {
  const { userID, businessID, length } = held.input.entries;
  const isBusiness = held.result.chainScope.used === "business";
  const found: WalletRow[] = [];
  for (let at = row + step; at >= 0 && at < length && found.length < NEIGHBOURS; at += step) {
    if (userID[at] !== userID[row] || (isBusiness && businessID[at] !== businessID[row])) continue;
    found.push(walletRow(held, at));
  }
  return found;
}

/** @returns null when the ledger holds no such transaction */
export function transactionContext(held: HeldCheck, payID: number): TransactionContext | null {
  const row = rowOf(held.input.transactions.payID, payID);
  return row === -1 ? null : contextOf(held, row);
}

function contextOf(held: HeldCheck, row: number): TransactionContext {
  const { order, transaction } = held.result.entryOutcomes;
  const entries: WalletRow[] = [];
  for (let at = 0; at < order.length && entries.length < SHOWN_ENTRIES; at += 1) {
    const entry = order[at] as number;
    if (transaction[entry] === row) entries.push(walletRow(held, entry));
  }
  return {
    row: transactionRow(held, row),
    entries,
    findings: reviewedOf(held, held.index.transactions, row),
  };
}

/** @returns null for the whole history, which is also the newest month where there are no entries */
export function periodAsked(
  asked: RunRequest["period"],
  input: CheckInput,
  options: CheckOptions,
): Period | null {
  if (asked !== "newest-month") return resolvePeriod(asked, input, options);
  let latestMs = -Infinity;
  const { dateCreatedAtMs } = countedInput(input, options.chainScope).entries;
  for (const atMs of dateCreatedAtMs) if (atMs > latestMs) latestMs = atMs;
  if (latestMs === -Infinity) return null;
  const month = new ZoneClock(options.timeZone).day(latestMs).slice(0, 7);
  return resolvePeriod(monthDays(month), input, options);
}

/** @param search rows of that side in which all words are; asked only where there are words */
export function matchCandidates(
  held: HeldCheck,
  { walletIDs, payIDs, side, search: words }: MatchCandidatesRequest,
  search: (words: string) => Int32Array,
): MatchCandidates {
  const { entries, transactions } = held.input;
  const chosen = {
    entries: rowsOf(entries.walletID, walletIDs),
    transactions: rowsOf(transactions.payID, payIDs),
  };
  const among = words.trim() === "" ? null : search(words);
  const say = (amount: number) => formatAmount(amount, held.wording.decimals);
  const rank = side === "entries" ? rankEntries : rankTransactions;
  const { ranked, total, isEqual } = rank(held, chosen, among, say);
  return {
    chosen: {
      entries: chosen.entries.map((row) => walletRow(held, row)),
      transactions: chosen.transactions.map((row) => transactionRow(held, row)),
    },
    sums: matchSums(held, chosen),
    tied: tiedByPayref(held, chosen),
    entries: side === "entries" ? ranked.map((one) => shown(one, walletRow(held, one.row))) : [],
    transactions:
      side === "transactions" ? ranked.map((one) => shown(one, transactionRow(held, one.row))) : [],
    total,
    isEqual,
    group: matchGroup(held, chosen),
  };
}

/** What the records of a match come to, each by itself. */
export function matchedAmounts(
  { input: { entries, transactions }, result }: HeldCheck,
  { walletIDs, payIDs }: Pick<MatchCandidatesRequest, "walletIDs" | "payIDs">,
): MatchedAmounts {
  const { movement } = result.entryOutcomes;
  const { expected, settlement } = result.transactionOutcomes;
  return {
    entries: rowsOf(entries.walletID, walletIDs).map((row) => ({
      walletID: entries.walletID[row] as number,
      movement: movement[row] as number,
    })),
    transactions: rowsOf(transactions.payID, payIDs).map((row) => {
      const amount = expected[row] as number;
      return {
        payID: transactions.payID[row] as number,
        expected: Number.isNaN(amount) ? null : amount,
        isWithAnother: settlement[row] === SETTLEMENT.settledTogether,
      };
    }),
  };
}

/** Rows of the records that are held, by ascending id, each once. */
function rowsOf(ids: ArrayLike<number>, wanted: readonly number[]): number[] {
  const rows = new Set(wanted.map((id) => rowOf(ids, id)));
  rows.delete(-1);
  return [...rows].toSorted((a, b) => a - b);
}

function shown<Row>({ amount, differenceLeft, reasons }: RankedRow, row: Row): MatchCandidate<Row> {
  return { row, amount, differenceLeft, reasons };
}

// Records that a later pull no longer has: found by the same words as those that are there.

interface Sought {
  readonly shown: VanishedRecord;
  readonly texts: readonly (string | null)[];
  readonly amounts: readonly number[];
  readonly times: readonly (number | null)[];
}

/**
 * Those of a table, or of both, in which all words are, newest first; none for no words.
 *
 * @param words as of a quick search
 */
export function vanishedRecords(
  { input: { history }, result, wording }: Pick<HeldCheck, "input" | "result" | "wording">,
  words: string,
): VanishedRecord[] {
  const wanted = searchWords(words, wording);
  if (wanted.length === 0) return [];
  const isAsset = result.convention.used === "asset";
  const records = [
    ...history.entriesVanished.map((absence) => ofEntry(absence, isAsset)),
    ...history.transactionsVanished.map(ofTransaction),
  ];
  return records
    .filter((record) => wanted.every((word) => isIn(record, word)))
    .map(({ shown: listed }) => listed)
    .toSorted((a, b) => b.id - a.id);
}

function ofEntry({ record, pulls }: Absence<Entry>, isAsset: boolean): Sought {
  const { walletID, payref, description, action, sessionID, debit, credit, balance } = record;
  const inflow = isAsset ? debit - credit : credit - debit;
  return {
    shown: {
      table: "entries",
      id: walletID,
      atMs: record.dateCreatedAtMs,
      words: description ?? action ?? "",
      payref: payref ?? "",
      amount: inflow,
      gonePull: pulls[1],
    },
    texts: [description, action, payref, sessionID],
    amounts: [debit, credit, balance],
    times: [record.dateCreatedAtMs, record.datePaidAtMs],
  };
}

function ofTransaction({ record, pulls }: Absence<Transaction>): Sought {
  const { payID, payref, cycle, customer, statusAlt, chargedamount, payableamount } = record;
  return {
    shown: {
      table: "transactions",
      id: payID,
      atMs: record.datePaidAtMs ?? record.dateCreatedAtMs,
      words: customer?.name ?? cycle,
      payref: payref ?? "",
      amount: payableamount,
      gonePull: pulls[1],
    },
    texts: [payref, cycle, customer?.name ?? null, statusAlt],
    amounts: [chargedamount, payableamount],
    times: [record.datePaidAtMs, record.dateCreatedAtMs],
  };
}

function isIn({ shown: listed, texts, amounts, times }: Sought, word: SearchWord): boolean {
  const { text, digits, amount, span } = word;
  const folded = foldCase(text);
  return (
    (digits !== null && String(listed.id).includes(digits)) ||
    texts.some((one) => one !== null && foldCase(one).includes(folded)) ||
    (amount !== null && amounts.some((one) => Math.abs(one) === amount)) ||
    (span !== null && times.some((atMs) => atMs !== null && atMs >= span.fromMs && atMs <= span.toMs))
  );
}

export interface KnownBy {
  readonly id: string;
  readonly texts: readonly string[];
}

/** A whole id, a whole text, an amount, the beginning of an id, the beginning of a text, anything else. */
const RANKS = 6;

export interface Likeliest {
  /** At most `count`: those of an earlier rank first, among equals the one with the largest id. */
  readonly rows: readonly number[];
  /** The rank of the first, 0 is the best; null without any. */
  readonly rank: number | null;
}

/** @param rows in which all words are, ascending */
export function likeliestRows(
  table: RowTable,
  knownBy: KnownBy,
  rows: Int32Array,
  words: string,
  wording: DisplayFormat,
  count: number,
): Likeliest {
  const rankOf = ranker(table, knownBy, words.trim(), wording);
  const ranked = Array.from({ length: RANKS }, (): number[] => []);
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] as number;
    const equals = ranked[rankOf(row)];
    if (equals !== undefined && equals.length < count) equals.push(row);
  }
  const best = ranked.findIndex(({ length }) => length > 0);
  return { rows: ranked.flat().slice(0, count), rank: best === -1 ? null : best };
}

function ranker(
  { columns }: RowTable,
  { id, texts }: KnownBy,
  words: string,
  wording: DisplayFormat,
): (row: number) => number {
  const [only, ...more] = searchWords(words, wording);
  const { digits, amount } = only === undefined || more.length > 0 ? NO_NUMBER : only;
  const ids = columns[id];
  const read = texts.flatMap((key) => (columns[key]?.is === "text" ? [columns[key]] : []));
  const amounts = Object.values(columns).filter(
    (column): column is NumberColumn => column.is === "number" && column.shownAs === "amount",
  );
  const sought = soughtWord(words);
  return (row) => {
    const own = digits === null || ids?.is !== "number" ? "" : String(ids.at(row));
    if (digits !== null && own === digits) return 0;
    const begun = bestBeginning(read, row, sought);
    if (begun === "whole") return 1;
    if (amount !== null && amounts.some(({ at }) => Math.abs(at(row)) === amount)) return 2;
    if (digits !== null && own.startsWith(digits)) return 3;
    return begun === "begins" ? 4 : 5;
  };
}

const NO_NUMBER = { digits: null, amount: null };

function bestBeginning(columns: readonly TextColumnOf[], row: number, sought: SoughtWord) {
  let best: ReturnType<typeof howItBegins> = null;
  for (const { texts, ids } of columns) {
    const at = ids === null ? row : (ids[row] as number);
    const begun = at === -1 ? null : howItBegins(texts, at, sought);
    if (begun === "whole") return begun;
    best ??= begun;
  }
  return best;
}
