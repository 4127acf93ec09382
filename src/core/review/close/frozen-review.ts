/** How the exceptions of a month stood when it was prepared, each by itself: as many are not yet the same. */
import { type ReviewedFinding, isDecided, isException } from "../decisions/review.ts";
import type { ComparedFinding } from "./close-changes.ts";
import type { Decision } from "../decisions/decision.ts";

interface FrozenException {
  readonly isError: boolean;
  /** The decision that counted; null for none. */
  readonly decisionId: number | null;
  /** Setting an exception back to open is a decision, and decides nothing. */
  readonly isDecided: boolean;
}

export interface FrozenReview {
  /** By fingerprint. */
  readonly exceptions: ReadonlyMap<string, FrozenException>;
  /** Ids of the manual matches that the findings name. */
  readonly matches: ReadonlySet<number>;
}

/**
 * @param findings of the check that the month was prepared on
 * @param counting the decision that counted on each fingerprint then
 */
export function frozenReviewOf(
  findings: Iterable<ComparedFinding>,
  counting: ReadonlyMap<string, Pick<Decision, "id" | "status">>,
): FrozenReview {
  const exceptions = new Map<string, FrozenException>();
  const matches = new Set<number>();
  for (const finding of findings) {
    const { fingerprint, severity, match } = finding;
    if (match !== undefined) matches.add(match);
    if (!isException(finding)) continue;
    const decision = counting.get(fingerprint);
    exceptions.set(fingerprint, {
      isError: severity === "error",
      decisionId: decision?.id ?? null,
      isDecided: decision !== undefined && isDecided(decision.status),
    });
  }
  return { exceptions, matches };
}

/** Fingerprints of the errors that nobody had decided on. */
export function undecidedErrors({ exceptions }: Pick<FrozenReview, "exceptions">): ReadonlySet<string> {
  return new Set(
    Array.from(exceptions).flatMap(([fingerprint, { isError, isDecided: decided }]) =>
      isError && !decided ? [fingerprint] : [],
    ),
  );
}

/** Whether the same exceptions are raised as then, each with the same decision, and the same matches used. */
export function isSameReview(
  { exceptions, matches }: FrozenReview,
  findings: readonly Pick<ReviewedFinding, "finding" | "decision">[],
): boolean {
  const raised = findings.filter(({ finding }) => isException(finding));
  const used = new Set(findings.flatMap(({ finding: { match } }) => match ?? []));
  return (
    used.size === matches.size &&
    [...used].every((match) => matches.has(match)) &&
    raised.length === exceptions.size &&
    raised.every(({ finding, decision }) => {
      return exceptions.get(finding.fingerprint)?.decisionId === (decision?.id ?? null);
    })
  );
}
