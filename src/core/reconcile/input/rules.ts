/** The gravest first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** 0 is the gravest. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** What a rule looks at, be it one or the other; decides how its findings are placed. */
type RuleSubject = "entry" | "transaction" | "record";

/** What a rule uses besides its record: nothing, the entry before it, its tie, or that and a repetition. */
export type Ground = "itself" | "chain" | "tie" | "repeat";

/** Subject, usual severity (a finding may carry another where the rules say so), ground, what a letter asks about. */
type RuleFacts = Readonly<Record<string, readonly [RuleSubject, Severity, Ground, string]>>;

const BANK_FACTS = {
  "withdrawal-not-received": ["entry", "error", "itself", "payout"],
  "topup-without-payment": ["entry", "warning", "itself", "record"],
  "several-bank-lines": ["entry", "warning", "itself", "payout"],
  "short-by-fee": ["entry", "warning", "itself", "payout"],
  "received-without-withdrawal": ["entry", "warning", "itself", "payout"],
  "paid-without-topup": ["entry", "warning", "itself", "record"],
  "bank-line-found": ["entry", "info", "itself", "payout"],
} as const satisfies RuleFacts;

/** The rules by their public ids, which are in JSON, window, workbook and ledger and keep their meaning. */
const FACTS = {
  "repeated-entry": ["entry", "info", "itself", "twice"],
  "conflicting-entry": ["entry", "error", "itself", "contents"],
  "chain-break": ["entry", "error", "chain", "balance"],
  "pending-entry": ["entry", "warning", "chain", "approval"],
  "opening-balance": ["entry", "warning", "chain", "missing"],
  "history-gap": ["entry", "warning", "chain", "missing"],
  "negative-balance": ["entry", "error", "chain", "balance"],
  "both-sides": ["entry", "warning", "itself", "amount"],
  "no-movement": ["entry", "warning", "itself", "amount"],
  "negative-amount": ["entry", "error", "itself", "amount"],
  "out-of-order": ["entry", "warning", "chain", "record"],
  "repeated-session": ["entry", "warning", "itself", "again"],
  "unapproved-entry": ["entry", "warning", "chain", "approval"],
  "orphan-payref": ["entry", "error", "tie", "transaction"],
  "entry-for-unpaid": ["entry", "error", "tie", "transaction"],
  "duplicate-entry": ["entry", "error", "repeat", "again"],
  "repeated-movement": ["entry", "warning", "repeat", "again"],
  "wrong-business": ["entry", "error", "tie", "record"],
  "wrong-user": ["entry", "error", "tie", "record"],
  "before-created": ["entry", "warning", "tie", "record"],
  "entry-changed": ["entry", "error", "itself", "change"],
  "entry-approved": ["entry", "info", "itself", "change"],
  "entry-vanished": ["entry", "error", "itself", "missing"],
  "entry-returned": ["entry", "info", "itself", "change"],
  "repeated-transaction": ["transaction", "info", "itself", "twice"],
  "conflicting-transaction": ["transaction", "error", "itself", "contents"],
  "duplicate-payref": ["transaction", "error", "tie", "twice"],
  "unknown-cycle": ["transaction", "info", "itself", "record"],
  "unknown-role": ["transaction", "info", "itself", "record"],
  "before-history": ["transaction", "info", "tie", "missing"],
  "paid-without-entry": ["transaction", "error", "tie", "arrival"],
  "in-transit": ["transaction", "info", "tie", "arrival"],
  reversed: ["transaction", "error", "tie", "refund"],
  "amount-mismatch": ["transaction", "error", "tie", "amount"],
  "currency-mismatch": ["transaction", "error", "itself", "record"],
  "settled-deleted": ["transaction", "error", "tie", "record"],
  "settled-flagged": ["transaction", "warning", "tie", "record"],
  "payable-sum": ["transaction", "error", "itself", "amount"],
  "charged-amount": ["transaction", "error", "itself", "amount"],
  "milestone-total": ["transaction", "error", "itself", "amount"],
  "escrow-charge": ["transaction", "warning", "itself", "amount"],
  "crowd-pay-fee": ["transaction", "warning", "itself", "amount"],
  reference: ["transaction", "error", "itself", "record"],
  cycle: ["transaction", "error", "itself", "record"],
  "payment-url": ["transaction", "warning", "itself", "record"],
  "task-dates": ["transaction", "warning", "itself", "record"],
  "transaction-changed": ["transaction", "error", "itself", "change"],
  "transaction-vanished": ["transaction", "warning", "itself", "missing"],
  "date-ahead": ["record", "error", "chain", "date"],
  "opening-not-carried": ["entry", "error", "chain", "balance"],
  "matched-by-hand": ["entry", "info", "tie", "record"],
  "settled-by-hand": ["transaction", "info", "tie", "record"],
  ...BANK_FACTS,
} as const satisfies RuleFacts;

export type RuleId = keyof typeof FACTS;

