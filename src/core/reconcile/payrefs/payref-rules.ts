/** The payref rules: payments compared with what reached the wallet. */
import { HOUR_MS, DAY_MS } from "../../time.ts";
import { addAmounts, formatCount } from "../../money.ts";
import type { FindingDraft, MismatchKind } from "../input/findings.ts";
import { CYCLE, NO_PAYREF } from "../input/input.ts";
import { type Matches, isPaidAtEnd } from "./match.ts";
import { type Expectations, feesTakenOff, isCompleteAtEnd, payIDsOf } from "./settlement.ts";
import { isOneOfSeveral, type HandTie, type Ties } from "./ties.ts";
import { type CheckState, entrySubject, endOf, transactionSubject } from "../chain/check-state.ts";
import { hundredfoldWords, checkEntries } from "./tied-entries.ts";
import { type OldestOfOpen, oldestSeen } from "../chain/before-history.ts";
import type { PullClocks } from "../input/pull-clocks.ts";
import { SETTLEMENT, SKIP } from "../input/result.ts";
import { oncePer } from "../../once-per.ts";
import { NearTimes } from "../input/near-times.ts";

// The duplicate rule: the same movement entered again for one payment.

interface Duplicates {
  readonly drafts: readonly FindingDraft[];
  readonly rows: ReadonlySet<number>;
  /** Transaction rows whose amount is right once the repeats are left out. */
  readonly explained: ReadonlySet<number>;
}

function duplicateEntries(
  state: CheckState,
  tied: TiedRows,
  { judgeable, expected }: Expectations,
): Duplicates {
  const { entries, transactions } = state.input;
  const drafts: FindingDraft[] = [];
  const found = new Set<number>();
  const explained = new Set<number>();
  for (let transaction = 0; transaction < transactions.length; transaction += 1) {
    if (tied.firstRow[transaction] === NONE || transactions.cycle[transaction] !== CYCLE.oneTime) continue;
    if (judgeable.skip[transaction] !== SKIP.none || !isPaidAtEnd(state, transaction)) continue;
    const rows = rowsOfTransaction(tied, transaction);
    // Two that move different amounts repeat nothing.
    if (rows.length === 2 && state.movement[rows[0] as number] !== state.movement[rows[1] as number])
      continue;
    rows.sort((a, b) => (entries.walletID[a] as number) - (entries.walletID[b] as number));
    const firstOf = new Map<number, number>();
    const repeats = rows.filter((row) => {
      const movement = state.movement[row] as number;
      if (firstOf.has(movement)) return true;
      firstOf.set(movement, row);
      return false;
    });
    const of = `entries of payID ${transactions.payID[transaction]}`;
    const net = [...firstOf.keys()].reduce((sum, movement) => addAmounts(sum, movement, of), 0);
    if (repeats.length === 0 || Math.abs(net - (expected[transaction] as number)) > state.options.tolerance)
      continue;
    explained.add(transaction);
    const meaning =
      transactions.deleted[transaction] === 1
        ? ". The payment is deleted: if this was to take it back, it moves the wrong way"
        : "; without the repeat the payment settles";
    for (const row of repeats) {
      found.add(row);
      const movement = state.movement[row] as number;
      const first = entries.walletID[firstOf.get(movement) ?? row];
      const message = `Enters ${state.say(movement)} again, already entered as walletID ${first}${meaning}.`;
      const subject = entrySubject(state, row);
      drafts.push({
        finding: { rule: "duplicate-entry", severity: "error", ...subject, message },
        entryRow: row,
      });
    }
  }
  return { drafts, rows: found, explained };
}

const NONE = -1;

/**
 * The entries of each matched transaction that more than one has. Rows are chained in two columns: a list for each of half a million
 * transactions would take more memory than all records.
 */
interface TiedRows {
  /** By transaction row: one of its entries' rows, NONE where it has less than two. */
  readonly firstRow: Int32Array;
  /** By entry row: another of the same transaction, NONE after the last. */
  readonly nextRow: Int32Array;
}

