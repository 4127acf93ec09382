/** The calls of the check worker, each answered from the one check that it holds. */
import { type CheckInput, NO_TEXT } from "../../../core/reconcile/input/input.ts";
import type { CheckOptions } from "../../../core/options.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { type Period, monthDays } from "../../../core/time.ts";
import type {
  AskedPeriod,
  CheckSummary,
  DisplayFormat,
  LookUpRequest,
  LookedUp,
  RowsRequest,
  SomeRows,
  WorkerCall,
  WorkerCalls,
  Rows,
  WalletRow,
  ColumnTotal,
  CurrencyTotal,
  WordedRun,
} from "../../bridge/protocol.ts";
import { type HeldCheck, holdCheck, reviewAgain } from "./held-check.ts";
import {
  type KnownBy,
  likeliestRows,
  vanishedRecords,
  entryContext,
  transactionContext,
  matchCandidates,
  matchedAmounts,
  periodAsked,
} from "./contexts.ts";
import { type RowTable, emptyColumns, withFigure } from "./row-table.ts";
import { selectRows, RememberedRows, rowsWhere } from "./select-rows.ts";
import { transactionRow, walletRow, transactionRows, walletRows, walletRowAsRead } from "./wallet-table.ts";
import { RecordCurrencies } from "../../../core/report/sheet/record-currencies.ts";
import { heldText } from "../../../core/clean-text.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { InPasses } from "../../../core/in-passes.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import { reconcileInPasses } from "../../../core/reconcile/reconcile.ts";
import { earlierErrorsIn } from "../../../core/review/decisions/earlier-errors.ts";
import { verdictOf } from "../../../core/words/verdict.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { rowOf } from "../../../core/sorted.ts";
import { addSharing } from "../decision-log.ts";
import { headlineOf } from "../../../core/report/exceptions/class-words.ts";
import {
  comingCheck,
  classAmountsOf,
  compareCurrencies,
  exceptionCurrency,
  reviewSummaryOf,
  summaryOf,
  balanceHistory,
} from "./review-summary.ts";
import { exceptionAt, exceptionsPage, selectableExceptions } from "./exceptions.ts";
import { sha256OfText, type Snapshot, SnapshotIntake } from "./snapshot.ts";
import { buildChains, existingRows } from "../../../core/reconcile/input/chains.ts";
import { countedInput } from "../../../core/reconcile/input/counted-dates.ts";
import { endOf } from "../../../core/reconcile/chain/check-state.ts";
import { entriesInPeriod } from "../../../core/reconcile/payrefs/period.ts";
import { figureAsked, type RowsAsReadRequest } from "../../bridge/rows.ts";

interface MadeCheck {
  readonly result: CheckResult;
  readonly summary: CheckSummary;
}

/** What a check depends on beside the records. */
interface CheckAsked {
  readonly options: CheckOptions;
  readonly period: Period | null;
  readonly wording: DisplayFormat;
}

/** Two years' months, the check that is shown and the one before it. */
const MOST_KEPT = 26;
/** Of all that are kept together, by `weightOf`: some 50 MB. */
export const MOST_WEIGHT = 3_200_000;
/** A finding with its cause takes as much as so many records. */
const FINDING_WEIGHT = 30;

/** What a check takes in memory, in records: of each some fifteen bytes are kept. */
function weightOf({
  result: { entryOutcomes, transactionOutcomes, findings },
}: Pick<MadeCheck, "result">): number {
  return (
    entryOutcomes.inPeriod.length + transactionOutcomes.inPeriod.length + FINDING_WEIGHT * findings.length
  );
}

/** Checks that were made lately or ahead: who goes back to a month, or on to the next, waits for none. */
export class KeptChecks {
  #input: CheckInput | null = null;
  /** By what was asked; the newest last. */
  readonly #made = new Map<string, MadeCheck>();
  #weight = 0;

  /** A check of exactly these records; null where none is kept. */
  find(input: CheckInput, asked: CheckAsked): MadeCheck | null {
    return input === this.#input ? (this.#made.get(JSON.stringify(asked)) ?? null) : null;
  }

