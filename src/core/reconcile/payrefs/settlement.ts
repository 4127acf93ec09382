/** The amount of a payment that should reach the wallet, and the settlement basis most payments follow. */
import { addAmounts, formatAmount } from "../../money.ts";
import { type HeldNumbers, narrowNumbers, numbersBy } from "../input/column-kinds.ts";
import { SETTLEMENT_BASES, type SettlementBasis } from "../../options.ts";
import { foldCase, unescapeUnstorable } from "../../text.ts";
import { type OldestOfOpen, oldestSeen } from "../chain/before-history.ts";
import { CYCLE, type CheckInput, NO_TEXT } from "../input/input.ts";
import { type Matches, isPaidAtEnd } from "./match.ts";
import { unpaidWords } from "./tied-entries.ts";
import { type CheckResult, SKIP } from "../input/result.ts";
import { type Ties, isOneOfSeveral, type HandTie } from "./ties.ts";
import { type CheckState, endOf, entrySubject, transactionSubject } from "../chain/check-state.ts";
import type { FindingDraft } from "../input/findings.ts";
import { oncePer } from "../../once-per.ts";
import type { MilestoneTask, Transaction } from "../../records/transaction.ts";

interface Judgeable {
  /** By transaction row: one of SKIP. */
  readonly skip: Uint8Array;
  /** By label id: whether the role is the seller's. */
  readonly seller: (row: number) => boolean;
}

/** The folded role of each transaction row; null where there is none. */
export function roleOf({ transactions, labels }: CheckInput): (row: number) => string | null {
  const folded: string[] = [];
  return (row) => {
    const id = transactions.role[row] as number;
    if (id === NO_TEXT) return null;
    return (folded[id] ??= foldCase(unescapeUnstorable(labels.at(id))));
  };
}

/** Which transactions are judged. @param oldest of chains that open at another balance than zero */
export function expectationsOf(
  state: CheckState,
  otherCurrency: ReadonlySet<number>,
  oldest: OldestOfOpen,
): Judgeable {
  const { transactions } = state.input;
  const role = roleOf(state.input);
  const seller = (row: number) => role(row) === "seller";
  const skip = new Uint8Array(transactions.length);
  for (let row = 0; row < transactions.length; row += 1) {
    const oldestAtMs = oldestSeen(state, oldest, row);
    if (transactions.cycle[row] === CYCLE.unknown) skip[row] = SKIP.cycle;
    else if (transactions.cycle[row] === CYCLE.crowdPay && !seller(row)) skip[row] = SKIP.contribution;
    else if (otherCurrency.has(row)) skip[row] = SKIP.currency;
    else if (oldestAtMs !== undefined && (transactions.dateCreatedAtMs[row] as number) < oldestAtMs) {
      skip[row] = SKIP["before-history"];
    }
  }
  return { skip, seller };
}

/** What a seller's payment charges as at the check's end: the amount the fees are taken off or added to. */
function chargedAsAtEnd(state: CheckState, row: number): number {
  const { transactions } = state.input;
  if (transactions.cycle[row] === CYCLE.crowdPay) return raisedAsAtEnd(state, row);
  if (transactions.cycle[row] !== CYCLE.milestone) return transactions.chargedamount[row] as number;
  const { tasks, taskStart } = transactions;
  let sum = 0;
  for (let at = taskStart[row] as number; at < (taskStart[row + 1] as number); at += 1) {
    if (isCompleteAtEnd(state, at)) {
      sum = addAmounts(
        sum,
        tasks.taskamount[at] as number,
        () => `tasks of payID ${transactions.payID[row]}`,
      );
    }
  }
  return sum;
}

function raisedAsAtEnd(state: CheckState, row: number): number {
  const { transactions } = state.input;
  const raised = transactions.currentRaised[row] as number;
  if (state.period === null) return raised;
  const later = state.movedLater[transactions.payref[row] as number] ?? 0;
  return raisedLess(raised, later, transactions.payID[row] as number);
}

