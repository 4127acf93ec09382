/** Short texts that several sheets share: causes, how a transaction stands. */
import type { BreakCause, Finding, MismatchKind } from "../reconcile/input/findings.ts";
import { SETTLEMENT, type Settlement } from "../reconcile/input/result.ts";

export const STANDING: Readonly<Record<Settlement, { readonly words: string; readonly mark: string }>> = {
  [SETTLEMENT.notDue]: { words: "nothing due", mark: "–" },
  [SETTLEMENT.settled]: { words: "settled", mark: "√" },
  [SETTLEMENT.under]: { words: "settled short", mark: "×" },
  [SETTLEMENT.over]: { words: "settled over", mark: "×" },
  [SETTLEMENT.direction]: { words: "wrong direction", mark: "×" },
  [SETTLEMENT.unsettled]: { words: "paid, no entry", mark: "×" },
  [SETTLEMENT.inTransit]: { words: "in transit", mark: "○" },
  [SETTLEMENT.reversed]: { words: "reversed", mark: "×" },
  [SETTLEMENT.duplicated]: { words: "entered twice", mark: "×" },
  [SETTLEMENT.entryForUnpaid]: { words: "entry, not paid", mark: "×" },
  [SETTLEMENT.notJudged]: { words: "not judged", mark: "–" },
  [SETTLEMENT.settledTogether]: { words: "settled together", mark: "√" },
};

const CAUSE_WORDS: Readonly<Record<BreakCause, string>> = {
  "out-of-sequence": "listed in another order",
  "read-late": "balance read late",
  "misstated-balance": "misstated balance",
  recovery: "corrects the row before",
  overwritten: "overwritten",
  "not-applied": "not applied",
  "wrong-sign": "wrong sign",
  "applied-twice": "applied twice",
  "missing-entry": "missing entry",
};

/** What a break without a cause of its own is where no walletID lies between the two rows: no entry can be missing. */
export const WITHOUT_ENTRY = "movement without an entry";

/** The cause of a break where people read it; its key in JSON is another matter. */
export function breakCauseWords(cause: BreakCause, skipped: Finding["skipped"]): string {
  return cause === "missing-entry" && skipped?.count === 0 ? WITHOUT_ENTRY : CAUSE_WORDS[cause];
}

/** How an amount differs from what was expected, where people read it. */
const KIND_WORDS: Readonly<Record<MismatchKind, string>> = {
  direction: STANDING[SETTLEMENT.direction].words,
  "fee-missing": "fee not taken off",
  over: STANDING[SETTLEMENT.over].words,
  under: STANDING[SETTLEMENT.under].words,
};

/** The extra facts of a finding in one line: cause, kind, transposition, what lies between. */
export function causeWords({ cause, kind, transposition, skipped }: Finding): string {
  const parts: string[] = [];
  if (cause !== undefined) parts.push(breakCauseWords(cause, skipped));
  if (kind !== undefined) parts.push(KIND_WORDS[kind]);
  if (transposition === true) parts.push("two digits transposed");
  if (skipped !== undefined && skipped.count > 0) {
    const ids = skipped.count === 1 ? "1 walletID" : `${skipped.count} walletIDs`;
    parts.push(`${ids} between ${skipped.from} and ${skipped.to} never seen`);
  }
  return parts.join("; ");
}

/** Payrefs that may explain a finding: candidates for a movement without an entry, near ones for an orphan. */
export function candidateWords(finding: Finding): string {
  const all = likelyPayrefs(finding).join(", ");
  const equal = equalCandidatesSentence(finding);
  return equal === null ? all : `${all}. ${equal}`;
}

/** Payrefs of transactions that may explain a finding, the likeliest first. */
export function likelyPayrefs({
  candidates = [],
  suggestions = [],
}: Pick<Finding, "candidates" | "suggestions">): string[] {
  return [...candidates, ...suggestions];
}

/** What is said of several candidates, each of which is of the same amount; null of fewer. */
export function equalCandidatesSentence({ candidates = [] }: Pick<Finding, "candidates">): string | null {
  return candidates.length > 1 ? "They have the same amount: it does not tell which one is meant." : null;
}

/** What is said of several records that complete a match, or that it takes back, each by the same amount and by nothing else. */
export const EQUAL_FITS = "Several fit, by the same amount: it does not tell which one is meant.";
/** In place of what a payment still expects, where that is nothing. */
export const NOTHING_TO_SETTLE = "nothing to settle";

/** The payments that may explain a movement without an entry, in a sentence; null where there are none. */
export function candidateSentence(finding: Pick<Finding, "candidates">): string | null {
  const { candidates = [] } = finding;
  if (candidates.length === 0) return null;
  const equal = equalCandidatesSentence(finding);
  const which = equal === null ? "" : ` ${equal}`;
  return `Paid transactions of this amount without an entry: ${candidates.join(", ")}.${which}`;
}