  /** Keeps a check as the newest, and gives up the oldest that there is no room for any more. */
  keep(input: CheckInput, asked: CheckAsked, made: MadeCheck): void {
    if (input !== this.#input) this.clear();
    this.#input = input;
    const name = JSON.stringify(asked);
    this.#drop(name);
    this.#made.set(name, made);
    this.#weight += weightOf(made);
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= MOST_KEPT && this.#weight <= MOST_WEIGHT) break;
      this.#drop(oldest);
    }
  }

  /** Gives up all others sooner, and of these the first one first. */
  prefer(input: CheckInput, some: readonly CheckAsked[]): void {
    for (const asked of some) {
      const made = this.find(input, asked);
      if (made !== null) this.keep(input, asked, made);
    }
  }

  #drop(name: string): void {
    const made = this.#made.get(name);
    if (made !== undefined) this.#weight -= weightOf(made);
    this.#made.delete(name);
  }

  clear(): void {
    this.#made.clear();
    this.#weight = 0;
  }
}

/** The other months with entries, those nearest to the month of a check first; none where it is of no month. */
function monthsAround({ period, months }: CheckSummary): NonNullable<AskedPeriod>[] {
  const shown = monthOfPeriod(period);
  if (shown === null) return [];
  const away = (month: string) => Math.abs(monthNumber(month) - monthNumber(shown));
  return months
    .filter((month) => month !== shown)
    .toSorted((a, b) => away(a) - away(b))
    .flatMap((month) => monthDays(month) ?? []);
}

const monthNumber = (month: string) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5, 7));

const ENTRIES: KnownBy = { id: "walletID", texts: ["payref", "description"] };
const TRANSACTIONS: KnownBy = { id: "payID", texts: ["payref", "customer"] };

function lookUp(
  held: HeldCheck,
  tables: Readonly<Record<"entries" | "transactions", RowTable>>,
  { words, count }: LookUpRequest,
): LookedUp {
  const found = <Row>(table: RowTable, knownBy: KnownBy, rowAt: (row: number) => Row) => {
    const rows = selectRows(table, { ...WHOLE_HISTORY, search: words }, held.wording);
    const likeliest = likeliestRows(table, knownBy, rows, words, held.wording, count);
    return { total: rows.length, rows: likeliest.rows.map(rowAt), rank: likeliest.rank };
  };
  return {
    entries: found(tables.entries, ENTRIES, (row) => walletRow(held, row)),
    transactions: found(tables.transactions, TRANSACTIONS, (row) => transactionRow(held, row)),
    vanished: vanishedRecords(held, words).slice(0, count),
  };
}

const WHOLE_HISTORY = { sort: [], filters: {}, onlyFlagged: false, onlyPeriod: false };

/** Matches by hand change no currency that a record states, nor one of its wallet. */
const NO_HANDS = { ofEntry: new Map(), ofTransaction: new Map(), together: new Map() };

interface RowCurrencies {
  readonly entries: (row: number) => string | null;
  readonly transactions: (row: number) => string | null;
}

/** The currency of each row of the grids: of an entry its wallet's, of a transaction the one of its fees. */
function rowCurrencies({ input, result, snapshot }: HeldCheck): RowCurrencies {
  const currencies = new RecordCurrencies({ check: result, priorOutcomes: null, records: input }, NO_HANDS);
  const { currency } = input.transactions;
  // A million rows share a few texts.
  const stated = new Map<number, string>();
  return {
    entries: (row) => currencies.ofEntry(row),
    transactions: (row) => {
      const id = currency[row] ?? NO_TEXT;
      if (id === NO_TEXT) return currencies.ofPayment(row);
      const text = stated.get(id) ?? heldText(snapshot.labels.at(id));
      stated.set(id, text);
      return text === "" ? null : text;
    },
  };
}

type CallOutput<C extends WorkerCall> = WorkerCalls[C]["output"];

/** Calls that check give control back between passes, so that they can be called off while they run. */
export type CallAnswers = {
  readonly [C in WorkerCall]: (
    input: WorkerCalls[C]["input"],
  ) => C extends "run" | "whatIf" ? InPasses<CallOutput<C>> : CallOutput<C>;
};