/**
 * current_raised carries no date: what its payref's later entries move is taken to have been raised after the
 * period's end.
 *
 * @throws TieoutError SUM_OVERFLOW naming the transaction
 */
export function raisedLess(raised: number, later: number, payID: number): number {
  return Math.max(
    0,
    addAmounts(raised, 0 - later, () => `entries of payID ${payID}`),
  );
}

/**
 * Whether a task is complete as at the check's end. A completion after it does not exist; one without a date cannot be placed, and
 * counts.
 */
export function isCompleteAtEnd({ input: { transactions }, period }: CheckState, task: number): boolean {
  const { complete, dateCompletedAtMs } = transactions.tasks;
  return complete[task] === 1 && !((dateCompletedAtMs[task] as number) > endOf(period));
}

function hasCompleteTask(state: CheckState, row: number): boolean {
  const { taskStart } = state.input.transactions;
  for (let at = taskStart[row] as number; at < (taskStart[row + 1] as number); at += 1) {
    if (isCompleteAtEnd(state, at)) return true;
  }
  return false;
}

function expectedInflow(state: CheckState, row: number, basis: SettlementBasis): number {
  const { transactions } = state.input;
  const cycle = transactions.cycle[row];
  if (cycle === CYCLE.milestone && !hasCompleteTask(state, row)) return 0;
  const charged = chargedAsAtEnd(state, row);
  if (cycle === CYCLE.crowdPay && charged === 0) return 0;
  const payID = transactions.payID[row] as number;
  return inflowOn(basis, charged, feesOf(state, row), () => expectationName(payID));
}

/** Names what a payment is expected to move, for an error. */
export function expectationName(payID: number): string {
  return `expected amount of payID ${payID}`;
}

function feesOf({ input: { transactions } }: CheckState, row: number): Fees {
  return {
    escrow: transactions.scrowfee[row] as number,
    tax: transactions.taxfee[row] as number,
    payable: transactions.cycle[row] === CYCLE.oneTime ? (transactions.payableamount[row] as number) : null,
  };
}

interface Fees {
  readonly escrow: number;
  readonly tax: number;
  /** As stated; null where it is the sum of the others. */
  readonly payable: number | null;
}

/** The inflow that a seller expects of an amount. @param of names it @throws TieoutError SUM_OVERFLOW */
export function inflowOn(
  basis: SettlementBasis,
  charged: number,
  { escrow, tax, payable }: Fees,
  of: () => string,
): number {
  switch (basis) {
    case "charged":
      return charged;
    case "less-escrow":
      return addAmounts(charged, 0 - escrow, of);
    case "less-fees":
      return addAmounts(addAmounts(charged, 0 - escrow, of), 0 - tax, of);
    case "payable":
      return payable ?? addAmounts(addAmounts(charged, escrow, of), tax, of);
  }
}

/**
 * What a transaction is expected to move, whether amount rules skip it or not.
 *
 * @returns a look-up by transaction row: + inflow, NaN where the amount is unknown (a cycle that the
 *   interface does not name, a contribution)
 */
export function knownExpectation(
  state: CheckState,
  { skip, seller }: Judgeable,
  basis: SettlementBasis,
): (row: number) => number {
  return (row) => {
    if (skip[row] === SKIP.cycle || skip[row] === SKIP.contribution) return Number.NaN;
    if (seller(row)) return expectedInflow(state, row, basis);
    return 0 - (state.input.transactions.payableamount[row] as number);
  };
}

/** By transaction row: the expected movement, + inflow; NaN where amount rules skip it. */
export function expectedMovements(
  state: CheckState,
  judgeable: Judgeable,
  basis: SettlementBasis,
): HeldNumbers {
  const known = knownExpectation(state, judgeable, basis);
  return numbersBy(state.input.transactions.length, (row) =>
    judgeable.skip[row] === SKIP.none ? known(row) : Number.NaN,
  );
}

