/** Selects the undecided ones of some exceptions, for one decision on all of them. */
import type { Finding } from "../../reconcile/input/findings.ts";
import { type ReviewedFinding, isDecided, isException } from "./review.ts";

export interface Undecided {
  /** Open and reopened ones, each fingerprint once, in the order of the findings. */
  readonly chosen: readonly ReviewedFinding[];
  /** How many others that were asked for are decided on, and so left as they are. */
  readonly decided: number;
}

/** Without notices, which nobody decides on. Takes time in proportion to the findings. */
export function chooseUndecided(
  findings: readonly ReviewedFinding[],
  isAsked: (finding: Finding) => boolean,
): Undecided {
  const chosen = new Map<string, ReviewedFinding>();
  const decided = new Set<string>();
  for (const reviewed of findings) {
    const { finding, status } = reviewed;
    if (!isException(finding) || !isAsked(finding)) continue;
    if (isDecided(status)) decided.add(finding.fingerprint);
    else if (!chosen.has(finding.fingerprint)) chosen.set(finding.fingerprint, reviewed);
  }
  return { chosen: [...chosen.values()], decided: decided.size };
}