/** In the words of an accountant, for legends and help. */
const WORDS: Readonly<Record<RuleId, string>> = {
  "repeated-entry": "The same entry came more than once in one pull; all copies are identical.",
  "conflicting-entry": "The same walletID came more than once in one pull with different contents.",
  "chain-break": "The stated balance does not follow from the balance before it and the movement.",
  "pending-entry": "An unapproved entry whose amount is not in the balance yet.",
  "opening-balance": "The history does not start at zero: the pull's limit may have cut it off.",
  "history-gap": "Two pulls did not overlap; the entries between them were never seen.",
  "negative-balance": "The balance falls below zero.",
  "both-sides": "Both credit and debit have an amount.",
  "no-movement": "Neither credit nor debit has an amount.",
  "negative-amount": "A credit or debit is below zero.",
  "out-of-order": "The entry is dated earlier than the one before it.",
  "repeated-session":
    "The same movement within a day in one session of the service: perhaps one operation, done twice.",
  "unapproved-entry": "Unapproved money is in the balance.",
  "orphan-payref": "No transaction has the entry's payref.",
  "entry-for-unpaid": "The entry is tied to a transaction that is not paid.",
  "duplicate-entry": "The same movement was entered again for one payment.",
  "repeated-movement": "The same movement within an hour: perhaps one, done twice.",
  "wrong-business": "Entry and transaction belong to different businesses.",
  "wrong-user": "Entry and transaction belong to different users.",
  "before-created": "The entry is older than its transaction.",
  "entry-changed": "An entry has changed since an earlier pull.",
  "entry-approved": "An entry that was unapproved in an earlier pull is approved now.",
  "entry-vanished": "An entry from an earlier pull is missing from a later one that reaches back to it.",
  "entry-returned": "An entry that had vanished has come back.",
  "repeated-transaction": "The same transaction came more than once in one pull; all copies are identical.",
  "conflicting-transaction": "The same payID came more than once in one pull with different contents.",
  "duplicate-payref": "Several transactions have the same payref.",
  "unknown-cycle": "The interface does not name this cycle; amount rules were skipped.",
  "unknown-role": "The caller's role is neither seller nor buyer.",
  "before-history": "Paid before the oldest entry held, so its entry cannot be seen.",
  "paid-without-entry": "Paid, but no entry in the wallet.",
  "in-transit": "Paid shortly before the period's end, not in the wallet yet: a timing difference.",
  reversed: "Entered and reversed: the entries add up to zero.",
  "amount-mismatch": "The entries of the payref do not add up to the expected amount.",
  "currency-mismatch": "The transaction's currency differs from that of its business or user.",
  "settled-deleted": "A deleted transaction has entries.",
  "settled-flagged": "A flagged transaction has entries.",
  "payable-sum": "The payable amount is not the charged amount plus fees.",
  "charged-amount": "The charged amount differs from the total of the item, tasks or goal.",
  "milestone-total": "The milestone's amount is not the sum of its tasks.",
  "escrow-charge": "The escrow charge differs between detail and fee.",
  "crowd-pay-fee": "A crowd-pay has an escrow fee.",
  reference: "The detail's reference is not the payref.",
  cycle: "The detail's type is not the cycle.",
  "payment-url": "The payment URL does not end in the payref.",
  "task-dates": "A complete task has no completion date.",
  "transaction-changed": "A transaction has changed since an earlier pull.",
  "transaction-vanished": "A transaction from an earlier pull is missing from a later one.",
  "date-ahead": "The record has a date that cannot be: later than what follows it, or than it was pulled.",
  "opening-not-carried": "The opening differs from the signed closing of the period before.",
  "matched-by-hand": "A person matched the entry with a transaction of another payref.",
  "settled-by-hand": "A person matched the transaction with entries that do not have its payref.",
  "withdrawal-not-received": "Money left the wallet, and the bank's statements have no line that it came to.",
  "topup-without-payment": "Money came as a top-up, and no line of the bank's statements paid it.",
  "several-bank-lines": "Several lines of the bank's statements could be what the entry came to.",
  "short-by-fee": "Less came than left, by what could be a fee, and nobody has said what it is.",
  "received-without-withdrawal":
    "The bank received the amount of an accepted withdrawal once more: it may have come twice.",
  "paid-without-topup":
    "The bank paid the amount of an accepted top-up once more: it may have been paid twice.",
  "bank-line-found": "One line of the bank, and nothing else, is the entry's; nobody has accepted it yet.",
};

/** All rules, in the order of every list of them. */
export const RULE_IDS = Object.keys(FACTS) as readonly RuleId[];

export const RULES = RULE_IDS.map((id) => {
  const [subject, severity] = FACTS[id];
  return { id, subject, severity, words: WORDS[id] };
});

/** What a decision on findings of a rule is tied to, besides their numbers. */
export function evidenceGround(rule: RuleId): Ground {
  return FACTS[rule][2];
}

/** What the service's provider is asked about findings of a rule; the questions are those of the letter. */
export function askedAbout<R extends RuleId>(rule: R): (typeof FACTS)[R][3] {
  return FACTS[rule][3];
}

/** Rules that only a bank's statements bring about: nothing names them where none is kept. */
export const IS_BANK_RULE: ReadonlySet<RuleId> = new Set(Object.keys(BANK_FACTS) as RuleId[]);

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
