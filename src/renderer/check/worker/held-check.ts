/**
 * A check as the worker holds it: the records, what was concluded, which finding is about which row, and how
 * each stands.
 */
import type { CheckInput } from "../../../core/reconcile/input.ts";
import type { CheckResult } from "../../../core/reconcile/result/result.ts";
import { type Currencies, currenciesOf } from "../../../core/report/currencies.ts";
import { NO_MATCHED_ROWS } from "../../../core/report/exceptions/matched-rows.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { isOfEarlierPeriod } from "../../../core/review/decisions/earlier-errors.ts";
import { KnownVersions } from "../../../core/review/decisions/known-versions.ts";
import { type Review, type ReviewedFinding, reviewFindings } from "../../../core/review/decisions/review.ts";
import { oncePer } from "../../../core/work/once-per.ts";
import type { Flag, DisplayFormat } from "../protocol.ts";
import { type CauseIndex, indexCauses } from "./cause-index.ts";
import { type FindingIndex, type RowFindings, indexFindings } from "./finding-index.ts";
import { sha256OfText } from "./sha256.ts";
import type { Snapshot } from "./snapshot.ts";

export interface HeldCheck {
  readonly snapshot: Snapshot;
  /** The snapshot's own. */
  readonly input: CheckInput;
  readonly result: CheckResult;
  readonly wording: DisplayFormat;
  readonly index: FindingIndex;
  readonly causes: CauseIndex;
  /** By entry row: 1 where the check reaches, which is up to the end of its period. */
  readonly reached: Uint8Array;
  /** Which amounts may be added up; worked out when it is first asked for. */
  readonly currencies: () => Currencies;
  /** Of the records, for decisions to be held against. */
  readonly versions: KnownVersions;
  /** Its findings are the result's, in the same order. */
  readonly review: Review;
}

export function holdCheck(
  snapshot: Snapshot,
  result: CheckResult,
  wording: DisplayFormat,
  decisions: readonly Decision[],
): HeldCheck {
  const { input } = snapshot;
  const reached = new Uint8Array(input.entries.length);
  for (const row of result.entryOutcomes.order) reached[row] = 1;
  const versions = new KnownVersions(input.history, sha256OfText);
  const currencies = oncePer((check: CheckResult) =>
    currenciesOf({ check, priorCheck: null, records: input }, NO_MATCHED_ROWS, []),
  );
  return {
    snapshot,
    input,
    result,
    wording,
    index: indexFindings(result.findings, input),
    causes: indexCauses(result),
    reached,
    currencies: () => currencies(result),
    versions,
    review: reviewFindings(result.findings, decisions, versions),
  };
}

/** The same check under other decisions. */
export function reviewAgain(held: HeldCheck, decisions: readonly Decision[]): HeldCheck {
  return { ...held, review: reviewFindings(held.result.findings, decisions, held.versions) };
}

/** What was found of a row, and how it stands. */
export function reviewedOf({ review }: HeldCheck, findings: RowFindings, row: number): ReviewedFinding[] {
  return Array.from(findings.of(row), (at) => review.findings[at] as ReviewedFinding);
}

export function flagsOf(held: HeldCheck, findings: RowFindings, row: number): Flag[] {
  return reviewedOf(held, findings, row).map(({ finding: { rule, severity, fingerprint }, status }) => {
    return { rule, severity, status, fingerprint };
  });
}

/** As `isOfEarlierPeriod`, of a finding by its index. */
export function isBeforePeriod({ index, result }: HeldCheck, finding: number): boolean {
  const entryRow = index.entryRow[finding] as number;
  const transactionRow = index.transactionRow[finding] as number;
  return isOfEarlierPeriod(result, { entryRow, transactionRow });
}
