/** The gravest first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** 0 is the gravest. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** What a rule looks at, be it one or the other; decides how its findings are placed. */
type RuleSubject = "entry" | "transaction" | "record";

export interface Rule<Id extends string> {
  readonly id: Id;
  /** The usual severity; a finding may carry another where the rules say so. */
  readonly severity: Severity;
  readonly subject: RuleSubject;
  /** In the words of an accountant, for legends and help. */
  readonly words: string;
}

function rulesOn<Id extends string>(
  subject: RuleSubject,
  rules: Readonly<Record<Id, readonly [severity: Severity, words: string]>>,
): Rule<Id>[] {
  const entries = Object.entries(rules) as [Id, readonly [Severity, string]][];
  return entries.map(([id, [severity, words]]) => ({ id, severity, subject, words }));
}

const BANK_RULES = rulesOn("entry", {
  "withdrawal-not-received": [
    "error",
    "Money left the wallet, and the bank's statements have no line that it came to.",
  ],
  "topup-without-payment": [
    "warning",
    "Money came as a top-up, and no line of the bank's statements paid it.",
  ],
  "several-bank-lines": [
    "warning",
    "Several lines of the bank's statements could be what the entry came to.",
  ],
  "short-by-fee": ["warning", "Less came than left, by what could be a fee, and nobody has said what it is."],
  "received-without-withdrawal": [
    "warning",
    "The bank received the amount of an accepted withdrawal once more: it may have come twice.",
  ],
  "paid-without-topup": [
    "warning",
    "The bank paid the amount of an accepted top-up once more: it may have been paid twice.",
  ],
  "bank-line-found": [
    "info",
    "One line of the bank, and nothing else, is the entry's; nobody has accepted it yet.",
  ],
});

/** The rules by their public ids, which are in JSON, window, workbook and ledger and keep their meaning. */
export const RULES = [
  ...rulesOn("entry", {
    "repeated-entry": ["info", "The same entry came more than once in one pull; all copies are identical."],
    "conflicting-entry": [
      "error",
      "The same walletID came more than once in one pull with different contents.",
    ],
    "chain-break": [
      "error",
      "The stated balance does not follow from the balance before it and the movement.",
    ],
    "pending-entry": ["warning", "An unapproved entry whose amount is not in the balance yet."],
    "opening-balance": [
      "warning",
      "The history does not start at zero: the pull's limit may have cut it off.",
    ],
    "history-gap": ["warning", "Two pulls did not overlap; the entries between them were never seen."],
    "negative-balance": ["error", "The balance falls below zero."],
    "both-sides": ["warning", "Both credit and debit have an amount."],
    "no-movement": ["warning", "Neither credit nor debit has an amount."],
    "negative-amount": ["error", "A credit or debit is below zero."],
    "out-of-order": ["warning", "The entry is dated earlier than the one before it."],
    "repeated-session": [
      "warning",
      "The same movement within a day in one session of the service: perhaps one operation, done twice.",
    ],
    "unapproved-entry": ["warning", "Unapproved money is in the balance."],
    "orphan-payref": ["error", "No transaction has the entry's payref."],
    "entry-for-unpaid": ["error", "The entry is tied to a transaction that is not paid."],
    "duplicate-entry": ["error", "The same movement was entered again for one payment."],
    "repeated-movement": ["warning", "The same movement within an hour: perhaps one, done twice."],
    "wrong-business": ["error", "Entry and transaction belong to different businesses."],
    "wrong-user": ["error", "Entry and transaction belong to different users."],
    "before-created": ["warning", "The entry is older than its transaction."],
    "entry-changed": ["error", "An entry has changed since an earlier pull."],
    "entry-approved": ["info", "An entry that was unapproved in an earlier pull is approved now."],
    "entry-vanished": [
      "error",
      "An entry from an earlier pull is missing from a later one that reaches back to it.",
    ],
    "entry-returned": ["info", "An entry that had vanished has come back."],
  }),
  ...rulesOn("transaction", {
    "repeated-transaction": [
      "info",
      "The same transaction came more than once in one pull; all copies are identical.",
    ],
    "conflicting-transaction": [
      "error",
      "The same payID came more than once in one pull with different contents.",
    ],
    "duplicate-payref": ["error", "Several transactions have the same payref."],
    "unknown-cycle": ["info", "The interface does not name this cycle; amount rules were skipped."],
    "unknown-role": ["info", "The caller's role is neither seller nor buyer."],
    "before-history": ["info", "Paid before the oldest entry held, so its entry cannot be seen."],
    "paid-without-entry": ["error", "Paid, but no entry in the wallet."],
    "in-transit": [
      "info",
      "Paid shortly before the period's end, not in the wallet yet: a timing difference.",
    ],
    reversed: ["error", "Entered and reversed: the entries add up to zero."],
    "amount-mismatch": ["error", "The entries of the payref do not add up to the expected amount."],
    "currency-mismatch": ["error", "The transaction's currency differs from that of its business or user."],
    "settled-deleted": ["error", "A deleted transaction has entries."],
    "settled-flagged": ["warning", "A flagged transaction has entries."],
    "payable-sum": ["error", "The payable amount is not the charged amount plus fees."],
    "charged-amount": ["error", "The charged amount differs from the total of the item, tasks or goal."],
    "milestone-total": ["error", "The milestone's amount is not the sum of its tasks."],
    "escrow-charge": ["warning", "The escrow charge differs between detail and fee."],
    "crowd-pay-fee": ["warning", "A crowd-pay has an escrow fee."],
    reference: ["error", "The detail's reference is not the payref."],
    cycle: ["error", "The detail's type is not the cycle."],
    "payment-url": ["warning", "The payment URL does not end in the payref."],
    "task-dates": ["warning", "A complete task has no completion date."],
    "transaction-changed": ["error", "A transaction has changed since an earlier pull."],
    "transaction-vanished": ["warning", "A transaction from an earlier pull is missing from a later one."],
  }),
  ...rulesOn("record", {
    "date-ahead": [
      "error",
      "The record has a date that cannot be: later than what follows it, or than it was pulled.",
    ],
  }),
  ...rulesOn("entry", {
    "opening-not-carried": ["error", "The opening differs from the signed closing of the period before."],
    "matched-by-hand": ["info", "A person matched the entry with a transaction of another payref."],
  }),
  ...rulesOn("transaction", {
    "settled-by-hand": ["info", "A person matched the transaction with entries that do not have its payref."],
  }),
  ...BANK_RULES,
] as const;

/** Rules that only a bank's statements bring about: nothing names them where none is kept. */
export const IS_BANK_RULE: ReadonlySet<RuleId> = new Set(BANK_RULES.map(({ id }) => id));

/**
 * Rules that only people's decisions bring about, or a bank's statements: `check --json` counts them where they found
 * something.
 */
export const HUMAN_RULES: ReadonlySet<RuleId> = new Set([
  "opening-not-carried",
  "matched-by-hand",
  "settled-by-hand",
  ...IS_BANK_RULE,
]);

export type RuleId = (typeof RULES)[number]["id"];

/** Entries whose stated balance is not the one before plus the movement: each carries a break difference. */
export const BREAK_RULES: ReadonlySet<RuleId> = new Set(["chain-break", "pending-entry", "history-gap"]);

/** What later pulls changed of records. Fingerprints of these findings are of the hashes of whole contents. */
export const CHANGE_RULES: ReadonlySet<RuleId> = new Set([
  "entry-changed",
  "entry-approved",
  "entry-vanished",
  "entry-returned",
  "transaction-changed",
  "transaction-vanished",
]);
