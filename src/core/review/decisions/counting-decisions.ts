/** The decisions in force in a month, and whether each is on the finding that it was made on. */
import { type Sha256, canonicalJson } from "../../canonical.ts";
import type { DecidedFinding } from "./decision.ts";
import { type Review, isException } from "./review.ts";

/** Names which decision counts on each exception: the hash of number and status by fingerprint. */
export function countingSha256({ findings }: Pick<Review, "findings">, sha256: Sha256): string {
  const counting = findings.flatMap(({ finding, decision }) =>
    decision === null || !isException(finding)
      ? []
      : [[finding.fingerprint, [decision.id, decision.status]] as const],
  );
  return sha256(canonicalJson(Object.fromEntries(counting)));
}

/** Numbers of the decisions that count on another finding than the one they were taken on; ascending. */
export function strayDecisions({ findings }: Pick<Review, "findings">): number[] {
  const stray = findings.flatMap(({ finding, decision }) =>
    decision === null || identityOf(decision.finding) === identityOf(finding) ? [] : [decision.id],
  );
  return stray.toSorted((a, b) => a - b);
}

/** Rule, subject and numbers, which the fingerprint is made of. */
function identityOf(finding: DecidedFinding): string {
  const { rule, walletID, payref, payID, userID, businessID } = finding;
  const { expected, actual, difference, cause, kind } = finding;
  const numbers = [expected, actual, difference, cause, kind].map((number) => number ?? null);
  return JSON.stringify([rule, walletID, payref, payID, userID, businessID, ...numbers]);
}