function chainTiedRows({ input: { entries, transactions }, exists }: CheckState, matches: Matches): TiedRows {
  const firstRow = new Int32Array(transactions.length).fill(NONE);
  const nextRow = new Int32Array(entries.length);
  for (let row = 0; row < entries.length; row += 1) {
    const tie = matches.ties.ofEntry[row] as number;
    if (tie === NO_PAYREF || exists[row] === 0 || (matches.entries[tie] as number) < 2) continue;
    const transaction = matches.transactionOf[tie] as number;
    if (transaction === NONE || isOneOfSeveral(matches.ties, transaction)) continue;
    nextRow[row] = firstRow[transaction] as number;
    firstRow[transaction] = row;
  }
  return { firstRow, nextRow };
}

function rowsOfTransaction({ firstRow, nextRow }: TiedRows, transaction: number): number[] {
  const rows: number[] = [];
  for (let row = firstRow[transaction] as number; row !== NONE; row = nextRow[row] as number) rows.push(row);
  return rows;
}

interface PayrefOutcome {
  /** Consumed by the caller that collects them. */
  readonly drafts: FindingDraft[];
  /** Rows of the entries flagged duplicate-entry. */
  readonly duplicates: ReadonlySet<number>;
  /** By transaction row: one of SETTLEMENT. */
  readonly settlement: Uint8Array;
  /** Transaction rows flagged paid-without-entry. */
  readonly unsettled: readonly number[];
}

export function checkPayrefs(
  state: CheckState,
  matches: Matches,
  judged: Expectations,
  oldest: OldestOfOpen,
): PayrefOutcome {
  const drafts = checkEntries(state, matches);
  const tied = chainTiedRows(state, matches);
  const duplicates = duplicateEntries(state, tied, judged);
  for (const draft of duplicates.drafts) drafts.push(draft);
  const settlement = new Uint8Array(state.input.transactions.length);
  const unsettled: number[] = [];
  const judging: Judging = { state, matches, tied, judged, oldest, duplicated: duplicates.explained, drafts };
  for (let row = 0; row < settlement.length; row += 1) {
    settlement[row] = checkTransaction(judging, row);
    if (settlement[row] === SETTLEMENT.unsettled) unsettled.push(row);
  }
  return { drafts, duplicates: duplicates.rows, settlement, unsettled };
}

/** What all transactions are judged by: for one that settles, as nearly all do, nothing else is made. */
interface Judging {
  readonly state: CheckState;
  readonly matches: Matches;
  readonly tied: TiedRows;
  readonly judged: Expectations;
  readonly oldest: OldestOfOpen;
  /** Transaction rows whose amount is right once repeats are left out. */
  readonly duplicated: ReadonlySet<number>;
  /** Takes findings. */
  readonly drafts: FindingDraft[];
}

function addFinding(
  { state, drafts }: Judging,
  row: number,
  finding: Omit<FindingDraft["finding"], keyof ReturnType<typeof transactionSubject>>,
  more: Pick<FindingDraft, "outstanding" | "lacks"> = {},
): void {
  drafts.push({
    finding: { ...transactionSubject(state, row), ...finding },
    transactionRow: row,
    ...more,
  });
}

/** The rules about a transaction and its entries. @returns one of SETTLEMENT */
function checkTransaction(judging: Judging, row: number): number {
  const { state, matches } = judging;
  const { transactions } = state.input;
  const match = matches.ties.handOfTransaction.get(row);
  const chosen = matches.ofPayref[transactions.payref[row] as number] as number;
  if (chosen !== row) {
    const message = `Has the same payref as payID ${transactions.payID[chosen]}, which the entries are matched with.`;
    addFinding(judging, row, { rule: "duplicate-payref", severity: "error", message });
    if (match === undefined) return SETTLEMENT.notJudged;
  }
  const tie = matches.ties.ofTransaction[row] as number;
  const net = matches.net[tie] as number;
  if ((matches.entries[tie] as number) > 0) {
    if (transactions.deleted[row] === 1) {
      // Entries that cancel out are a refund done right.
      const severity = Math.abs(net) > state.options.tolerance ? "error" : "info";
      const message = `Deleted${againstWords(state, net, match)}`;
      addFinding(judging, row, { rule: "settled-deleted", severity, message });
    }
    if (transactions.flagged[row] === 1) {
      const message = `Flagged${againstWords(state, net, match)}`;
      addFinding(judging, row, { rule: "settled-flagged", severity: "warning", message });
    }
  }
  if (match !== undefined && match.lead !== row) return SETTLEMENT.settledTogether;
  return judgeAmount(judging, row, match);
}

