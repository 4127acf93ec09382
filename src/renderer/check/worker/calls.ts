/** The calls of the check worker, each answered from the one check that it holds. */
import { TieoutError } from "../../../core/errors.ts";
import type { InPasses } from "../../../core/work/in-passes.ts";
import type { CheckInput } from "../../../core/reconcile/input.ts";
import { reconcileInPasses } from "../../../core/reconcile/reconcile.ts";
import { earlierErrorsIn } from "../../../core/review/decisions/earlier-errors.ts";
import { verdictOf } from "../../../core/words/verdict.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { rowOf } from "../../../core/sorted.ts";
import { addSharing } from "../decisions/decision-log.ts";
import type {
  CheckSummary,
  RowsRequest,
  RunRequest,
  DisplayFormat,
  SomeRows,
  WorkerCall,
  WorkerCalls,
} from "../protocol.ts";
import { comingCheck } from "./coming-check.ts";
import { largestCauses } from "./causes.ts";
import { entryContext, transactionContext } from "./contexts.ts";
import { exceptionCurrency, exceptionAt, exceptionsPage, selectableExceptions } from "./exceptions.ts";
import { type HeldCheck, holdCheck, isBeforePeriod, reviewAgain } from "./held-check.ts";
import { type CheckAsked, KeptChecks, type MadeCheck, isKept, monthsBeside } from "./kept-checks.ts";
import { lookUp } from "./look-up.ts";
import { vanishedRecords } from "./rows/vanished-records.ts";
import { matchCandidates, matchedAmounts } from "./match-candidates.ts";
import { periodAsked } from "./period.ts";
import { type RowCurrencies, rowCurrencies } from "./row-currencies.ts";
import { classAmountsOf, reviewSummaryOf } from "./review-summary.ts";
import type { RowTable } from "./rows/row-table.ts";
import { rowsAsRead } from "./rows/rows-as-read.ts";
import { RememberedRows } from "./rows/select-rows.ts";
import { totalsOf } from "./rows/totals.ts";
import { balanceHistory } from "./series.ts";
import { sha256OfText } from "./sha256.ts";
import { type Snapshot, SnapshotIntake } from "./snapshot.ts";
import { summaryOf } from "./summary.ts";
import { transactionRow, transactionRows } from "./rows/transaction-table.ts";
import { walletRow, walletRows } from "./rows/wallet-table.ts";

type CallOutput<C extends WorkerCall> = WorkerCalls[C]["output"];

/** Calls that check give control back between passes, so that they can be called off while they run. */
export type CallAnswers = {
  readonly [C in WorkerCall]: (
    input: WorkerCalls[C]["input"],
  ) => C extends "run" | "whatIf" ? InPasses<CallOutput<C>> : CallOutput<C>;
};

/** The answers, and what is done while nobody asks: the months beside the one that is shown are checked. */
export type WorkerAnswers = CallAnswers & { readonly checkAhead: () => InPasses<void> };

/** A grid's table with what was asked of it last. */
interface Grid {
  readonly table: RowTable;
  readonly remembered: RememberedRows;
}

const ALL_ROWS = { sort: [], filters: {}, onlyFlagged: false, onlyPeriod: false, from: 0, count: 0 };

