/** The sum of a proposed match and its candidates, as use cases, by the same rules as in the window. */
import type { HeldNumbers } from "../../../core/reconcile/input/column-kinds.ts";
import { TieoutError } from "../../../core/errors.ts";
import { addAmounts, formatAmount } from "../../../core/money.ts";
import type { CheckInput, RecordIds } from "../../../core/reconcile/input/input.ts";
import { statedCurrencyOf } from "../../../core/reconcile/chain/wallet-key.ts";
import { countedInput } from "../../../core/reconcile/input/counted-dates.ts";
import { isPaidAsAt } from "../../../core/reconcile/payrefs/match.ts";
import type { StandingMatch } from "../../../core/review/decisions/manual-match.ts";
import {
  type Checked,
  type MatchGroup,
  type MatchSums,
  matchGroup,
  matchSums,
  rankEntries,
  rankTransactions,
} from "../../../core/review/decisions/match-candidates.ts";
import type { RankedRow, RankedRows } from "../../../core/review/decisions/match-ranking.ts";
import { tiedByPayref, tiedWords } from "../../../core/review/decisions/tied-by-payref.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { type GatheredCheck, checkLedger } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { rowsWithIds } from "../check/rows-with-ids.ts";
import { notHeld } from "./match.ts";
import { withLedger } from "../shared/use-ledger.ts";

/** The arithmetic of a match that the check uses, over the whole history. Amounts in the service's unit. */
export interface CheckedMatch extends Pick<MatchSums, "net" | "expected" | "difference" | "isPaid"> {
  /** As the check says it of the match's transactions. */
  readonly sentence: string;
  /** Cautions for the person who made it, as clauses; none without an objection. */
  readonly cautions: readonly string[];
}

/**
 * What a match comes to beside what is expected of it.
 *
 * @returns null where the check does not use it
 * @throws TieoutError when the ledger cannot be opened or read; SUM_OVERFLOW from the engine
 */
export function matchArithmetic(
  ledger: string,
  { id, entries, transactions }: Pick<StandingMatch, "id" | "entries" | "transactions">,
  context: ServiceContext,
): CheckedMatch | null {
  return withWholeCheck(ledger, context, ({ input, result, decimals }) => {
    const settled = result.findings.find(({ rule, match }) => rule === "settled-by-hand" && match === id);
    const payIDs = transactions.map(({ payID }) => payID);
    // Of transactions that are matched together one stands for all: the others have no sum of their own.
    const rows = rowsWithIds(input.transactions.payID, payIDs);
    const lead = leadOf(result.entryOutcomes.transaction, rows);
    if (settled === undefined || lead === undefined) return null;
    const sums = sumsOf({ input, result }, lead);
    const walletIDs = entries.map(({ walletID }) => walletID);
    const own = { entries: rowsWithIds(input.entries.walletID, walletIDs), transactions: rows };
    const { tolerance } = result.options;
    const isOff = sums.isPaid && Math.abs(sums.difference ?? 0) > tolerance;
    const say = (amount: number) => formatAmount(amount, decimals);
    const within = tolerance === 0 ? "" : `, beyond the tolerance of ${say(tolerance)}`;
    const cautions = [
      ...(isOff ? [`it leaves a difference of ${say(sums.difference ?? 0)}${within}`] : []),
      ...tiedByPayref({ input, result }, own).map(tiedWords),
    ];
    return { sentence: settled.message, cautions, ...sums };
  });
}

/** What has come of a transaction, by all that is tied to it, and what is expected of it. */
function sumsOf({ input, result }: Checked, row: number): Omit<CheckedMatch, "sentence" | "cautions"> {
  const { net, expected } = result.transactionOutcomes;
  const isPaid = isPaidAsAt(countedInput(input, result.options.chainScope).transactions, row, Infinity);
  const due = isPaid ? (expected[row] as number) : 0;
  const come = net[row] as number;
  if (Number.isNaN(due)) return { net: come, expected: null, difference: null, isPaid };
  return { net: come, expected: due, difference: addAmounts(come, 0 - due, "amounts of a match"), isPaid };
}

/** The one of some transactions that entries are tied to. */
function leadOf(transactionOfEntry: Int32Array, rows: readonly number[]): number | undefined {
  const named = new Set(rows);
  return transactionOfEntry.find((row) => named.has(row));
}

/** What is chosen so far; at least one of both. */
interface CandidatesRequest extends RecordIds {
  readonly ledger: string;
}

/** A record that may belong to the match. */
export interface ListedCandidate extends Omit<RankedRow, "row"> {
  /** Of an entry; null for a transaction. */
  readonly walletID: number | null;
  /** Of a transaction; null for an entry. */
  readonly payID: number | null;
  readonly payref: string;
  readonly userID: number;
  /** Of a transaction; null for none, and for an entry. */
  readonly currency: string | null;
  /**
   * Of an entry when it was created, of a transaction when it was paid, else created; milliseconds UTC, null
   * for never.
   */
  readonly atMs: number | null;
}

