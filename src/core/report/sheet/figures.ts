/** Figures of one check that several sheets share: the row and findings of each record, sums by day and action. */
import type { Finding } from "../../reconcile/input/findings.ts";
import type { Decision } from "../../review/decisions/decision.ts";
import type { BoundChange } from "../../review/decisions/bound-records.ts";
import { type ReviewProgress, type ReviewStatus, isException } from "../../review/decisions/review.ts";
import { type MatchedRow, type MatchedRows, matchedRowsOf } from "./matched-rows.ts";
import type { CheckedRecords, ReportInput } from "./input.ts";
import { addAmounts } from "../../money.ts";
import { NO_PAYREF, NO_TEXT, actionAt } from "../../reconcile/input/input.ts";
import { heldText } from "../../clean-text.ts";
import { compareBytes } from "../../text.ts";
import { DAY_MS, type Day, ZoneClock } from "../../time.ts";
import { type Currencies, currenciesOf, areDistinct } from "./currencies.ts";
import { UNLIKE } from "./record-currencies.ts";
import { type Flow, addTo, flowIn } from "./flows.ts";
import type { FrozenMonth, OutstandingKind } from "../../review/close/close.ts";
import { type BankFigures, bankFiguresOf } from "./bank-states.ts";
import { frozenStepOf, signedBefore } from "./closing.ts";
import { type MovementCategory, categoryFinder } from "../../review/file/movement-rules.ts";

// Decisions on a check's findings, by row.

/** How a finding stands and the decision that says so: if reopened, that on former numbers or records. */
export interface Reviewed {
  readonly status: ReviewStatus;
  readonly decision: Decision | null;
  /** Where reopened: what the records it was decided on say otherwise now. */
  readonly changes: readonly BoundChange[];
}

interface Reviewing {
  readonly of: (finding: Finding) => Reviewed;
  readonly progress: ReviewProgress;
}

const OPEN: Reviewed = { status: "open", decision: null, changes: [] };

function reviewingOf({ review: { findings, progress } }: ReportInput): Reviewing {
  const reviewed = new Map<Finding, Reviewed>();
  for (const { finding, status, decision, before, changes } of findings) {
    if (status !== "open" || decision !== null)
      reviewed.set(finding, { status, decision: decision ?? before, changes });
  }
  return { of: (finding) => reviewed.get(finding) ?? OPEN, progress };
}

const UNDECIDED = [null, null] as const;

/** The Decision and Note columns of a record: of its match and its exceptions, each word and note once. */
export function decisionTexts(
  { of }: Reviewing,
  findings: readonly Finding[],
  hand?: MatchedRow,
): readonly [decision: string | null, note: string | null] {
  if (findings.length === 0 && hand === undefined) return UNDECIDED;
  const statuses = new Set<string>();
  const notes = new Set<string>();
  if (hand !== undefined) {
    statuses.add("matched");
    if (hand.match.note !== "") notes.add(hand.match.note);
  }
  for (const finding of findings) {
    if (!isException(finding)) continue;
    const { status, decision } = of(finding);
    statuses.add(status);
    if (decision !== null && decision.note !== "") notes.add(decision.note);
  }
  return [[...statuses].join(", ") || null, [...notes].join("; ") || null];
}

/** Which records of a check its figures are the sums of. */
export interface PeriodRows {
  readonly input: CheckedRecords;
  readonly clock: ZoneClock;
  /** The day of an instant, milliseconds UTC, on the ledger's clock. */
  readonly dayOf: (atMs: number) => Day;
  /** Rows of the Wallet table: an entry's row, or −1 − w where wallet w is brought forward. */
  readonly walletRows: Int32Array;
  /** By entry row: its row in the Wallet table, −1 when it is not in the period. */
  readonly entryAt: Int32Array;
  /** Of wallet w: its brought-forward row in the Wallet table; one more number than wallets. */
  readonly walletStart: readonly number[];
  /** Transaction rows of the period by ascending payID. */
  readonly transactionRows: Int32Array;
  /** By transaction row: its row in the Transactions table, −1 when it is not in the period. */
  readonly transactionAt: Int32Array;
  /** By transaction row: entries tied to it in the period, and their net. */
  readonly tiedEntries: Int32Array;
  readonly tiedNet: Float64Array;
  /** Entry rows of the period whose payref no transaction carries, in chain order. */
  readonly orphans: readonly number[];
  /** Entry rows of the period that nothing ties: without a payref, and not matched by hand. In chain order. */
  readonly untied: readonly number[];
  /** Entry rows of the period whose transaction is in another currency, or in several, in chain order. */
  readonly unlike: readonly number[];
  readonly currencies: Currencies;
  readonly flows: readonly BlockFlows[];
  /** Whether `=` of a spreadsheet tells the actions of entries apart. */
  readonly actionsDistinct: boolean;
}

