/** The rules by their public ids, which are in JSON, window, workbook and ledger and keep their meaning. */
export type Severity = "error" | "warning" | "info";

/** What a rule looks at; decides how its findings are placed and which sheet a link goes to. */
type RuleSubject = "entry" | "transaction";

interface Rule {
  readonly id: string;
  /** The usual severity; a finding may carry another where the rules say so. */
  readonly severity: Severity;
  readonly subject: RuleSubject;
  /** In the words of an accountant, for legends and help. */
  readonly words: string;
}

export const RULES = [
  {
    id: "repeated-entry",
    severity: "info",
    subject: "entry",
    words: "The same entry came more than once in one pull; all copies are identical.",
  },
  {
    id: "conflicting-entry",
    severity: "error",
    subject: "entry",
    words: "The same walletID came more than once in one pull with different contents.",
  },
  {
    id: "chain-break",
    severity: "error",
    subject: "entry",
    words: "The stated balance does not follow from the balance before it and the movement.",
  },
  {
    id: "pending-entry",
    severity: "warning",
    subject: "entry",
    words: "An unapproved entry whose amount is not in the balance yet.",
  },
  {
    id: "opening-balance",
    severity: "warning",
    subject: "entry",
    words: "The history does not start at zero: the pull's limit may have cut it off.",
  },
  {
    id: "history-gap",
    severity: "warning",
    subject: "entry",
    words: "Two pulls did not overlap; the entries between them were never seen.",
  },
  { id: "negative-balance", severity: "error", subject: "entry", words: "The balance falls below zero." },
  { id: "both-sides", severity: "warning", subject: "entry", words: "Both credit and debit have an amount." },
  {
    id: "no-movement",
    severity: "warning",
    subject: "entry",
    words: "Neither credit nor debit has an amount.",
  },
  { id: "negative-amount", severity: "error", subject: "entry", words: "A credit or debit is below zero." },
  {
    id: "out-of-order",
    severity: "warning",
    subject: "entry",
    words: "The entry is dated earlier than the one before it.",
  },
  {
    id: "unapproved-entry",
    severity: "warning",
    subject: "entry",
    words: "Unapproved money is in the balance.",
  },
  {
    id: "orphan-payref",
    severity: "error",
    subject: "entry",
    words: "No transaction has the entry's payref.",
  },
  {
    id: "entry-for-unpaid",
    severity: "error",
    subject: "entry",
    words: "The entry is tied to a transaction that is not paid.",
  },
  {
    id: "duplicate-entry",
    severity: "error",
    subject: "entry",
    words: "The same movement was entered again for one payment.",
  },
  {
    id: "wrong-business",
    severity: "error",
    subject: "entry",
    words: "Entry and transaction belong to different businesses.",
  },
  {
    id: "wrong-user",
    severity: "error",
    subject: "entry",
    words: "Entry and transaction belong to different users.",
  },
  {
    id: "before-created",
    severity: "warning",
    subject: "entry",
    words: "The entry is older than its transaction.",
  },
  {
    id: "entry-changed",
    severity: "error",
    subject: "entry",
    words: "An entry has changed since an earlier pull.",
  },
  {
    id: "entry-approved",
    severity: "info",
    subject: "entry",
    words: "An entry that was unapproved in an earlier pull is approved now.",
  },
  {
    id: "entry-vanished",
    severity: "error",
    subject: "entry",
    words: "An entry from an earlier pull is missing from a later one that reaches back to it.",
  },
  {
    id: "entry-returned",
    severity: "info",
    subject: "entry",
    words: "An entry that had vanished has come back.",
  },
  {
    id: "repeated-transaction",
    severity: "info",
    subject: "transaction",
    words: "The same transaction came more than once in one pull; all copies are identical.",
  },
  {
    id: "conflicting-transaction",
    severity: "error",
    subject: "transaction",
    words: "The same payID came more than once in one pull with different contents.",
  },
  {
    id: "duplicate-payref",
    severity: "error",
    subject: "transaction",
    words: "Several transactions have the same payref.",
  },
  {
    id: "unknown-cycle",
    severity: "info",
    subject: "transaction",
    words: "The interface does not name this cycle; amount rules were skipped.",
  },
  {
    id: "unknown-role",
    severity: "info",
    subject: "transaction",
    words: "The caller's role is neither seller nor buyer.",
  },
  {
    id: "before-history",
    severity: "info",
    subject: "transaction",
    words: "Paid before the oldest entry held, so its entry cannot be seen.",
  },
  {
    id: "paid-without-entry",
    severity: "error",
    subject: "transaction",
    words: "Paid, but no entry in the wallet.",
  },
  {
    id: "in-transit",
    severity: "info",
    subject: "transaction",
    words: "Paid shortly before the period's end, not in the wallet yet: a timing difference.",
  },
  {
    id: "reversed",
    severity: "error",
    subject: "transaction",
    words: "Entered and reversed: the entries add up to zero.",
  },
  {
    id: "amount-mismatch",
    severity: "error",
    subject: "transaction",
    words: "The entries of the payref do not add up to the expected amount.",
  },
  {
    id: "currency-mismatch",
    severity: "error",
    subject: "transaction",
    words: "The transaction's currency differs from that of its business or user.",
  },
  {
    id: "settled-deleted",
    severity: "error",
    subject: "transaction",
    words: "A deleted transaction has entries.",
  },
  {
    id: "settled-flagged",
    severity: "warning",
    subject: "transaction",
    words: "A flagged transaction has entries.",
  },
  {
    id: "payable-sum",
    severity: "error",
    subject: "transaction",
    words: "The payable amount is not the charged amount plus fees.",
  },
  {
    id: "charged-amount",
    severity: "error",
    subject: "transaction",
    words: "The charged amount differs from the total of the item, tasks or goal.",
  },
  {
    id: "milestone-total",
    severity: "error",
    subject: "transaction",
    words: "The milestone's amount is not the sum of its tasks.",
  },
  {
    id: "escrow-charge",
    severity: "warning",
    subject: "transaction",
    words: "The escrow charge differs between detail and fee.",
  },
  {
    id: "crowd-pay-fee",
    severity: "warning",
    subject: "transaction",
    words: "A crowd-pay has an escrow fee.",
  },
  {
    id: "reference",
    severity: "error",
    subject: "transaction",
    words: "The detail's reference is not the payref.",
  },
  { id: "cycle", severity: "error", subject: "transaction", words: "The detail's type is not the cycle." },
  {
    id: "payment-url",
    severity: "warning",
    subject: "transaction",
    words: "The payment URL does not end in the payref.",
  },
  {
    id: "task-dates",
    severity: "warning",
    subject: "transaction",
    words: "A complete task has no completion date.",
  },
  {
    id: "transaction-changed",
    severity: "error",
    subject: "transaction",
    words: "A transaction has changed since an earlier pull.",
  },
  {
    id: "transaction-vanished",
    severity: "warning",
    subject: "transaction",
    words: "A transaction from an earlier pull is missing from a later one.",
  },
  {
    id: "opening-not-carried",
    severity: "error",
    subject: "entry",
    words: "The opening differs from the signed closing of the period before.",
  },
  {
    id: "matched-by-hand",
    severity: "info",
    subject: "entry",
    words: "A person matched the entry with a transaction of another payref.",
  },
  {
    id: "settled-by-hand",
    severity: "info",
    subject: "transaction",
    words: "A person matched the transaction with entries that do not have its payref.",
  },
] as const satisfies readonly Rule[];

/** Rules that only people's decisions bring about: `check --json` counts them where they found something. */
export const HUMAN_RULES: ReadonlySet<RuleId> = new Set([
  "opening-not-carried",
  "matched-by-hand",
  "settled-by-hand",
]);

export type RuleId = (typeof RULES)[number]["id"];

/**
 * The rules of the entries whose stated balance is not the one before plus the movement: each carries a break
 * difference.
 */
export const BREAK_RULES: ReadonlySet<RuleId> = new Set(["chain-break", "pending-entry", "history-gap"]);
