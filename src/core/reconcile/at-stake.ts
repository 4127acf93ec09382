/** The amount at stake in a finding: what ranks it among others. It is never added up. */
import type { JsonValue } from "../canonical.ts";
import type { Transaction } from "../records/transaction.ts";
import type { CheckState } from "./chain/check-state.ts";
import type { RuleId } from "./input/rules.ts";
import type { FindingDraft } from "./input/findings.ts";

/** What the amounts of a check's findings are looked up in. */
interface StakeSource {
  readonly state: CheckState;
  /** By transaction row: the sum of the movements of its entries. */
  readonly netOf: (row: number) => number;
  /** By transaction row: its expected movement, NaN where unknown. */
  readonly expectedOf: (row: number) => number;
  /** Of a transaction that is no longer held: its expected movement, null where unknown. */
  readonly expectedOfVanished: (record: Transaction) => number | null;
}

/** An amount of either sign that a rule's finding is about. */
type Amount = (draft: FindingDraft, source: StakeSource) => number;

/** What the rules whose findings may have no difference rank by; the others have nothing at stake. */
const AMOUNTS: ReadonlyMap<RuleId, Amount> = new Map<RuleId, Amount>([
  ["orphan-payref", movementOf],
  ["repeated-session", movementOf],
  ["unapproved-entry", movementOf],
  ["entry-for-unpaid", movementOf],
  ["duplicate-entry", movementOf],
  ["repeated-movement", movementOf],
  ["wrong-business", movementOf],
  ["wrong-user", movementOf],
  ["before-created", movementOf],
  ["date-ahead", movementOf],
  ["entry-vanished", movementOf],
  ["entry-returned", movementOf],
  ["several-bank-lines", movementOf],
  ["short-by-fee", movementOf],
  ["received-without-withdrawal", movementOf],
  ["paid-without-topup", movementOf],
  ["before-history", expectedOfRow],
  ["transaction-vanished", expectedOfRow],
  ["currency-mismatch", netOfRow],
  ["settled-deleted", netOfRow],
  ["settled-flagged", netOfRow],
  ["duplicate-payref", netOfRow],
  ["negative-balance", balanceOf],
  ["negative-amount", (draft, source) => Math.min(...sidesOf(draft, source))],
  ["both-sides", (draft, source) => Math.min(...sidesOf(draft, source).map(Math.abs))],
  ["conflicting-entry", changedInEntry],
  ["entry-changed", changedInEntry],
  ["entry-approved", changedInEntry],
  ["conflicting-transaction", changedInTransaction],
  ["transaction-changed", changedInTransaction],
]);

/** Rules that had nothing at stake in runs that earlier versions kept. */
export const STAKED_SINCE: ReadonlySet<RuleId> = new Set(["negative-amount", "both-sides"]);

/** The amount at stake in a draft: integer in the service's unit, 0 or more, at most the largest safe. */
export function stakeFinder(source: StakeSource): (draft: FindingDraft) => number {
  return (draft) => {
    const { rule, difference } = draft.finding;
    const amount = difference ?? AMOUNTS.get(rule)?.(draft, source) ?? 0;
    return Number.isNaN(amount) ? 0 : Math.min(Math.abs(amount), Number.MAX_SAFE_INTEGER);
  };
}

function movementOf({ entryRow, entry }: FindingDraft, { state }: StakeSource): number {
  if (entry !== undefined) return entry.credit - entry.debit;
  return entryRow === undefined ? 0 : (state.movement[entryRow] as number);
}

function balanceOf({ entryRow }: FindingDraft, { state }: StakeSource): number {
  return entryRow === undefined ? 0 : (state.input.entries.balance[entryRow] as number);
}

function sidesOf({ entryRow }: FindingDraft, { state: { input } }: StakeSource): [number, number] {
  if (entryRow === undefined) return [0, 0];
  return [input.entries.credit[entryRow] as number, input.entries.debit[entryRow] as number];
}

function expectedOfRow({ transactionRow, transaction }: FindingDraft, source: StakeSource): number {
  if (transaction !== undefined) return source.expectedOfVanished(transaction) ?? 0;
  return transactionRow === undefined ? 0 : source.expectedOf(transactionRow);
}

function netOfRow({ transactionRow }: FindingDraft, { netOf }: StakeSource): number {
  return transactionRow === undefined ? 0 : netOf(transactionRow);
}

/** The largest difference of movement or balance. A side that is the same in all differs by nothing. */
function changedInEntry(draft: FindingDraft): number {
  const credits = valuesOf(draft, "credit_balance");
  const debits = valuesOf(draft, "debit_balance");
  const count = Math.max(credits.length, debits.length);
  const movements = Array.from({ length: count }, (_, at) => (credits[at] ?? 0) - (debits[at] ?? 0));
  return Math.max(spread(movements), spread(valuesOf(draft, "balance")));
}

/** The largest difference of charged or payable amount. */
function changedInTransaction(draft: FindingDraft): number {
  const charged = spread(valuesOf(draft, "fee.chargedamount"));
  return Math.max(charged, spread(valuesOf(draft, "fee.payableamount")));
}

/** The amounts of a field in all copies, or before and after; none where it is the same in all. */
function valuesOf({ finding: { copies, changes } }: FindingDraft, field: string): number[] {
  const copied = copies?.find((one) => one.field === field)?.values;
  if (copied !== undefined) return copied.map(amountIn);
  const change = changes?.find((one) => one.field === field);
  return change === undefined ? [] : [change.before, change.after].map(amountIn);
}

function amountIn(value: JsonValue | undefined): number {
  return typeof value === "number" ? value : 0;
}

function spread(amounts: readonly number[]): number {
  const least = amounts.reduce((a, b) => Math.min(a, b), Infinity);
  const most = amounts.reduce((a, b) => Math.max(a, b), -Infinity);
  return amounts.length === 0 ? 0 : most - least;
}
