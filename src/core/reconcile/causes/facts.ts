/** The facts of a check: the findings that events explain, with what their records say. */
import type { ChainScope } from "../../options.ts";
import { firstWhere } from "../../sorted.ts";
import { sameWallet, type OverwritingRow, offMainLine } from "../input/chains.ts";
import { type CheckInput, type TransactionColumns, rowsOf } from "../input/input.ts";
import type { CheckResult } from "../input/result.ts";
import { DAY_MS } from "../../time.ts";
import { roleOf } from "../payrefs/settlement.ts";
import type { Finding } from "../input/findings.ts";
import type { RuleId } from "../input/rules.ts";

// Branches of chains: rows that the newest balance does not go back to, because others overwrote them.

interface Branch {
  /** Of its rows, ascending. */
  readonly walletIDs: readonly number[];
  /** What its rows moved in all, without its sign. */
  readonly amount: number;
}

type Outcomes = Pick<CheckResult["entryOutcomes"], "order" | "movement" | "overwriting">;

/** What each row's balance goes on from, by positions in the order of a check. */
interface Lineage {
  readonly overwriting: readonly OverwritingRow[];
  /** Of the row that the balance goes on from; null for the oldest of a wallet. */
  readonly parentOf: (position: number) => number | null;
  /** Of the rows that are not met from the newest of a wallet by going from parent to parent, ascending. */
  readonly offMainLine: ReadonlySet<number>;
}

/** The lineage of all rows as at the check's end, in the time of a walk over the overwriting ones. */
export function lineageOf(
  { entries }: CheckInput,
  { order, overwriting }: Outcomes,
  scope: ChainScope,
): Lineage {
  const parents = new Map(overwriting.map(({ place, parent }) => [place, parent]));
  const isOldest = (position: number) =>
    position === 0 || !sameWallet(entries, scope, order[position - 1] as number, order[position] as number);
  return {
    overwriting,
    parentOf: (position) => parents.get(position) ?? (isOldest(position) ? null : position - 1),
    offMainLine: offMainLine(overwriting),
  };
}

/** Finds all branches as at the check's end. @returns an overwritten break's, by its place in the order */
export function branchFinder(
  input: CheckInput,
  outcomes: Outcomes,
  scope: ChainScope,
): (position: number) => Branch {
  const { order, movement } = outcomes;
  const { parentOf, offMainLine: off } = lineageOf(input, outcomes, scope);
  const branchAt = new Map<number, { readonly walletIDs: number[]; net: number }>();
  for (const position of off) {
    const joined = branchAt.get(parentOf(position) ?? -1);
    const branch = joined ?? { walletIDs: [], net: 0 };
    branchAt.set(position, branch);
    branch.walletIDs.push(input.entries.walletID[order[position] as number] as number);
    branch.net += movement[order[position] as number] as number;
  }
  return (position) => {
    const branch = branchAt.get(position - 1) ?? branchAt.get(position);
    if (branch === undefined) throw new Error("an overwritten break is of no branch");
    const { walletIDs, net } = branch;
    return { walletIDs, amount: Math.min(Math.abs(net), Number.MAX_SAFE_INTEGER) };
  };
}

/** A row of a fork, by positions in the order of a check. */
interface ForkedRow {
  readonly position: number;
  /** null for the oldest of a wallet. */
  readonly goesOnFrom: number | null;
  readonly isOnMainLine: boolean;
}

/** Rows of one fork that are shown. */
const MOST_FORKED = 40;
/** A row goes on from one at most so many before it. */
const MOST_BACK = 13;

/** The rows of the forks that a row is in, oldest first, from the one they begin at; none where it is in none. */
export function forkAround(
  { overwriting, parentOf, offMainLine: off }: Lineage,
  position: number,
): ForkedRow[] {
  let [from, to] = [position, position];
  let isForked = false;
  for (let at = firstWhere(overwriting, ({ place }) => place >= position); at < overwriting.length; at += 1) {
    const { place, parent } = overwriting[at] as OverwritingRow;
    if (place > to + MOST_BACK) break;
    if (parent > to) continue;
    if (place - Math.min(from, parent) >= MOST_FORKED) break;
    isForked = true;
    [from, to] = [Math.min(from, parent), place];
  }
  if (!isForked) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    position: from + index,
    goesOnFrom: parentOf(from + index),
    isOnMainLine: !off.has(from + index),
  }));
}

export type FactKind = "break" | "orphan" | "duplicate" | "unsettled" | "mismatch";

const KINDS: ReadonlyMap<RuleId, FactKind> = new Map<RuleId, FactKind>([
  ["chain-break", "break"],
  ["orphan-payref", "orphan"],
  ["duplicate-entry", "duplicate"],
  ["paid-without-entry", "unsettled"],
  ["amount-mismatch", "mismatch"],
]);

export interface CauseFact {
  readonly kind: FactKind;
  readonly finding: Finding;
  /** Its number among the facts, in the order of the findings. */
  readonly place: number;
  /** Names its wallet by the chain scope; a payment's is its own user's. */
  readonly wallet: string;
  /** dateCreated of an entry; datePaid of a payment, else dateCreated. Milliseconds UTC; NaN: neither. */
  readonly atMs: number;
  /** A break's difference, another entry's movement, what a payment is expected to move or misses. */
  readonly amount: number;
  /** Of an entry: its signed movement; 0 for a payment. */
  readonly movement: number;
  /** Of an entry: where it is in the chains' order; −1 for a payment. */
  readonly position: number;
  /** Whether it is a recovery of a row that lies before the period. */
  readonly correctsEarlier: boolean;
  /** What the break is a part of, whatever its amount; null for other facts. */
  readonly pattern: Pattern | null;
  /** null for other facts. */
  readonly payment: PaymentFigures | null;
}