/** What is judged of each transaction: what it expects, and why nothing is, where so. */
export interface Expectations {
  readonly judgeable: Judgeable;
  readonly basis: SettlementBasis;
  /** By transaction row: the expected movement, + inflow; NaN where amount rules skip it. */
  readonly expected: HeldNumbers;
}

/**
 * Transactions that a person matched together are judged as one: their lead expects what those of them come
 * to that are paid and not deleted, the others nothing. The first by payID that cannot be judged keeps the lead from
 * being judged, for the same reason.
 *
 * @throws TieoutError SUM_OVERFLOW naming the match
 */
export function judgeTogether(state: CheckState, ties: Ties, judged: Expectations): Expectations {
  const several = ties.byHand.filter(({ transactions }) => transactions.length > 1);
  if (several.length === 0) return judged;
  const { deleted } = state.input.transactions;
  const skip = judged.judgeable.skip.slice();
  const expected = Float64Array.from(judged.expected);
  for (const { id, transactions, lead } of several) {
    const due = transactions.filter((row) => isPaidAtEnd(state, row) && deleted[row] === 0);
    const unjudged = transactions.find((row) => judged.judgeable.skip[row] !== SKIP.none);
    const amounts = due.map((row) => judged.expected[row] as number);
    for (const row of transactions) {
      expected[row] = 0;
      skip[row] = SKIP.none;
    }
    skip[lead] = unjudged === undefined ? SKIP.none : (judged.judgeable.skip[unjudged] as number);
    expected[lead] =
      unjudged === undefined
        ? amounts.reduce((sum, amount) => addAmounts(sum, amount, () => `expected amounts of match ${id}`), 0)
        : Number.NaN;
  }
  return { ...judged, judgeable: { ...judged.judgeable, skip }, expected: narrowNumbers(expected) };
}

/**
 * The basis that equals the net of most paid one-time seller transactions that have entries, and whose bases
 * do not all give the same amount: exactly, or within the tolerance where none agrees exactly.
 */
export function decideBasis(
  state: CheckState,
  matches: Matches,
  judgeable: Judgeable,
): CheckResult["settlementBasis"] {
  const { transactions } = state.input;
  // By the places of the bases: names, and a list for each row, would take as long as the rest.
  const exact = new Int32Array(SETTLEMENT_BASES.length);
  const near = new Int32Array(SETTLEMENT_BASES.length);
  const amounts = new Float64Array(SETTLEMENT_BASES.length);
  const { tolerance, settlementBasis: given } = state.options;
  for (let row = 0; row < transactions.length; row += 1) {
    if (!isVoter(state, matches, judgeable, row)) continue;
    const charged = transactions.chargedamount[row] as number;
    const fees = feesOf(state, row);
    const of = () => expectationName(transactions.payID[row] as number);
    let differ = false;
    for (let at = 0; at < amounts.length; at += 1) {
      amounts[at] = inflowOn(SETTLEMENT_BASES[at] as SettlementBasis, charged, fees, of);
      differ ||= amounts[at] !== amounts[0];
    }
    if (!differ) continue;
    const net = matches.net[matches.ties.ofTransaction[row] as number] as number;
    for (let at = 0; at < amounts.length; at += 1) {
      const apart = Math.abs(net - (amounts[at] as number));
      if (apart === 0) exact[at] = (exact[at] as number) + 1;
      if (apart <= tolerance) near[at] = (near[at] as number) + 1;
    }
  }
  const isNear = !isAny(exact) && isAny(near);
  const votes = votesOf(isNear ? near : exact);
  const within = isNear ? { withinTolerance: true as const } : {};
  if (given !== "auto") return { used: given, source: "given", votes, ...within };
  const used = SETTLEMENT_BASES.reduce((best, basis) => (votes[basis] > votes[best] ? basis : best));
  return { used, source: votes[used] === 0 ? "default" : "detected", votes, ...within };
}

function isAny(counts: Int32Array): boolean {
  return counts.some((count) => count > 0);
}