function againstWords({ say }: CheckState, net: number, match: HandTie | undefined): string {
  const whose = match === undefined ? "its entries" : `the entries of match ${match.id}`;
  return net === 0 ? `; ${whose} cancel out.` : `, but ${whose} come to ${say(net)}.`;
}

/** Nil beside what a payment is expected to move. @param isDue false of one that is deleted or not paid */
function nilWords({ say }: CheckState, expected: number, isDue: boolean): string {
  if (!isDue && expected === 0) return ", and nothing is due";
  if (!isDue) return `, and nothing of ${say(Math.abs(expected))} is due`;
  return expected === 0 ? ", as expected" : ` where ${say(expected)} is expected`;
}

/** The amount rules for one transaction. @param match of one that was manually matched @returns its status */
function judgeAmount(judging: Judging, row: number, match: HandTie | undefined): number {
  const { state, matches, judged } = judging;
  const { transactions } = state.input;
  const tie = matches.ties.ofTransaction[row] as number;
  const entries = matches.entries[tie] as number;
  const net = matches.net[tie] as number;
  const expected = judged.expected[row] as number;
  const paid = isPaidAtEnd(state, row);
  const isDue = paid && transactions.deleted[row] === 0;
  if (entries === 0) return judgeUnsettled(judging, row, isDue);
  if (judged.judgeable.skip[row] !== SKIP.none) return SETTLEMENT.notJudged;
  const { tolerance } = state.options;
  const isSeveral = match !== undefined && match.transactions.length > 1;
  // Of several transactions a payment and its refund may well come to nil.
  const isReversed = matches.directions[tie] === 3 && net === 0;
  if (isReversed && !(isSeveral && Math.abs(expected) <= tolerance)) {
    const severity = isDue && Math.abs(expected) > tolerance ? "error" : "info";
    const message = `${byHandWords(match)}Entered and taken back: its ${entries} entries come to nil${nilWords(state, expected, isDue)}.`;
    const numbers = { expected, actual: net, difference: 0 - expected };
    addFinding(judging, row, { rule: "reversed", severity, ...numbers, message });
    return SETTLEMENT.reversed;
  }
  if (!paid) return SETTLEMENT.entryForUnpaid;
  if (judging.duplicated.has(row)) return SETTLEMENT.duplicated;
  // Within a tolerance a sum is exact.
  if (Math.abs(net - expected) <= tolerance) return SETTLEMENT.settled;
  return judgeMismatch(judging, row, net, match);
}

function byHandWords(match: HandTie | undefined): string {
  return match === undefined ? "" : `Manual match ${match.id}. `;
}

/** A transaction whose entries come to another amount. @returns its status */
function judgeMismatch(judging: Judging, row: number, net: number, match: HandTie | undefined): number {
  const { state, judged } = judging;
  const { payID } = state.input.transactions;
  const expected = judged.expected[row] as number;
  const isSeveral = match !== undefined && match.transactions.length > 1;
  const by = byHandWords(match);
  const difference = addAmounts(net, 0 - expected, () => `amounts of payID ${payID[row]}`);
  const size = Math.abs(net) > Math.abs(expected) ? "over" : "under";
  const fees = isSeveral || !judged.judgeable.seller(row) ? [] : feesTakenOff(state, row, judged.basis);
  const fee = fees.find(({ amount }) => amount === difference);
  const kind: MismatchKind = net === 0 - expected ? "direction" : fee === undefined ? size : "fee-missing";
  const apart = state.say(Math.abs(difference));
  if (kind === "under" && hasMoved(state, row, Math.abs(difference))) {
    const message = `${by}Its entries come to ${state.say(net)} where ${state.say(expected)} is expected. The ${apart} ${MOVED}`;
    const numbers = { expected, actual: net, difference };
    addFinding(judging, row, { rule: "in-transit", severity: "info", ...numbers, message });
    return SETTLEMENT.under;
  }
  const words = mismatchWords(kind, apart, {
    fee: fee?.name,
    isOpposite: Math.sign(net) * Math.sign(expected) === -1,
    times: timesWords(net, expected),
  });
  const of = isSeveral ? ` of ${payIDsOf(state, match.transactions)}` : "";
  const message = `${by}Its entries come to ${state.say(net)} where ${state.say(expected)} is expected${of}: ${words}.${amountWords(judging, row, difference)}`;
  const numbers = { expected, actual: net, difference, kind };
  addFinding(judging, row, { rule: "amount-mismatch", severity: "error", ...numbers, message });
  return kind === "direction" ? SETTLEMENT.direction : SETTLEMENT[size];
}

