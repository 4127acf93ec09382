/** The basis that a month was prepared on: its run, the decisions that counted, and its exceptions under them. */
import { TieoutError } from "../../../core/errors.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { wordedAs } from "../../../core/reconcile/same-conclusion.ts";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import {
  type FrozenReview,
  frozenReviewOf,
  otherRulesWords,
} from "../../../core/review/close/differences.ts";
import type { FreezingStep } from "../../../core/review/close/month-states.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { decisionStates, isException } from "../../../core/review/decisions/review.ts";
import type { KnownVersions } from "../../../core/review/decisions/known-versions.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { keptCheckOf, runFindingsOf } from "../../ledger/acts/run-document.ts";
import {
  type RunDocument,
  findRunDocument,
  getRunDocument,
  sha256OfTexts,
  runOf,
} from "../../ledger/acts/run.ts";
import { newestPullAt } from "../../ledger/trail/pull.ts";
import { holdingTest } from "../../ledger/tables/current-record.ts";
import { momentOfStep, readThen } from "../../ledger/trail/as-of.ts";
import { formatCount } from "../../../core/money.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { GatheredCheck } from "../check/check.ts";
import { listDecisions } from "../../ledger/acts/decision.ts";
import { newestActAt, linksOf } from "../../ledger/trail/acts.ts";
import type { Problem } from "../../ledger/proof/small-tables.ts";

/**
 * The document of the run that a month was prepared on.
 *
 * @throws TieoutError LEDGER_CORRUPT when it is gone, AUDIT_MISMATCH when it is not what was frozen
 */
function frozenRunDocument(
  db: ReadableLedger,
  { runId, checkSha256 }: Pick<FrozenMonth, "runId" | "checkSha256">,
): RunDocument {
  if (findRunDocument(db, runId) === null) {
    const facts = { file: db.name, record: `run ${runId}` };
    throw new TieoutError("LEDGER_CORRUPT", "The run of the prepared month is missing", facts);
  }
  const sentence = "The run of the prepared month differs from what was written";
  return getRunDocument(db, runId, checkSha256, sentence);
}

/**
 * Reads the run that a month was prepared on. A version of other rules may have kept it in another shape: where it is
 * what was frozen, that is no fault of the file.
 *
 * @returns null where such a one cannot be read
 * @throws TieoutError as `frozenRunDocument`; AUDIT_MISMATCH where this version's rules kept what is no check
 */
export function readFrozenRun<T>(
  db: ReadableLedger,
  frozen: Pick<FrozenMonth, "runId" | "checkSha256" | "rulesVersion">,
  read: (document: RunDocument) => T,
): T | null {
  const document = frozenRunDocument(db, frozen);
  try {
    return read(document);
  } catch (error) {
    const isOfOthers = otherRulesWords(frozen) !== null;
    if (isOfOthers && error instanceof TieoutError && error.code === "AUDIT_MISMATCH") return null;
    throw error;
  }
}

/**
 * A check in the words of a run that another version kept of it, where that concludes the same. What this version
 * kept has this version's words, or somebody changed them.
 *
 * @param appVersion of Tieout that makes the check
 * @throws TieoutError LEDGER_CORRUPT
 */
export function inKeptWords(
  db: ReadableLedger,
  kept: Pick<FrozenMonth, "runId" | "appVersion">,
  gathered: GatheredCheck,
  appVersion: string,
): GatheredCheck {
  const document = kept.appVersion === appVersion ? null : findRunDocument(db, kept.runId);
  if (document === null) return gathered;
  try {
    return { ...gathered, result: wordedAs(gathered.result, keptCheckOf(document)) };
  } catch (error) {
    // What is no check of these rules has no words for it.
    if (error instanceof TieoutError && error.code === "AUDIT_MISMATCH") return gathered;
    throw error;
  }
}

/** Every decision of the ledger, and the records as they are now. */
interface FrozenDecisions {
  readonly decisions: readonly Decision[];
  readonly versions: KnownVersions;
}

/** The decisions that counted when a month was prepared, by the records as of the pull it depends on; by fingerprint. */
export function decisionsThen(
  db: ReadableLedger,
  prepared: FreezingStep,
  { decisions, versions }: FrozenDecisions,
): ReadonlyMap<string, Decision> {
  const { decisionId } = prepared.frozen;
  const standing = decisionStates(decisions.filter(({ id }) => id <= decisionId));
  const inForce = [...standing.values()].flatMap((one) => one.inForce ?? []);
  const counting = new Map(inForce.map((one) => [one.fingerprint, one]));
  const moved = inForce.flatMap(({ fingerprint, status, finding: { records } }) =>
    status === "open" || records === undefined || !versions.hasSome(records)
      ? []
      : [{ fingerprint, records }],
  );
  if (moved.length === 0) return counting;
  const bound = moved.map(({ records }) => records);
  const held = readThen(db, momentOfStep(db, prepared), (was, pullId) => holdingTest(was, pullId)(bound));
  moved.forEach(({ fingerprint }, at) => {
    if (held[at] === false) counting.delete(fingerprint);
  });
  return counting;
}

/**
 * How the exceptions of a month stood when it was prepared. Where the check is as it was then, the kept one is
 * not read.
 *
 * @param now the check of the month
 * @returns null for a month that is not prepared, and where `readFrozenRun` reads nothing
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH as `frozenRunDocument`
 */
export function readFrozenReview(
  db: ReadableLedger,
  prepared: FreezingStep | null,
  known: FrozenDecisions,
  now: CheckResult,
): FrozenReview | null {
  if (prepared === null) return null;
  const { frozen } = prepared;
  const isSame = sha256OfTexts(runOf(now, 0).document) === frozen.checkSha256;
  const of = (findings: Parameters<typeof frozenReviewOf>[0]) =>
    frozenReviewOf(findings, decisionsThen(db, prepared, known));
  return isSame ? of(now.findings) : readFrozenRun(db, frozen, (document) => of(runFindingsOf(document)));
}

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
  const link = linksOf(db, "close").get(id);
  if (link === undefined || newestPullAt(db, link) !== frozen.pullId) return [];
  const newest = newestActAt(db, "decision", link);
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