function votesOf(counts: Int32Array): Record<SettlementBasis, number> {
  return Object.fromEntries(SETTLEMENT_BASES.map((basis, at) => [basis, counts[at]])) as Record<
    SettlementBasis,
    number
  >;
}

function isVoter(
  state: CheckState,
  { ties, transactionOf, entries }: Matches,
  judgeable: Judgeable,
  row: number,
): boolean {
  const tie = ties.ofTransaction[row] as number;
  return (
    state.input.transactions.cycle[row] === CYCLE.oneTime &&
    transactionOf[tie] === row &&
    (entries[tie] as number) > 0 &&
    !isOneOfSeveral(ties, row) &&
    judgeable.skip[row] === SKIP.none &&
    judgeable.seller(row) &&
    isPaidAtEnd(state, row)
  );
}

/** Amounts that a basis takes off what a seller's payment charges, none of them 0, each with its name. */
export function feesTakenOff(
  { input: { transactions } }: CheckState,
  row: number,
  basis: SettlementBasis,
): { readonly amount: number; readonly name: string }[] {
  const escrow = { amount: transactions.scrowfee[row] as number, name: "escrow fee" };
  const tax = { amount: transactions.taxfee[row] as number, name: "tax" };
  const taken = {
    charged: [],
    payable: [],
    "less-escrow": [escrow],
    "less-fees": [escrow, tax, { amount: escrow.amount + tax.amount, name: "escrow fee and tax" }],
  }[basis];
  return taken.filter(({ amount }) => amount !== 0);
}

// Findings on matched records: which match, with which records, and the sum.

/** Info findings on every entry and every transaction of the matches that the check uses. */
export function checkHandMatches(state: CheckState, matches: Matches, judged: Expectations): FindingDraft[] {
  return matches.ties.byHand.flatMap((match) => {
    const arithmetic = sayArithmetic(state, matches, judged, match);
    const settles = `settles ${payIDsOf(state, match.transactions)}`;
    const entries = match.entries.map((row): FindingDraft => {
      const message = `Manual match ${match.id}: its ${state.say(state.movement[row] as number)} ${settles}; ${arithmetic}.`;
      const subject = entrySubject(state, row);
      return {
        finding: { rule: "matched-by-hand", severity: "info", ...subject, match: match.id, message },
        entryRow: row,
      };
    });
    const settled = `settled by ${walletIDsOf(state, match.entries)}`;
    const transactions = match.transactions.map((row): FindingDraft => {
      const also = match.transactions.length === 1 ? "" : ` together with ${othersOf(state, match, row)}`;
      const message = `Manual match ${match.id}: ${settled}${also}; ${arithmetic}.`;
      const subject = transactionSubject(state, row);
      return {
        finding: { rule: "settled-by-hand", severity: "info", ...subject, match: match.id, message },
        transactionRow: row,
      };
    });
    return [...entries, ...transactions];
  });
}

/** What the match comes to beside what it should, entries that came along with a payref among it. */
function sayArithmetic(
  state: CheckState,
  matches: Matches,
  { expected }: Expectations,
  match: HandTie,
): string {
  const net = matches.net[match.tie] as number;
  const due = expected[match.lead] as number;
  const comes = `${sayEntries(matches, match)} to ${state.say(net)}`;
  if (!isPaidAtEnd(state, match.lead))
    return `${comes}, and ${payIDsOf(state, [match.lead])} ${unpaidWords(state, match.lead)}`;
  if (Number.isNaN(due)) return `${comes}, and what is expected is not judged`;
  if (net === due) return `${comes}, as expected`;
  const difference = addAmounts(net, 0 - due, `amounts of match ${match.id}`);
  return `${comes} where ${state.say(due)} is expected, a difference of ${state.say(difference)}`;
}

function sayEntries(matches: Matches, match: HandTie): string {
  const count = matches.entries[match.tie] as number;
  const along = count - match.entries.length;
  if (count === 1) return "1 entry comes";
  return `${formatAmount(count)} entries${along === 0 ? "" : `, ${formatAmount(along)} of them by payref,`} come`;
}