/** @param elapsedMs a clock that only runs forward, milliseconds */
export function createCalls(elapsedMs: () => number): WorkerAnswers {
  let intake: SnapshotIntake | null = null;
  /** Whether what comes in now is checked already, and only its texts are on their way. */
  let isFinished = false;
  let snapshot: Snapshot | null = null;
  const decisions: Decision[] = [];
  let held: HeldCheck | null = null;
  /** Of the check that is held. */
  let shown: CheckSummary | null = null;
  const kept = new KeptChecks();
  /** Found when they are asked for first. */
  let currencies: RowCurrencies | null = null;
  let grids: { readonly entries: Grid; readonly transactions: Grid } | null = null;

  const hold = (next: HeldCheck) => {
    held = next;
    currencies = null;
    grids = { entries: gridOf(walletRows(next)), transactions: gridOf(transactionRows(next)) };
  };
  /**
   * Records that came in are complete when they are checked first; until then the check before them answers.
   */
  const records = () => {
    if (intake !== null && !isFinished) {
      snapshot = intake.finish();
      isFinished = true;
    }
    return snapshot ?? notYet();
  };
  const current = () => held ?? notYet();
  const select = (
    name: "entries" | "transactions",
    { sort, filters, search, onlyFlagged, onlyPeriod }: RowsRequest,
  ) => {
    const { table, remembered } = (grids ?? notYet())[name];
    return remembered.of(table, { sort, filters, search, onlyFlagged, onlyPeriod }, current().wording);
  };
  function* check(
    of: Snapshot,
    { options, period, wording }: RunRequest & { readonly wording: DisplayFormat },
  ) {
    const { input } = of;
    const asked = { options, period: periodAsked(period, input, options), wording };
    const known = kept.find(input, asked);
    const made = known ?? (yield* checkAnew(input, asked));
    kept.keep(input, asked, made);
    return made;
  }
  function* checkAnew(input: CheckInput, { options, period, wording }: CheckAsked): InPasses<MadeCheck> {
    const beganMs = elapsedMs();
    const { decimals } = wording;
    const result = yield* reconcileInPasses(input, options, { period, sha256: sha256OfText, decimals });
    return { result, summary: summaryOf(input, result, wording, elapsedMs() - beganMs) };
  }

  return {
    begin: ({ head }) => {
      intake = new SnapshotIntake(head);
      isFinished = false;
      return null;
    },
    add: ({ table, from, batch }) => {
      (intake ?? notYet()).add(table, from, batch);
      return null;
    },
    human: ({ human }) => {
      const of = records();
      snapshot = { ...of, input: { ...of.input, human } };
      return null;
    },
    coming: ({ period, options }) => {
      const { input } = records();
      return comingCheck(input, periodAsked(period, input, options));
    },
    asRead: (request) => rowsAsRead(records(), request),
    *run(request) {
      const of = records();
      const { result, summary } = yield* check(of, request);
      hold(holdCheck(of, result, request.wording, decisions));
      shown = summary;
      return summary;
    },
    *whatIf(request) {
      const { summary } = yield* check(current().snapshot, request);
      return summary;
    },
    decided: ({ from, decisions: newer }) => {
      if (from > decisions.length) throw new Error("decisions are missing before these");
      decisions.length = from;
      addSharing(decisions, newer);
      return null;
    },
    review: () => {
      hold(reviewAgain(current(), decisions));
      const reviewed = current();
      const { result, input, wording, review } = reviewed;
      const earlier = earlierErrorsIn(result, input, (at) => review.findings[at]?.status ?? "open");
      return {
        verdict: verdictOf(result, wording.decimals, { ...review.progress, earlier }),
        ownErrors: result.counts.bySeverity.error - earlier.errors,
        amounts: classAmountsOf(reviewed),
        ...reviewSummaryOf(
          review,
          (at) => exceptionCurrency(reviewed, at),
          (at) => isBeforePeriod(reviewed, at),
        ),
      };
    },
    entries: (request) => pageOf(select("entries", request), request, (row) => walletRow(current(), row)),
    transactions: (request) =>
      pageOf(select("transactions", request), request, (row) => transactionRow(current(), row)),
    find: ({ table, id, rows }) => {
      const row = rowOf(idsOf(current(), table), id);
      return { index: row === -1 ? -1 : select(table, rows).indexOf(row) };
    },
    lookUp: (request) => {
      const { entries, transactions } = grids ?? notYet();
      return lookUp(current(), { entries: entries.table, transactions: transactions.table }, request);
    },
    vanished: ({ words }) => vanishedRecords(current(), words),
    totals: ({ table, rows, among, columns }) => {
      const passing = select(table, { ...rows, from: 0, count: 0 });
      const { table: of } = (grids ?? notYet())[table];
      currencies ??= rowCurrencies(current());
      return totalsOf(of, someOf(passing, among, idsOf(current(), table)), columns, currencies[table]);
    },
    exceptions: (request) => exceptionsPage(current(), request),
    selectable: (request) => selectableExceptions(current(), request),
    exception: ({ fingerprint }) => {
      const at = current().result.findings.findIndex((finding) => finding.fingerprint === fingerprint);
      return at === -1 ? null : exceptionAt(current(), at);
    },
    entry: ({ walletID }) => entryContext(current(), walletID),
    transaction: ({ payID }) => transactionContext(current(), payID),
    matchCandidates: (request) =>
      matchCandidates(current(), request, (search) => select(request.side, { ...ALL_ROWS, search })),
    matchedAmounts: (sides) => matchedAmounts(current(), sides),
    balance: ({ points }) => balanceHistory(current(), points),
    findings: () => current().result.findings,
    largestCauses: ({ count }) => largestCauses(current(), count),
    causes: () => current().result.causes,
    *checkAhead() {
      if (held === null || shown === null || !isKept(held.input)) return;
      const { snapshot: of, result, wording } = held;
      for (const period of monthsBeside(shown)) {
        yield* check(of, { options: result.options, period, wording });
      }
    },
  };
}

function gridOf(table: RowTable): Grid {
  return { table, remembered: new RememberedRows() };
}

function pageOf<R>(rows: Int32Array, { from, count }: RowsRequest, rowAt: (row: number) => R) {
  return { total: rows.length, rows: Array.from(rows.subarray(from, from + count), rowAt) };
}

function idsOf({ input }: HeldCheck, table: "entries" | "transactions"): Float64Array {
  return table === "entries" ? input.entries.walletID : input.transactions.payID;
}

/** Some of the rows that pass; records that are there no more are left out. */
function someOf(passing: Int32Array, some: SomeRows | null, ids: Float64Array): Int32Array {
  if (some === null) return passing;
  if (some.is === "stretch") return passing.subarray(some.from, some.to + 1);
  return Int32Array.from(some.ids, (id) => rowOf(ids, id)).filter((row) => row !== -1);
}

/** Asked before the records are whole or checked: what asked is out of date, and asks again when they are. */
function notYet(): never {
  throw new TieoutError("CANCELLED", "There is no check yet");
}