/** So many entries are named one by one. */
const MOST_NAMED = 5;

/** Of which of its records a difference is exactly the amount: entries without which they agree, tasks that none settles. */
function amountWords({ state, tied }: Judging, row: number, difference: number): string {
  const { entries, transactions } = state.input;
  const { tasks, taskStart } = transactions;
  const equal = rowsOfTransaction(tied, row)
    .filter((one) => state.movement[one] === difference)
    .map((one) => entries.walletID[one] as number)
    .toSorted((a, b) => a - b);
  if (equal.length > 0) {
    const which = equal.length === 1 ? "" : "one of ";
    const ids =
      equal.length > MOST_NAMED
        ? `${formatCount(equal.length, "entry")} of that amount`
        : `walletID ${equal.join(", ")}`;
    return ` Without ${which}${ids} they come to what is expected.`;
  }
  let unsettled = 0;
  for (let at = taskStart[row] as number; at < (taskStart[row + 1] as number); at += 1) {
    if (isCompleteAtEnd(state, at) && tasks.taskamount[at] === 0 - difference) unsettled += 1;
  }
  if (unsettled === 0) return "";
  return ` ${unsettled === 1 ? "One complete task is" : `${unsettled} complete tasks are each`} of that amount.`;
}

interface MismatchDetails {
  /** Its name, where one is missing. */
  readonly fee: string | undefined;
  readonly isOpposite: boolean;
  /** How many times the amount it is, in words; empty where that says nothing. */
  readonly times: string;
}

/** @param apart the difference without its sign */
function mismatchWords(
  kind: MismatchKind,
  apart: string,
  { fee, isOpposite, times }: MismatchDetails,
): string {
  if (kind === "direction") return `in the wrong direction, by ${apart}`;
  if (kind === "fee-missing") return `its ${fee} of ${apart} was not taken off`;
  if (isOpposite) return `in the other direction, and ${apart} apart`;
  return `too ${kind === "over" ? "much" : "little"}, by ${apart}${times}`;
}

function timesWords(net: number, expected: number): string {
  const words = hundredfoldWords(net, expected);
  return words === null ? "" : `, and ${words}`;
}

const MOVED =
  "may have come in while the newest pull ran, after its newest entry: a timing difference. Pull again.";

/**
 * Whether a shortfall may come of records that moved while the newest pull ran: of a payment, or of tasks
 * completed, after its newest entry. What a crowd-pay has raised carries no date: it is what that grew by
 * meanwhile.
 */
function hasMoved({ input, datePaidAtMs }: CheckState, row: number, short: number): boolean {
  const { tornAfterMs = Infinity } = input.pullClocks;
  if (tornAfterMs === Infinity) return false;
  const { cycle, payID, tasks, taskStart } = input.transactions;
  if (cycle[row] === CYCLE.crowdPay) {
    return short <= (raisedInPull(input.pullClocks).get(payID[row] as number) ?? 0);
  }
  if ((datePaidAtMs[row] as number) > tornAfterMs) return true;
  let late = 0;
  for (let at = taskStart[row] as number; at < (taskStart[row + 1] as number); at += 1) {
    const isLate = tasks.complete[at] === 1 && (tasks.dateCompletedAtMs[at] as number) > tornAfterMs;
    if (isLate) late += tasks.taskamount[at] as number;
  }
  return late >= short;
}

const raisedInPull = oncePer(
  ({ tornRaised = [] }: PullClocks) => new Map(tornRaised.map(({ payID, amount }) => [payID, amount])),
);

