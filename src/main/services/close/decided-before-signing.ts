/** Decisions between preparing and signing a month, which signing would have refused. */
import { TieoutError } from "../../../core/errors.ts";
import { formatCount } from "../../../core/money.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { FreezingStep } from "../../../core/review/close/month-states.ts";
import { isException } from "../../../core/review/decisions/review.ts";
import { decisionStates } from "../../../core/review/decisions/decision-state.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listDecisions, newestDecisionAt } from "../../ledger/people/decision.ts";
import { newestPullAt } from "../../ledger/pulls/pull.ts";
import type { Problem } from "../../ledger/proof/problem.ts";
import { runFindingsOf } from "../../ledger/people/run-document.ts";
import { closeLinks } from "../../ledger/trail/links-of.ts";
import { frozenRunDocument } from "./frozen/frozen-review.ts";

/**
 * Finds a signature that Tieout would have refused, because exceptions of the month were decided on since it
 * was prepared. After a pull in between nothing is said: it may have taken away what a decision depended on.
 *
 * @returns empty where there is none, and where the run that was signed cannot be read, which is a problem of
 *   its own
 */
export function decidedBeforeSigning(
  db: ReadableLedger,
  { id, month, frozen }: FreezingStep,
): readonly Problem[] {
  const link = closeLinks(db).get(id);
  if (link === undefined || newestPullAt(db, link) !== frozen.pullId) return [];
  const newest = newestDecisionAt(db, link);
  if (newest <= frozen.decisionId) return [];
  const raised = exceptionsSigned(db, frozen);
  const decisions = listDecisions(db).filter((decision) => decision.id <= newest);
  const decided = [...decisionStates(decisions)].filter(
    ([fingerprint, { inForce }]) => raised.has(fingerprint) && (inForce?.id ?? 0) > frozen.decisionId,
  ).length;
  if (decided === 0) return [];
  const what = `${formatCount(decided, "exception")} of ${monthTitle(month)}`;
  const sentence = `${what} ${decided === 1 ? "was" : "were"} decided on between preparing and signing the month`;
  return [{ code: "AUDIT_BROKEN", sentence, where: `link ${link}` }];
}

/** Fingerprints of the exceptions that the signed check raises. */
function exceptionsSigned(db: ReadableLedger, frozen: FreezingStep["frozen"]): ReadonlySet<string> {
  try {
    const fingerprints = new Set<string>();
    for (const finding of runFindingsOf(frozenRunDocument(db, frozen))) {
      if (isException(finding)) fingerprints.add(finding.fingerprint);
    }
    return fingerprints;
  } catch (error) {
    if (error instanceof TieoutError) return new Set();
    throw error;
  }
}
