/** The decisions of a ledger that were reopened, whether or not somebody decided again since. */
import type { Finding } from "../../reconcile/result/findings.ts";
import type { Decision } from "../decisions/decision.ts";
import { decisionStates } from "../decisions/decision-state.ts";
import type { KnownVersions } from "../decisions/known-versions.ts";
import { exceptionKey } from "../decisions/review.ts";

/**
 * A decision is reopened where a record that it depends on says something else now, or where its rule raises
 * the same record with other numbers. One whose finding is simply gone is not: it was settled. Takes time in
 * proportion to findings and decisions.
 *
 * @param findings of the check of the whole history, and of the period that is reviewed
 * @param decisions in any order
 * @returns ids
 */
export function reopenedDecisions(
  findings: Iterable<Finding>,
  decisions: readonly Decision[],
  versions: KnownVersions,
): Set<number> {
  const raised = { fingerprints: new Set<string>(), keys: new Set<string>() };
  for (const finding of findings) {
    raised.fingerprints.add(finding.fingerprint);
    raised.keys.add(exceptionKey(finding));
  }
  const reopened = new Set<number>();
  for (const [fingerprint, { inForce }] of decisionStates(decisions)) {
    if (inForce === null) continue;
    const { finding, id } = inForce;
    const isRaised = raised.fingerprints.has(fingerprint);
    const isOtherwise = !isRaised && raised.keys.has(exceptionKey(finding));
    const { records } = finding;
    if (isOtherwise || (records !== undefined && versions.changesOf(records).length > 0)) reopened.add(id);
  }
  return reopened;
}