export interface Figures extends PeriodRows {
  readonly input: ReportInput;
  /** A formula over amounts: rounded to the decimals shown where there are any, so that sums stay exact. */
  readonly round: (formula: string) => string;
  /** Every finding about a walletID or, for transaction rules, a payID. */
  readonly byWalletID: ReadonlyMap<number, readonly Finding[]>;
  readonly byPayID: ReadonlyMap<number, readonly Finding[]>;
  readonly reviewing: Reviewing;
  readonly hands: MatchedRows;
  /** null where no statements of a bank are kept. */
  readonly bank: BankFigures | null;
  /** What the month's rules say of an entry that nothing ties; null of what they say nothing. */
  readonly categoryOf: (row: number) => MovementCategory | null;
}

export interface BlockFlows {
  /** By action as its cell holds it ('' for none), in byte order; what looks alike is one line. */
  readonly actions: ReadonlyMap<string, Flow>;
  /** The same of entries alone that nothing ties. */
  readonly noPayref: ReadonlyMap<string, Flow>;
  /** By day in order, only days with entries. */
  readonly days: ReadonlyMap<Day, Flow>;
}

export function figuresOf(input: ReportInput): Figures {
  const hands = matchedRowsOf(input);
  return {
    ...periodRowsOf(input, currenciesOf(input, hands, signedCurrencies(input))),
    input,
    round: (formula) => (input.decimals === 0 ? formula : `ROUND(${formula},${input.decimals})`),
    ...groupFindings(input.check.findings),
    reviewing: reviewingOf(input),
    hands,
    bank: bankFiguresOf(input),
    categoryOf: categoriesOf(input),
  };
}

function categoriesOf({ workpaper, records, check, entryTexts }: ReportInput): Figures["categoryOf"] {
  const find = categoryFinder(workpaper?.movements ?? []);
  return (row) =>
    find({
      action: actionAt(records.entries.action[row] as number, records.labels),
      description: () => entryTexts(row).description,
      movement: check.entryOutcomes.movement[row] as number,
    });
}

export function periodRowsOf(input: CheckedRecords, currencies: Currencies): PeriodRows {
  const clock = new ZoneClock(input.check.options.timeZone);
  const dayOf = rememberingDay(clock);
  return {
    input,
    clock,
    dayOf,
    ...placeEntries(input),
    ...placeTransactions(input),
    currencies,
    ...sumEntries(input, currencies, dayOf),
  };
}

function placeEntries({ check, records }: CheckedRecords) {
  const { order, inPeriod } = check.entryOutcomes;
  const walletRows = new Int32Array(check.wallets.reduce((rows, { entries }) => rows + entries + 1, 0));
  const entryAt = new Int32Array(records.entries.length).fill(-1);
  const walletStart = [0];
  let next = 0;
  let at = 0;
  check.wallets.forEach(({ entries }, wallet) => {
    walletRows[at] = -1 - wallet;
    const end = at + 1 + entries;
    for (at += 1; at < end; next += 1) {
      const row = order[next];
      if (row === undefined) throw new Error("the check counts more entries than it holds");
      if (inPeriod[row] === 0) continue;
      walletRows[at] = row;
      entryAt[row] = at;
      at += 1;
    }
    walletStart.push(end);
  });
  return { walletRows, entryAt, walletStart };
}

function placeTransactions({ check, records }: CheckedRecords) {
  const { inPeriod } = check.transactionOutcomes;
  const transactionRows = rowsByPayID(records).filter((row) => inPeriod[row] === 1);
  const transactionAt = new Int32Array(records.transactions.length).fill(-1);
  transactionRows.forEach((row, at) => {
    transactionAt[row] = at;
  });
  return { transactionRows, transactionAt };
}

/** Transaction rows by ascending payID; a ledger's come in that order already. */
export function rowsByPayID({ transactions }: ReportInput["records"]): Int32Array {
  const { payID, length } = transactions;
  const rows = new Int32Array(length);
  let isSorted = true;
  for (let row = 0; row < length; row += 1) {
    rows[row] = row;
    isSorted &&= row === 0 || (payID[row - 1] as number) <= (payID[row] as number);
  }
  return isSorted ? rows : rows.toSorted((a, b) => (payID[a] as number) - (payID[b] as number));
}

/** The clock's day, remembered: entries of one day follow each other. */
function rememberingDay(clock: ZoneClock): (atMs: number) => Day {
  let number = Number.NaN;
  let day: Day | null = null;
  return (atMs) => {
    const at = Math.floor(clock.wallMs(atMs) / DAY_MS);
    if (day === null || at !== number) {
      day = clock.day(atMs);
      number = at;
    }
    return day;
  };
}

