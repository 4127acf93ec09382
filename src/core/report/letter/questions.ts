/** What the service's provider is asked about a raised finding, by its rule. */
import type { BreakCause, Finding } from "../../reconcile/result/findings.ts";
import type { RuleId } from "../../reconcile/rules.ts";

/** Where a break's cause asks something else than its rule: one that an engineer of the provider can answer. */
const BY_CAUSE: Partial<Readonly<Record<BreakCause, string>>> = {
  recovery: "Please confirm that this balance is right, and that only the row before was wrong.",
  overwritten:
    "Please look at the requests that wrote these rows: did two of them read the same balance at once, or was the balance put back? Please enter what was lost, or tell us why it does not count.",
  "out-of-sequence":
    "Please confirm that every balance is right, and that the rows are numbered in another order than they were applied.",
  "read-late":
    "Please confirm that the balances after these rows are right, and tell us what each of the rows should state.",
};

const ASKED = {
  balance: "Please explain the difference, or correct the stated balance.",
  contents: "Please confirm which contents are right.",
  transaction: "Please tell us which transaction this entry belongs to.",
  arrival: "Please tell us when this payment reaches the wallet, or why it does not.",
  amount: "Please explain the amount, or correct it.",
  record: "Please explain the record, or correct it.",
  twice: "Please confirm whether both are meant. If not, reverse one of them.",
  missing: "Please send us the missing records, or explain why they are missing.",
  approval: "Please tell us when this entry is approved, and from when it counts.",
  change: "Please explain the change, and confirm that the record is final now.",
} as const;

/** Every rule: a notice may be raised, too. */
const BY_RULE: Readonly<Record<RuleId, keyof typeof ASKED>> = {
  "repeated-entry": "twice",
  "conflicting-entry": "contents",
  "chain-break": "balance",
  "pending-entry": "approval",
  "opening-balance": "missing",
  "history-gap": "missing",
  "negative-balance": "balance",
  "both-sides": "amount",
  "no-movement": "amount",
  "negative-amount": "amount",
  "out-of-order": "record",
  "repeated-session": "twice",
  "unapproved-entry": "approval",
  "orphan-payref": "transaction",
  "entry-for-unpaid": "transaction",
  "duplicate-entry": "twice",
  "repeated-movement": "twice",
  "wrong-business": "record",
  "wrong-user": "record",
  "before-created": "record",
  "entry-changed": "change",
  "entry-approved": "change",
  "entry-vanished": "missing",
  "entry-returned": "change",
  "repeated-transaction": "twice",
  "conflicting-transaction": "contents",
  "duplicate-payref": "twice",
  "unknown-cycle": "record",
  "unknown-role": "record",
  "before-history": "missing",
  "paid-without-entry": "arrival",
  "in-transit": "arrival",
  reversed: "arrival",
  "amount-mismatch": "amount",
  "currency-mismatch": "record",
  "settled-deleted": "record",
  "settled-flagged": "record",
  "payable-sum": "amount",
  "charged-amount": "amount",
  "milestone-total": "amount",
  "escrow-charge": "amount",
  "crowd-pay-fee": "amount",
  reference: "record",
  cycle: "record",
  "payment-url": "record",
  "task-dates": "record",
  "transaction-changed": "change",
  "transaction-vanished": "missing",
  "date-ahead": "record",
  "opening-not-carried": "balance",
  "matched-by-hand": "record",
  "settled-by-hand": "record",
};

/**
 * A break is asked about by its cause where that says more: a row that corrects the row before, or is only listed
 * in another order, is right itself.
 *
 * @example questionOf(orphan) // 'Please tell us which transaction this entry belongs to.'
 */
export function questionOf({ rule, cause }: Pick<Finding, "rule" | "cause">): string {
  return (cause === undefined ? undefined : BY_CAUSE[cause]) ?? ASKED[BY_RULE[rule]];
}
