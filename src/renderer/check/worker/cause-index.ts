/** Which finding is explained by which cause, indexed once per check. */
import type { CheckResult } from "../../../core/reconcile/result/result.ts";
import { causeTitle } from "../../../core/words/cause.ts";

export interface CauseIndex {
  /** By finding: its cause among the result's, −1 where none explains it. */
  readonly ofFinding: Int32Array;
  /** By cause: indexes of its findings, in their order. */
  readonly findings: readonly (readonly number[])[];
  /** By cause: what it is, in words. */
  readonly titles: readonly string[];
}

export function indexCauses({ findings, causes: { items } }: CheckResult): CauseIndex {
  const causes = new Map(items.flatMap((cause, at) => cause.findings.map((print) => [print, at] as const)));
  const ofFinding = new Int32Array(findings.length).fill(-1);
  const own: number[][] = items.map(() => []);
  findings.forEach(({ fingerprint }, at) => {
    const cause = causes.get(fingerprint);
    if (cause === undefined) return;
    ofFinding[at] = cause;
    own[cause]?.push(at);
  });
  const titles = items.map((cause, at) => {
    const first = findings[own[at]?.[0] ?? -1];
    return first === undefined ? "" : causeTitle(cause, first);
  });
  return { ofFinding, findings: own, titles };
}