function sumEntries(
  { check, records }: CheckedRecords,
  currencies: Currencies,
  dayOf: (atMs: number) => Day,
) {
  const { order, inPeriod, movement, difference, periodAtMs, transaction } = check.entryOutcomes;
  const tiedEntries = new Int32Array(records.transactions.length);
  const tiedNet = new Float64Array(records.transactions.length);
  const orphans: number[] = [];
  const untied: number[] = [];
  const unlike: number[] = [];
  const flows = currencies.blocks.map(() => ({
    actions: new Map<string, Flow>(),
    noPayref: new Map<string, Flow>(),
    days: new Map<Day, Flow>(),
  }));
  const heldAction = heldActions(records);
  order.forEach((row) => {
    if (inPeriod[row] === 0) return;
    const moved = movement[row] as number;
    const off = difference[row] as number;
    const action = heldAction(row);
    const of = flows[currencies.ofEntry(row)];
    if (of === undefined) throw new Error("an entry is in no currency");
    addTo(flowIn(of.actions, action), moved, off);
    addTo(flowIn(of.days, dayOf(periodAtMs[row] as number)), moved, off);
    const tied = transaction[row] as number;
    if (tied === -1) {
      if (records.entries.payref[row] === NO_PAYREF) {
        addTo(flowIn(of.noPayref, action), moved, off);
        untied.push(row);
      } else orphans.push(row);
    } else {
      if (currencies.ofTransaction(tied) === UNLIKE) unlike.push(row);
      tiedEntries[tied] = (tiedEntries[tied] as number) + 1;
      tiedNet[tied] = addAmounts(tiedNet[tied] as number, moved, "entries of a payref");
    }
  });
  return {
    tiedEntries,
    tiedNet,
    orphans,
    untied,
    unlike,
    actionsDistinct: areDistinct(new Set(flows.flatMap(({ actions }) => [...actions.keys()]))),
    flows: flows.map(({ actions, noPayref, days }) => ({
      actions: sorted(actions),
      noPayref: sorted(noPayref),
      days: sorted(days),
    })),
  };
}

function sorted<Key extends string>(flows: ReadonlyMap<Key, Flow>): Map<Key, Flow> {
  return new Map([...flows].toSorted(([a], [b]) => compareBytes(a, b)));
}

/** The action of an entry, '' for none, with one kind of line end. */
export function actionOf(records: ReportInput["records"], row: number): string {
  return actionAt(records.entries.action[row] as number, records.labels);
}

/** The action of an entry as its cell will hold it; entries share a few actions, so each is made once. */
function heldActions(records: ReportInput["records"]): (row: number) => string {
  const held = new Map<number, string>();
  return (row) => {
    const id = records.entries.action[row] as number;
    const known = held.get(id);
    if (known !== undefined) return known;
    const text = id === NO_TEXT ? "" : heldText(records.labels.at(id));
    held.set(id, text);
    return text;
  };
}

function groupFindings(findings: readonly Finding[]) {
  const byWalletID = Map.groupBy(
    findings.filter(({ walletID }) => walletID !== null),
    ({ walletID }) => walletID as number,
  );
  const byPayID = Map.groupBy(
    findings.filter(({ walletID, payID }) => walletID === null && payID !== null),
    ({ payID }) => payID as number,
  );
  return { byWalletID, byPayID };
}

// C2: outstanding amounts by kind as they were signed: brought forward with the month before, carried forward
// with this one.

/** What was signed or prepared of outstanding items at a month's end. */
export interface SignedAmounts {
  /** Whether it was frozen for each currency by itself, as older versions did not. */
  readonly byCurrency: boolean;
  /** Of a kind, in a currency; null where each currency was not frozen by itself. */
  readonly of: (kind: OutstandingKind, currency: string | null) => number | null;
  /** Of a kind, over all currencies. */
  readonly ofAll: (kind: OutstandingKind) => number;
}

/** What was signed or prepared of each kind; null where nothing was. */
export interface SignedOutstanding {
  /** At the end of the month before. */
  readonly before: SignedAmounts | null;
  /** At the end of the exported month. */
  readonly now: SignedAmounts | null;
}

export function signedOutstanding(input: ReportInput): SignedOutstanding {
  const [before, now] = [signedBefore(input), frozenStepOf(input)];
  return {
    before: before === null ? null : amountsOf(before.frozen),
    now: now === null ? null : amountsOf(now.frozen),
  };
}

function amountsOf({ outstanding }: FrozenMonth): SignedAmounts {
  const byCurrency = outstanding.every(({ currency }) => currency !== undefined);
  return {
    byCurrency,
    of: (kind, currency) =>
      byCurrency ? sum(outstanding.filter((one) => one.kind === kind && one.currency === currency)) : null,
    ofAll: (kind) => sum(outstanding.filter((one) => one.kind === kind)),
  };
}

function sum(parts: FrozenMonth["outstanding"]): number {
  return parts.reduce((total, { amount }) => addAmounts(total, amount, "items that were signed"), 0);
}

/** Currencies in which anything was signed, one set for each month the exported one is compared with. */
function signedCurrencies(input: ReportInput): Set<string | null>[] {
  return [signedBefore(input), frozenStepOf(input)].map((step) => {
    const signed = (step?.frozen.outstanding ?? []).filter(({ amount }) => amount !== 0);
    return new Set(signed.flatMap(({ currency }) => (currency === undefined ? [] : [currency])));
  });
}