/** `payID 4, 7 and 9`, of long lists the first few. */
export function payIDsOf(state: CheckState, rows: readonly number[]): string {
  return `payID ${listed(few(rows).map(payIDIn(state)), rows.length)}`;
}

/** The transactions that are matched together with one, in the same words. */
function othersOf(state: CheckState, { transactions }: HandTie, row: number): string {
  // Of a match of thousands only the first few are named on each.
  const others = transactions.slice(0, MOST_LISTED + 1).filter((other) => other !== row);
  return `payID ${listed(few(others).map(payIDIn(state)), transactions.length - 1)}`;
}

function payIDIn({ input: { transactions } }: CheckState): (row: number) => number {
  return (row) => transactions.payID[row] as number;
}

function walletIDsOf({ input: { entries } }: CheckState, rows: readonly number[]): string {
  const shown = few(rows).map((row) => entries.walletID[row] as number);
  return `walletID ${listed(shown, rows.length)}`;
}

const MOST_LISTED = 5;

function few(rows: readonly number[]): readonly number[] {
  return rows.slice(0, MOST_LISTED);
}

/** @param count how many there are in all */
function listed(ids: readonly number[], count: number): string {
  const more = count - ids.length;
  if (more > 0) return `${ids.join(", ")} and ${more === 1 ? "1 other" : `${formatAmount(more)} others`}`;
  const last = ids.at(-1);
  return ids.length === 1 ? String(last) : `${ids.slice(0, -1).join(", ")} and ${last}`;
}

// The amount that a vanished transaction was expected to move.

/**
 * The expected movement of a transaction by its last version, as at the check's end.
 *
 * @returns + inflow; null where the amount is unknown (a cycle that the interface does not name, a
 *   contribution)
 * @throws TieoutError SUM_OVERFLOW naming the transaction
 */
export function expectedOfVanished(
  state: CheckState,
  record: Transaction,
  basis: SettlementBasis,
): number | null {
  const { detail, traderStatus, payableamount, payID, scrowfee: escrow, taxfee: tax } = record;
  if (detail.cycle === "unknown") return null;
  if (traderStatus === null || foldCase(unescapeUnstorable(traderStatus)) !== "seller") {
    return detail.cycle === "crowd-pay" ? null : 0 - payableamount;
  }
  const charged = chargedOf(state, record);
  if (charged === null) return 0;
  const payable = detail.cycle === "one-time" ? payableamount : null;
  return inflowOn(basis, charged, { escrow, tax, payable }, () => expectationName(payID));
}

/** What it charges as at the check's end; null where nothing is due yet. */
function chargedOf(state: CheckState, { detail, chargedamount, payref, payID }: Transaction): number | null {
  if (detail.cycle === "milestone") return sumOfComplete(state, detail.tasks, payID);
  if (detail.cycle !== "crowd-pay") return chargedamount;
  const { currentRaised } = detail;
  const movedLater = movedByPayref(state).get(payref) ?? 0;
  const raised = state.period === null ? currentRaised : raisedLess(currentRaised, movedLater, payID);
  return raised === 0 ? null : raised;
}

function sumOfComplete(state: CheckState, tasks: readonly MilestoneTask[], payID: number): number | null {
  const endMs = endOf(state.period);
  const complete = tasks.filter(
    ({ isComplete, dateCompletedAtMs }) => isComplete === 1 && (dateCompletedAtMs ?? -Infinity) <= endMs,
  );
  if (complete.length === 0) return null;
  return complete.reduce((sum, one) => addAmounts(sum, one.taskamount, () => `tasks of payID ${payID}`), 0);
}

/** Read only where a crowd-pay vanished: a check does without the texts of payrefs. */
const movedByPayref = oncePer(({ movedLater: moved, input: { payrefs } }: CheckState) => {
  const byPayref = new Map<string, number>();
  for (const [id, amount] of moved.entries()) if (amount !== 0) byPayref.set(payrefs.at(id), amount);
  return byPayref;
});
