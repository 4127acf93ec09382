/** Selects the undecided exceptions of some rules, for one decision on all of them. */
import type { RuleId } from "../../reconcile/rules.ts";
import { type ReviewedFinding, isDecided, isException } from "./review.ts";

export interface ChosenByRule {
  /** Open and reopened ones, each fingerprint once, in the order of the findings. */
  readonly chosen: readonly ReviewedFinding[];
  /** How many others of the rules are decided on, and so left as they are. */
  readonly decided: number;
}

/**
 * Notes (findings of severity info) are left out: nobody waits for a decision on them. Takes time in
 * proportion to the findings.
 */
export function chooseByRule(findings: readonly ReviewedFinding[], rules: ReadonlySet<RuleId>): ChosenByRule {
  const chosen = new Map<string, ReviewedFinding>();
  const decided = new Set<string>();
  for (const reviewed of findings) {
    const { finding, status } = reviewed;
    if (!rules.has(finding.rule) || !isException(finding)) continue;
    if (isDecided(status)) decided.add(finding.fingerprint);
    else if (!chosen.has(finding.fingerprint)) chosen.set(finding.fingerprint, reviewed);
  }
  return { chosen: [...chosen.values()], decided: decided.size };
}
