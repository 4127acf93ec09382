/** What the service's provider is asked about what is raised: by its cause where several rows have one, else by its rule. */
import { formatAmount } from "../money.ts";
import { MOST_NAMED, shortIds } from "../words/ids.ts";
import { SHEETS } from "./sheet/sheets.ts";
import type { Cause } from "../reconcile/input/cause.ts";
import type { BreakCause, Finding } from "../reconcile/input/findings.ts";
import type { RuleId } from "../reconcile/input/rules.ts";

/** Where a break's cause asks something else than its rule. */
const BY_BREAK: Partial<Readonly<Record<BreakCause, string>>> = {
  recovery: "Please confirm that this balance is right, and that only the row before was wrong.",
  "not-applied":
    "Please look at the request that wrote this entry: did it end before it changed the balance? Please correct the balance, or tell us why the entry does not count.",
  "wrong-sign":
    "Please confirm whether the entry's direction or the balance is right, and correct the other one.",
  "applied-twice":
    "Please look at the request that wrote this entry: did it change the balance twice? Please correct the balance, or enter what else it holds.",
  "missing-entry":
    "Please look at what changed the balance between this row and the one before: did a request change it and end before it wrote its entry? Please enter what it was for, or correct the balance.",
};

const ASKED = {
  balance: "Please explain the difference, or correct the stated balance.",
  contents: "Please confirm which contents are right.",
  transaction: "Please tell us which transaction this entry belongs to.",
  arrival: "Please tell us when this payment reaches the wallet, or why it does not.",
  amount: "Please explain the amount, or correct it.",
  record: "Please explain the record, or correct it.",
  date: "Please tell us the right date, and correct it.",
  again:
    "Please look at the requests that wrote both entries: are both meant, or did one request come or run twice? If so, please reverse one of them.",
  refund: "Please confirm that the payment was taken back, and why.",
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
  "repeated-session": "again",
  "unapproved-entry": "approval",
  "orphan-payref": "transaction",
  "entry-for-unpaid": "transaction",
  "duplicate-entry": "again",
  "repeated-movement": "again",
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
  reversed: "refund",
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
  "date-ahead": "date",
  "opening-not-carried": "balance",
  "matched-by-hand": "record",
  "settled-by-hand": "record",
};

/**
 * What is asked about findings that one cause explains, or about one that none does: something that an engineer
 * of the provider can answer from the requests of these rows.
 *
 * @example questionAbout([orphan], null, 0) // 'Please tell us which transaction this entry belongs to.'
 */
export function questionAbout(findings: readonly Finding[], cause: Cause | null, decimals: number): string {
  const asked = cause === null ? null : questionOfCause(cause, findings, decimals);
  const question = asked ?? questionOf(findings[0] as Finding);
  return cause?.unique === false ? `${question} ${SAME_AMOUNTS}` : question;
}

/** Where all findings are, as a sentence about some says it. */
export const ALL_FINDINGS_ON = `all are on sheet ${SHEETS.exceptions.ref}, ${SHEETS.exceptions.name}, of the workbook`;
/** A branch may begin in a month before, and rows of it are no findings by themselves. */
const ROWS_ON = `each is on sheet ${SHEETS.wallet.ref}, ${SHEETS.wallet.name}, of the workbook of its month`;

/** @param where all are, which is said where not all are named */
function idsWords(ids: readonly number[], where: string): string {
  return ids.length <= MOST_NAMED ? shortIds(ids) : `${shortIds(ids)} (${where})`;
}

const SAME_AMOUNTS =
  "The amounts alone do not tell which records belong together: others fit as well. Please go by your own records.";

/** null where the cause asks no more than its finding. */
function questionOfCause(
  { kind, walletIDs, payIDs, amount }: Cause,
  [first, ...others]: readonly Finding[],
  decimals: number,
): string | null {
  const rows = `walletID ${idsWords(walletIDs, kind === "overwritten-entries" ? ROWS_ON : ALL_FINDINGS_ON)}`;
  const payments = `payID ${idsWords(payIDs, ALL_FINDINGS_ON)}`;
  const money = formatAmount(amount, decimals);
  switch (kind) {
    case "out-of-sequence":
      return `Please confirm that walletID ${first?.stretch?.order.join(", ") ?? ""} were applied in this order and that every balance is right. Then no amount is wrong.`;
    case "read-late":
      return `Please tell us what each of walletID ${first?.stretch?.walletIDs.join(", ") ?? ""} should state, and confirm that the balances after them are right. Did a request read the balance only after another one had changed it?`;
    case "overwritten-entries":
      return `What ${rows} moved, ${money}${walletIDs.length === 1 ? "" : " in all"}, is in no balance that leads to the newest one. Please look at the requests that wrote walletID ${idsWords(rowsAround(walletIDs, [first, ...others]), ROWS_ON)}: did two of them read one balance at once, or was ${walletIDs.length === 1 ? "this row" : "one of these rows"} put back without an entry? Please correct the balance, or tell us why the amount does not count.`;
    case "misstated-balance":
      return walletIDs.length < 2
        ? null
        : `Please correct the stated balance of walletID ${walletIDs.slice(0, -1).join(", ")}, or tell us why it differs. With walletID ${walletIDs.at(-1)} the balance is right again.`;
    case "not-applied":
      return first !== undefined && others.length > 0
        ? `Please confirm that ${rows} is entered by mistake: it repeats another entry, and its ${money} never reached the balance.`
        : null;
    case "missing-entries":
      return `The balance at ${rows} moved by ${money} without an entry, as much as ${payments} ${payIDs.length === 1 ? "lacks" : "lack"}. Please look at the requests for ${payIDs.length === 1 ? "this payment" : "these payments"}: did one change the balance and end before it wrote its entry? If so, please write the entry. If not, please tell us what moved the balance.`;
    case "missing-leg":
      return `The balance at ${rows} moved by ${money} without an entry: a part of what belongs to ${payments}. Please look at the requests for this payment: did one change the balance and end before it wrote all its entries? Please complete them, or tell us what moved the balance.`;
    case "settled-again":
      return `Please look at the requests that wrote ${rows}: was one payment settled again, such as by a message that came or was handled twice? If so, please reverse these entries. If not, please tell us what they are for.`;
    case "mistyped-payref":
    case "split-settlement":
    case "lumped-settlement":
      return `Please confirm that ${rows} ${walletIDs.length === 1 ? "settles" : "settle"} ${payments}, or tell us which ${walletIDs.length === 1 ? "transaction it belongs" : "transactions they belong"} to and when ${payIDs.length === 1 ? "this payment reaches" : "these payments reach"} the wallet.`;
    case "applied-twice":
    case "wrong-sign":
    case "single":
      return null;
  }
}

/** The rows of a branch, of a long one the first and the last, with those where the balance goes on beside it, ascending. */
function rowsAround(walletIDs: readonly number[], findings: readonly (Finding | undefined)[]): number[] {
  const broken = findings.flatMap((finding) => finding?.walletID ?? []);
  const own =
    walletIDs.length > MOST_NAMED ? [walletIDs[0] as number, walletIDs.at(-1) as number] : walletIDs;
  return [...new Set([...own, ...broken])].toSorted((a, b) => a - b);
}

function questionOf({ rule, cause }: Pick<Finding, "rule" | "cause">): string {
  return (cause === undefined ? undefined : BY_BREAK[cause]) ?? ASKED[BY_RULE[rule]];
}