/** A stretch of rows in another order, or a branch of overwritten ones. */
interface Pattern {
  readonly kind: "out-of-sequence" | "read-late" | "overwritten-entries";
  /** Of all its rows, ascending: the first tells it from others. */
  readonly walletIDs: readonly number[];
  /** Of a branch: what its rows moved in all, without its sign; null for a stretch. */
  readonly moved: number | null;
}

/** What of a payment may have reached the wallet by itself, and by what payments are paid out together. */
interface PaymentFigures {
  /** Of a seller: the amounts and the fees as they stand, each once, that are not what is meant as a whole. */
  readonly legs: readonly number[];
  /** customer.userID; 0 without one. */
  readonly customerID: number;
  /** datePaid as at the check's end, milliseconds UTC; NaN while unpaid. */
  readonly paidAtMs: number;
}

export type ExplainedCheck = Pick<CheckResult, "options" | "period" | "findings" | "entryOutcomes">;

/** An event of three or more records spans no more than this, milliseconds. */
export const MANY_SPAN_MS = 31 * DAY_MS;
/** An event of two records spans no more than this, milliseconds. */
export const TWO_SPAN_MS = 92 * DAY_MS;

/** The facts of a check, in the order of its findings. One walk over the records. */
export function factsOf(input: CheckInput, check: ExplainedCheck): CauseFact[] {
  const findings = check.findings.filter(({ rule }) => KINDS.has(rule));
  if (findings.length === 0) return [];
  const entries = findings.filter(({ walletID }) => walletID !== null);
  const payments = findings.slice(entries.length);
  return [
    ...entryFacts(input, check, entries),
    ...paymentFacts(input, check, payments).map((fact) => ({ ...fact, place: fact.place + entries.length })),
  ];
}

/** Findings on entries come in the order of the chains. */
function entryFacts(input: CheckInput, check: ExplainedCheck, findings: readonly Finding[]): CauseFact[] {
  const { order, movement, inPeriod } = check.entryOutcomes;
  const { walletID, dateCreatedAtMs } = input.entries;
  const patternOf = patternFinder(input, check);
  const facts: CauseFact[] = [];
  for (let position = 0; position < order.length && facts.length < findings.length; position += 1) {
    const row = order[position] as number;
    let finding = findings[facts.length];
    while (finding !== undefined && finding.walletID === walletID[row]) {
      const isBreak = finding.rule === "chain-break";
      facts.push({
        ...commonOf(check, finding, facts.length),
        atMs: dateCreatedAtMs[row] as number,
        amount: isBreak ? (finding.difference ?? 0) : (movement[row] as number),
        movement: movement[row] as number,
        position,
        correctsEarlier: finding.cause === "recovery" && inPeriod[order[position - 1] as number] === 0,
        pattern: patternOf(finding, position),
        payment: null,
      });
      finding = findings[facts.length];
    }
  }
  if (facts.length < findings.length) throw new Error("the findings on entries are not in the chains' order");
  return facts;
}

function patternFinder(
  input: CheckInput,
  { entryOutcomes, options: { chainScope } }: ExplainedCheck,
): (finding: Finding, position: number) => Pattern | null {
  let branchOf: ReturnType<typeof branchFinder> | null = null;
  return ({ cause, stretch }, position) => {
    if (cause === "overwritten") {
      branchOf ??= branchFinder(input, entryOutcomes, chainScope);
      const { walletIDs, amount } = branchOf(position);
      return { kind: "overwritten-entries", walletIDs, moved: amount };
    }
    if (cause !== "out-of-sequence" && cause !== "read-late") return null;
    return { kind: cause, walletIDs: stretch?.walletIDs ?? [], moved: null };
  };
}

function paymentFacts(input: CheckInput, check: ExplainedCheck, findings: readonly Finding[]): CauseFact[] {
  const { payID, datePaidAtMs, dateCreatedAtMs, customerID } = input.transactions;
  const role = roleOf(input);
  const rows = rowsOf(
    payID,
    findings.map((finding) => finding.payID ?? -1),
  );
  const endMs = check.period?.toMs ?? Infinity;
  return findings.map((finding, place) => {
    const row = rows.get(finding.payID ?? -1) as number;
    const datePaid = datePaidAtMs[row] as number;
    const paidAtMs = datePaid <= endMs ? datePaid : Number.NaN;
    const amount = 0 - (finding.difference ?? 0);
    const legs = role(row) === "seller" ? legsOf(input.transactions, row) : [];
    return {
      ...commonOf(check, finding, place),
      atMs: Number.isNaN(paidAtMs) ? (dateCreatedAtMs[row] as number) : paidAtMs,
      amount,
      movement: 0,
      position: -1,
      correctsEarlier: false,
      pattern: null,
      payment: {
        legs: legs.filter((leg) => leg !== amount),
        // Asked for of few.
        get customerID() {
          return customerID.at(row) ?? 0;
        },
        paidAtMs,
      },
    };
  });
}

/** What a service that books gross amounts and fees apart moves for a seller's payment, each once. */
function legsOf({ chargedamount, payableamount, scrowfee, taxfee }: TransactionColumns, row: number) {
  const [escrow, tax] = [scrowfee[row] as number, taxfee[row] as number];
  const fees = [escrow, tax, escrow + tax].map((fee) => 0 - fee);
  return [...new Set([chargedamount[row] as number, payableamount[row] as number, ...fees])];
}

function commonOf({ options }: ExplainedCheck, finding: Finding, place: number) {
  const { rule, userID, businessID } = finding;
  const wallet = options.chainScope === "user" ? `${userID}` : `${userID} ${businessID}`;
  return { kind: KINDS.get(rule) as FactKind, finding, place, wallet };
}
