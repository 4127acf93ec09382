/** The words of review in the window. Numbers in them are formatted as everywhere. */
import { endorsedIn, type ReviewStatus } from "../../../core/review/decisions/review.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import { RULES, type RuleId } from "../../../core/reconcile/input/rules.ts";
import type { DecidedFinding, Decision, DecisionStatus } from "../../../core/review/decisions/decision.ts";
import type { SelectionSum } from "./selection.ts";
import { IN_NO_CURRENCY } from "../../../core/words/currency.ts";
import type { ReviewedCount } from "../../../core/words/verdict.ts";
import { walletOf } from "../../../core/words/wallet.ts";
import { ruleName } from "../../../core/words/rule.ts";
import type { ExceptionRow } from "../../bridge/protocol.ts";

const MEANINGS = new Map<RuleId, string>(RULES.map(({ id, words }) => [id, words]));

/** What a rule says, in an accountant's words. */
export function ruleMeaning(rule: RuleId): string {
  return MEANINGS.get(rule) ?? "";
}

/** What a line of the queue is about: its cause, else the rule that found it. */
export function findingTitle({ finding, cause }: Pick<ExceptionRow, "finding" | "cause">): string {
  return cause?.title || ruleName(finding.rule);
}

export const STATUS_WORDS: Readonly<Record<ReviewStatus, string>> = {
  open: "Open",
  explained: "Explained",
  accepted: "Accepted",
  raised: "Raised with the provider",
  reopened: "Reopened",
};

export const ACTION_WORDS: Readonly<Record<DecisionStatus, string>> = {
  explained: "Explain",
  accepted: "Accept",
  raised: "Raise",
  open: "Back to open",
};

/** What the note has to say under each decision. */
export const NOTE_ASKS: Readonly<Record<DecisionStatus, string>> = {
  explained: "Why the difference is understood",
  accepted: "Why it is accepted as it is",
  raised: "How the provider was asked: ticket, mail, date",
  open: "Any remark (the exception stays in the queue)",
};

/** The record a finding is about, the id first: `walletID 77 · payref A1 · payID 9`. */
export function findingSubject({
  walletID,
  payID,
  payref,
  userID,
}: Pick<DecidedFinding, "walletID" | "payID" | "payref" | "userID">): string {
  const parts = [
    walletID === null ? "" : `walletID ${walletID}`,
    walletID === null && payID !== null ? `payID ${payID}` : "",
    payref === null || payref === "" ? "" : payref,
    walletID !== null && payID !== null ? `payID ${payID}` : "",
  ];
  const named = parts.filter((part) => part !== "").join(" · ");
  // A wallet without an entry in the period is known by whose it is.
  return named === "" && userID !== null ? walletOf({ userID }) : named;
}

/** @example `Explained`, `Undone: open again`, of a reviewer's tick or remark on one `Reviewed` */
export function decisionWords({
  status,
  undoes,
  note,
}: Pick<Decision, "status" | "undoes"> & { readonly note?: string }): string {
  if (undoes === null && note !== undefined && endorsedIn(note) !== null) return "Reviewed";
  return undoes === null ? STATUS_WORDS[status] : `Undone: ${STATUS_WORDS[status].toLowerCase()} again`;
}

/** @example `41 of 63 reviewed` */
export function progressWords({ reviewed, total }: ReviewedCount): string {
  return `${formatAmount(reviewed)} of ${formatAmount(total)} reviewed`;
}

/** @example `2 open, 1 reopened` */
export function byStatusWords(byStatus: SelectionSum["byStatus"]): string {
  return byStatus
    .map(({ status, count }) => `${formatAmount(count)} ${status === "raised" ? "raised" : status}`)
    .join(", ");
}

/** @example `NGN 12,500 at stake, each event counted once`; '' where nothing is */
export function stakeWords({ stakes }: Pick<SelectionSum, "stakes">, decimals: number): string {
  const sums = stakes.map(({ currency, sum }) => {
    const amount = sum === null ? "a sum too large to be exact" : formatAmount(sum, decimals);
    if (currency !== null) return `${currency} ${amount}`;
    return stakes.length === 1 ? amount : `${amount} ${IN_NO_CURRENCY}`;
  });
  return sums.length === 0 ? "" : `${sums.join(", ")} at stake, each event counted once`;
}

/** @example `Accepted 12 findings` */
export function decidedWords(status: DecisionStatus, count: number): string {
  const verb = { explained: "Explained", accepted: "Accepted", raised: "Raised", open: "Put back to open" };
  return `${verb[status]} ${formatCount(count, "finding")}`;
}

/** Whether a decision was taken while a finding had different numbers. */
export function isOnOtherNumbers(finding: Pick<Finding, "fingerprint">, decision: Decision): boolean {
  return decision.fingerprint !== finding.fingerprint;
}

export function otherWords(finding: Pick<Finding, "fingerprint">, decision: Decision): string {
  return isOnOtherNumbers(finding, decision) ? "different numbers" : "different contents of its records";
}