/** The answers, and what is done while nobody asks: the months around the one that is shown are checked. */
export type WorkerAnswers = CallAnswers & { readonly checkAhead: () => InPasses<void> };

interface Grid {
  readonly table: RowTable;
  readonly remembered: RememberedRows;
}

const ALL_ROWS = { sort: [], filters: {}, onlyFlagged: false, onlyPeriod: false, from: 0, count: 0 };

function* checkAnew(input: CheckInput, { options, period, wording }: CheckAsked): InPasses<MadeCheck> {
  const { decimals } = wording;
  const result = yield* reconcileInPasses(input, options, { period, sha256: sha256OfText, decimals });
  return { result, summary: summaryOf(input, result, wording) };
}

export function createCalls(): WorkerAnswers {
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
  /** New records are whole when they are checked first; until then the check before them answers. */
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
  function* check(of: Snapshot, { options, period, wording }: WordedRun) {
    const { input } = of;
    const asked = { options, period: periodAsked(period, input, options), wording };
    const known = kept.find(input, asked);
    const made = known ?? (yield* checkAnew(input, asked));
    kept.keep(input, asked, made);
    return made;
  }

  return {
    begin: ({ head }) => {
      intake = new SnapshotIntake(head);
      isFinished = false;
      kept.clear();
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
      const amounts = classAmountsOf(reviewed);
      return {
        verdict: verdictOf(result, wording.decimals, { ...review.progress, earlier }),
        headline: headlineOf(result, amounts, wording.decimals, earlier),
        amounts,
        ...reviewSummaryOf(review, (at) => exceptionCurrency(reviewed, at)),
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
    emptyColumns: ({ table, rows }) => {
      const passing = select(table, { ...rows, from: 0, count: 0 });
      return { columns: emptyColumns((grids ?? notYet())[table].table, passing) };
    },
    totals: ({ table, rows, among, columns }) => {
      const passing = select(table, { ...rows, from: 0, count: 0 });
      const { table: of } = (grids ?? notYet())[table];
      currencies ??= rowCurrencies(current());
      const some = someOf(passing, among, idsOf(current(), table));
      const figure = figureAsked(rows);
      if (figure === undefined) return totalsOf(of, some, columns, currencies[table]);
      // Whatever a payment states, it is part of a figure of the currency that it is proven in.
      const { of: owner } = figure;
      const currencyAt = "currency" in owner ? () => owner.currency : currencies[table];
      return totalsOf(withFigure(of, figure), some, columns, currencyAt);
    },
    exceptions: (request) => exceptionsPage(current(), request),
    selectable: (request) => selectableExceptions(current(), request),
    exception: ({ fingerprint }) => {
      const at = current().result.findings.findIndex((finding) => finding.fingerprint === fingerprint);
      return at === -1 ? null : exceptionAt(current(), at);
    },
    entry: ({ walletID }) => entryContext(current(), walletID),
    bankAnswer: ({ walletID }) => {
      const { bank } = current().result;
      const answer = bank?.answers.find(({ movement }) => movement.walletID === walletID);
      return bank === undefined || answer === undefined ? null : { answer, places: bank.places };
    },
    transaction: ({ payID }) => transactionContext(current(), payID),
    matchCandidates: (request) =>
      matchCandidates(current(), request, (search) => select(request.side, { ...ALL_ROWS, search })),
    matchedAmounts: (sides) => matchedAmounts(current(), sides),
    balance: ({ points }) => balanceHistory(current(), points),
    findings: () => current().result.findings,
    causes: () => current().result.causes,
    *checkAhead() {
      if (held === null || shown === null) return;
      const { snapshot: of, input, result, wording } = held;
      const { options } = result;
      const months = monthsAround(shown).slice(0, MOST_KEPT - 2);
      const asked = months.map((month) => ({ options, period: periodAsked(month, input, options), wording }));
      const preferred = [...asked.toReversed(), { options, period: result.period, wording }];
      kept.prefer(input, preferred);
      let made: Pick<MadeCheck, "result"> = { result };
      let room = MOST_WEIGHT;
      for (const period of months) {
        room -= weightOf(made);
        // For the next one, and the one that was shown before.
        if (room < 2 * weightOf(made)) return;
        made = yield* check(of, { options, period, wording });
        kept.prefer(input, preferred);
      }
    },
  };
}

function gridOf(table: RowTable): Grid {
  return { table, remembered: new RememberedRows() };
}

type PartOfRows = Pick<RowsRequest, "from" | "count">;

function pageOf<R>(rows: Int32Array, { from, count }: PartOfRows, rowAt: (row: number) => R) {
  return { total: rows.length, rows: Array.from(rows.subarray(from, from + count), rowAt) };
}

function idsOf({ input }: HeldCheck, table: "entries" | "transactions"): ArrayLike<number> {
  return table === "entries" ? input.entries.walletID : input.transactions.payID;
}

/** Some of the rows that pass; records that are there no more are left out. */
function someOf(passing: Int32Array, some: SomeRows | null, ids: ArrayLike<number>): Int32Array {
  if (some === null) return passing;
  if (some.is === "stretch") return passing.subarray(some.from, some.to + 1);
  return Int32Array.from(some.ids, (id) => rowOf(ids, id)).filter((row) => row !== -1);
}

/** Asked before the records are whole or checked: what asked is out of date, and asks again when they are. */
function notYet(): never {
  throw new TieoutError("CANCELLED", "There is no check yet");
}

function rowsAsRead(snapshot: Snapshot, request: RowsAsReadRequest): Rows<WalletRow> {
  const { options, onlyPeriod } = request;
  const input = countedInput(snapshot.input, options.chainScope);
  const period = periodAsked(request.period, snapshot.input, options);
  const chains = buildChains(input.entries, options.chainScope, endOf(period));
  const inPeriod = entriesInPeriod({ period, chains, exists: existingRows(chains) });
  const rows = rowsWhere(onlyPeriod ? inPeriod : new Uint8Array(inPeriod.length).fill(1));
  return pageOf(rows, request, (row) => walletRowAsRead(snapshot, row, inPeriod[row] === 1));
}

/** A sum of safe integers that is exact however many they are, and whatever their order. */
export class ExactSum {
  #low = 0;
  /** What would have left the safe range. */
  #high = 0n;

  add(amount: number): void {
    const sum = this.#low + amount;
    if (Number.isSafeInteger(sum)) {
      this.#low = sum;
      return;
    }
    this.#high += BigInt(this.#low);
    this.#low = amount;
  }

  get value(): number | null {
    const sum = Number(this.#high + BigInt(this.#low));
    return Number.isSafeInteger(sum) ? sum : null;
  }
}

/** What was added up of one currency so far. */
interface RunningTotals {
  rows: number;
  readonly columns: readonly { amounts: number; readonly sum: ExactSum }[];
}

/**
 * @param keys columns of amounts
 * @returns currencies in the order of their names, the unknown one last
 */
function totalsOf(
  table: RowTable,
  rows: Int32Array,
  keys: readonly string[],
  currencyAt: (row: number) => string | null,
): CurrencyTotal[] {
  const columns = keys.map((key) => amountsOf(table, key));
  const byCurrency = new Map<string | null, RunningTotals>();
  for (const row of rows) {
    const currency = currencyAt(row);
    let running = byCurrency.get(currency);
    if (running === undefined) {
      running = { rows: 0, columns: columns.map(() => ({ amounts: 0, sum: new ExactSum() })) };
      byCurrency.set(currency, running);
    }
    running.rows += 1;
    for (let at = 0; at < columns.length; at += 1) {
      const amount = columns[at]?.(row) ?? Number.NaN;
      const column = running.columns[at];
      if (column === undefined || Number.isNaN(amount)) continue;
      column.amounts += 1;
      column.sum.add(amount);
    }
  }
  return [...byCurrency]
    .toSorted(([a], [b]) => compareCurrencies(a, b))
    .map(([currency, running]) => ({
      currency,
      rows: running.rows,
      columns: running.columns.map(({ amounts, sum }): ColumnTotal => ({ amounts, sum: sum.value })),
    }));
}

function amountsOf({ columns }: RowTable, key: string): (row: number) => number {
  const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
  if (column?.is !== "number" || column.shownAs !== "amount") throw new Error(`${key} holds no amounts`);
  return column.at;
}
