/** The facts of a check: the findings that events explain, with what their records say. */
import { DAY_MS } from "../../time.ts";
import type { CheckInput, TransactionColumns } from "../input.ts";
import { roleOf } from "../payrefs/settlement.ts";
import { branchFinder } from "./branches.ts";
import { rowsOf } from "../record-rows.ts";
import type { Finding } from "../result/findings.ts";
import type { CheckResult } from "../result/result.ts";
import type { RuleId } from "../rules.ts";

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
  /**
   * dateCreated of an entry; datePaid of a payment, else dateCreated. Milliseconds UTC, NaN without either.
   */
  readonly atMs: number;
  /**
   * The difference of a break, the movement of another entry, what a payment is expected to move or still
   * misses.
   */
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
export interface Pattern {
  readonly kind: "out-of-sequence" | "read-late" | "overwritten-entries";
  /** Of all its rows, ascending: the first tells it from others. */
  readonly walletIDs: readonly number[];
  /** Of a branch: what its rows moved in all, without its sign; null for a stretch. */
  readonly moved: number | null;
}

/** What of a payment may have reached the wallet by itself, and by what payments are paid out together. */
export interface PaymentFigures {
  /** Of a seller: the amounts and the fees as they stand, each once, that are not what is meant as a whole. */
  readonly legs: readonly number[];
  /** customer.userID; 0 without one. */
  readonly customerID: number;
  /** datePaid as at the check's end, milliseconds UTC; NaN while unpaid. */
  readonly paidAtMs: number;
}

/** What of a check its causes are found from. */
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
