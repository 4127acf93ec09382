/** The records that each rule uses besides the subject of its findings. */
import type { RuleId } from "../../reconcile/rules.ts";

/**
 * What a rule uses besides the record it is about: nothing, the entry before it in its chain, what it is tied
 * to, or that and the entry that it repeats.
 */
export type Ground = "itself" | "chain" | "tie" | "repeat";

/** By rule, in the order of RULES. */
export const GROUNDS: Readonly<Record<RuleId, Ground>> = {
  "repeated-entry": "itself",
  "conflicting-entry": "itself",
  "chain-break": "chain",
  "pending-entry": "chain",
  "opening-balance": "chain",
  "history-gap": "chain",
  "negative-balance": "chain",
  "both-sides": "itself",
  "no-movement": "itself",
  "negative-amount": "itself",
  "out-of-order": "chain",
  "repeated-session": "itself",
  "unapproved-entry": "chain",
  "orphan-payref": "tie",
  "entry-for-unpaid": "tie",
  "duplicate-entry": "repeat",
  "repeated-movement": "repeat",
  "wrong-business": "tie",
  "wrong-user": "tie",
  "before-created": "tie",
  "entry-changed": "itself",
  "entry-approved": "itself",
  "entry-vanished": "itself",
  "entry-returned": "itself",
  "repeated-transaction": "itself",
  "conflicting-transaction": "itself",
  "duplicate-payref": "tie",
  "unknown-cycle": "itself",
  "unknown-role": "itself",
  "before-history": "tie",
  "paid-without-entry": "tie",
  "in-transit": "tie",
  reversed: "tie",
  "amount-mismatch": "tie",
  "currency-mismatch": "itself",
  "settled-deleted": "tie",
  "settled-flagged": "tie",
  "payable-sum": "itself",
  "charged-amount": "itself",
  "milestone-total": "itself",
  "escrow-charge": "itself",
  "crowd-pay-fee": "itself",
  reference: "itself",
  cycle: "itself",
  "payment-url": "itself",
  "task-dates": "itself",
  "transaction-changed": "itself",
  "transaction-vanished": "itself",
  "date-ahead": "chain",
  "opening-not-carried": "chain",
  "matched-by-hand": "tie",
  "settled-by-hand": "tie",
};