/** What a candidate is, without how it ranks. */
type RecordWords = Omit<ListedCandidate, keyof RankedRow>;

export interface CandidateList extends Omit<RankedRows, "ranked"> {
  /** The likeliest first. */
  readonly ranked: readonly ListedCandidate[];
}

export interface ListedCandidates {
  readonly sums: MatchSums;
  /** Where transactions are chosen: entries that may belong to them; else null. */
  readonly entries: CandidateList | null;
  /** Where entries are chosen: transactions that may belong to them; else null. */
  readonly transactions: CandidateList | null;
  /** What the check's causes tie together with all that is chosen; null for nothing. */
  readonly group: MatchGroup | null;
  /** Digits after the point with which amounts are shown. */
  readonly decimals: number;
  /** In which times are shown. */
  readonly timeZone: string;
}

/**
 * Ranks the records that may belong to those chosen, over the whole history and by the ledger's settings.
 * Nothing is written.
 *
 * @throws TieoutError MATCH_INVALID for a record that the ledger does not hold; SUM_OVERFLOW; what reading a
 *   ledger raises
 */
export function findCandidates(
  { ledger, walletIDs, payIDs }: CandidatesRequest,
  context: ServiceContext,
): ListedCandidates {
  return withWholeCheck(ledger, context, (checked) => {
    const { input, decimals } = checked;
    const chosen = chosenRows(input, { ledger, walletIDs, payIDs });
    const say = (amount: number) => formatAmount(amount, decimals);
    const entries = () => listOf(rankEntries(checked, chosen, null, say), (row) => entryAt(input, row));
    const transactions = () =>
      listOf(rankTransactions(checked, chosen, null, say), (row) => transactionAt(input, row));
    return {
      sums: matchSums(checked, chosen),
      entries: payIDs.length === 0 ? null : entries(),
      transactions: walletIDs.length === 0 ? null : transactions(),
      group: matchGroup(checked, chosen),
      decimals,
      timeZone: checked.result.options.timeZone,
    };
  });
}

/**
 * The group that the check of the whole history makes of some records.
 *
 * @throws TieoutError MATCH_INVALID where it makes none, or the ledger does not hold one of them; what reading a
 *   ledger raises
 */
export function findGroup(request: CandidatesRequest, context: ServiceContext): MatchGroup {
  return withWholeCheck(request.ledger, context, (checked) => {
    const group = matchGroup(checked, chosenRows(checked.input, request));
    if (group !== null) return group;
    throw new TieoutError(
      "MATCH_INVALID",
      "No cause of the check ties these records to several others. Name all records of the match",
      { file: request.ledger },
    );
  });
}

/** @throws TieoutError MATCH_INVALID */
function chosenRows({ entries, transactions }: CheckInput, { ledger, walletIDs, payIDs }: CandidatesRequest) {
  return {
    entries: heldRows(entries.walletID, walletIDs, "walletID", ledger),
    transactions: heldRows(transactions.payID, payIDs, "payID", ledger),
  };
}

function listOf({ ranked, ...list }: RankedRows, recordAt: (row: number) => RecordWords): CandidateList {
  return { ...list, ranked: ranked.map(({ row, ...one }) => ({ ...recordAt(row), ...one })) };
}

/** Texts of a check are read from the ledger when they are asked for: it stays open meanwhile. */
function withWholeCheck<T>(ledger: string, context: ServiceContext, work: (check: GatheredCheck) => T): T {
  const db = openAt(ledger);
  return withLedger(db, () => work(checkLedger(db, { period: null, options: {} }, context)));
}

/** Rows by ascending id, each once. @throws TieoutError MATCH_INVALID */
function heldRows(ids: HeldNumbers, wanted: readonly number[], name: string, ledger: string): number[] {
  const rows = rowsWithIds(ids, wanted);
  const held = new Set(rows.map((row) => ids[row]));
  const missing = wanted.find((id) => !held.has(id));
  return missing === undefined ? rows : notHeld(ledger, `${name} ${missing}`);
}

function entryAt({ entries, payrefs }: CheckInput, row: number): RecordWords {
  return {
    walletID: entries.walletID[row] as number,
    payID: null,
    payref: payrefs.at(entries.payref[row] as number),
    userID: entries.userID[row] as number,
    currency: null,
    atMs: entries.dateCreatedAtMs[row] as number,
  };
}

function transactionAt(input: CheckInput, row: number): RecordWords {
  const { transactions, payrefs } = input;
  const times = [transactions.datePaidAtMs[row] as number, transactions.dateCreatedAtMs[row] as number];
  return {
    walletID: null,
    payID: transactions.payID[row] as number,
    payref: payrefs.at(transactions.payref[row] as number),
    userID: transactions.userID[row] as number,
    currency: statedCurrencyOf(input, row),
    atMs: times.find((atMs) => !Number.isNaN(atMs)) ?? null,
  };
}
