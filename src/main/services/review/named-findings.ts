/** The findings that decisions and reversals name, by fingerprint, each once, with what was seen of them. */
import { TieoutError } from "../../../core/errors.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { oncePer } from "../../../core/once-per.ts";
import { FingerprintIndex } from "../../../core/review/decisions/fingerprints.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { newestIdFinder, decidedFinder } from "../../ledger/acts/decision.ts";
import { newestAct } from "../../ledger/trail/acts.ts";
import { type CheckRequest, checkLedger, runCheck } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import type { Raised } from "./records-under.ts";

const fingerprintsOf = oncePer(({ findings }: CheckResult) => new FingerprintIndex(findings));

/** A finding somebody decides on. */
export interface ReviewItem {
  /** All of it, or its first digits, LEAST_DIGITS or more. */
  readonly fingerprint: string;
  /**
   * The id of the newest decision on this fingerprint that the person saw, null for none. Left out, it is the
   * newest when the service began, so that only what comes meanwhile is a conflict.
   */
  readonly seen?: number | null;
}

/**
 * Looks a finding up in the check of the period; what is not in it, in that of the whole history, made when
 * first needed.
 */
export function findingFinder(
  db: ReadableLedger,
  request: Pick<CheckRequest, "period" | "options">,
  context: ServiceContext,
): (digits: string) => Raised | null {
  const { input, options, result, decimals } = checkLedger(db, request, context);
  const finderIn = (check: CheckResult) => {
    const index = fingerprintsOf(check);
    return (digits: string): Raised | null => {
      const finding = index.find(digits);
      return finding === null ? null : { fingerprint: finding.fingerprint, finding, input, result: check };
    };
  };
  const own = finderIn(result);
  if (result.period === null) return own;
  let whole: typeof own | null = null;
  return (digits) => {
    const found = own(digits);
    if (found !== null) return found;
    whole ??= finderIn(runCheck(input, options, null, decimals, context));
    return whole(digits);
  };
}

export interface Target<T, I extends ReviewItem> {
  readonly item: I;
  readonly found: T;
}

/** What the items name, each once. */
export function targets<T extends { readonly fingerprint: string }, I extends ReviewItem>(
  items: readonly I[],
  find: (digits: string) => T | null,
  missing: (digits: string) => TieoutError,
): Target<T, I>[] {
  const named = new Map<string, Target<T, I>>();
  for (const item of items) {
    const found = find(item.fingerprint);
    if (found === null) throw missing(item.fingerprint);
    if (!named.has(found.fingerprint)) named.set(found.fingerprint, { item, found });
  }
  return [...named.values()];
}

/** The decisions that there were as a service began, also when it looks at the ledger again. */
export class WhenBegun {
  #newestId: number | null = null;

  /** What a person saw of a finding: as it is said, else the newest that there was when the service began. */
  seenFinder(db: ReadableLedger): (item: ReviewItem, fingerprint: string) => number | null {
    this.#newestId ??= newestAct(db, "decision");
    const newestIdOf = newestIdFinder(db, this.#newestId);
    return ({ seen }, fingerprint) => (seen === undefined ? newestIdOf(fingerprint) : seen);
  }
}

/** Says why: what was decided on once and has other numbers now is another case than what was never there. */
export function notRaised(db: ReadableLedger): (digits: string) => TieoutError {
  const findDecided = decidedFinder(db);
  const newestIdOf = newestIdFinder(db);
  return (digits) => {
    const decided = findDecided(digits);
    const sentence =
      decided === null
        ? "The check raises no finding with this fingerprint"
        : `The check no longer raises this finding: since decision ${newestIdOf(decided) ?? ""} its figures changed, or it is gone`;
    return new TieoutError("FINDING_NOT_FOUND", sentence, { record: `fingerprint ${digits}` });
  };
}

export function notDecided(digits: string): TieoutError {
  return new TieoutError("DECISION_NOT_FOUND", "There is no decision on a finding with this fingerprint", {
    record: `fingerprint ${digits}`,
  });
}