/** A transaction without entries: missing, on its way, before the history, or nothing due. */
function judgeUnsettled(judging: Judging, row: number, isDue: boolean): number {
  const { state, judged } = judging;
  const { transactions } = state.input;
  const expected = judged.expected[row] as number;
  const datePaid = state.datePaidAtMs[row] as number;
  const paidOn = () => (Number.isNaN(datePaid) ? "Paid" : `Paid ${state.wording.sayTime(datePaid)}`);
  const oldest = oldestSeen(state, judging.oldest, row);
  // Any payment that old, judged or not, is distinguished from one that is missing.
  if (oldest !== undefined && datePaid < oldest) {
    const message = `${paidOn()}, before the oldest entry held: its entry cannot be seen in this history.`;
    addFinding(judging, row, { rule: "before-history", severity: "info", message });
    return SETTLEMENT.notJudged;
  }
  if (judged.judgeable.skip[row] !== SKIP.none) return SETTLEMENT.notJudged;
  if (!isDue || expected === 0) return SETTLEMENT.notDue;
  // What a crowd-pay has raised carries no date; one that was not yet created is outstanding in later periods
  // only.
  const unborn = (transactions.dateCreatedAtMs[row] as number) > endOf(state.period);
  if (Number.isNaN(datePaid) && unborn) return SETTLEMENT.notDue;
  const due = state.say(expected);
  const numbers = { expected, actual: 0, difference: 0 - expected };
  const cutoff = (state.asOfMs ?? Infinity) - state.options.cutoffDays * DAY_MS;
  const isWithin = datePaid > cutoff;
  if (isWithin || hasMoved(state, row, Math.abs(expected))) {
    const message = isWithin
      ? `${paidOn()}, and its ${due} is not in the wallet yet: within the cut-off, a timing difference.`
      : `${paidOn()}, and its ${due} ${MOVED}`;
    addFinding(
      judging,
      row,
      { rule: "in-transit", severity: "info", ...numbers, message },
      { outstanding: true },
    );
    return SETTLEMENT.inTransit;
  }
  const message = `${paidOn()}, but no entry shows its ${due} in the wallet.`;
  const finding = { rule: "paid-without-entry", severity: "error", ...numbers, message } as const;
  addFinding(judging, row, finding, { outstanding: true, lacks: expected });
  return SETTLEMENT.unsettled;
}

// Movements of one payref within an hour that may be one, done twice.

const MISMATCHES: ReadonlySet<number> = new Set([SETTLEMENT.under, SETTLEMENT.over, SETTLEMENT.direction]);

/**
 * The entries that repeat a movement of their payref within an hour, where the payref's amounts do not agree
 * or no transaction has it, and nothing else says so of them.
 *
 * @param repeatedSessions rows of the entries flagged repeated-session
 */
export function repeatedMovements(
  state: CheckState,
  { ties, transactionOf }: Matches,
  { duplicates, settlement }: Pick<PayrefOutcome, "duplicates" | "settlement">,
  repeatedSessions: ReadonlySet<number>,
): FindingDraft[] {
  const { entries } = state.input;
  const drafts: FindingDraft[] = [];
  for (const rows of movementsOfPayrefs(state, ties, transactionOf, settlement)) {
    rows.sort((a, b) => (entries.walletID[a] as number) - (entries.walletID[b] as number));
    const earlier = new NearTimes(HOUR_MS);
    for (const row of rows) {
      const atMs = entries.dateCreatedAtMs[row] as number;
      const near = earlier.near(atMs);
      earlier.add(atMs, entries.walletID[row] as number);
      if (near === null || duplicates.has(row) || repeatedSessions.has(row)) continue;
      const moves = `Moves ${state.say(state.movement[row] as number)} like walletID ${near} of the same payref`;
      const message = `${moves}, at most an hour apart: perhaps one movement, done twice.`;
      const finding = { rule: "repeated-movement" as const, severity: "warning" as const, message };
      drafts.push({ finding: { ...entrySubject(state, row), ...finding }, entryRow: row });
    }
  }
  return drafts;
}

/** Rows of one user, payref and movement, where there are several; of payrefs that do not settle. */
function movementsOfPayrefs(
  { input: { entries }, movement, exists }: CheckState,
  ties: Ties,
  transactionOf: Int32Array,
  settlement: Uint8Array,
): number[][] {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < entries.length; row += 1) {
    const payref = entries.payref[row] as number;
    if (payref === NO_PAYREF || movement[row] === 0 || exists[row] === 0) continue;
    const transaction = transactionOf[ties.ofEntry[row] as number] as number;
    if (transaction !== -1 && !MISMATCHES.has(settlement[transaction] as number)) continue;
    const key = `${entries.userID[row]} ${payref} ${movement[row]}`;
    const rows = groups.get(key);
    if (rows === undefined) groups.set(key, [row]);
    else rows.push(row);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
