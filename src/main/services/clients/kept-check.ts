/**
 * Reads a month's conclusion from the ledger's kept runs, if one rests on the newest pull. No check is made.
 */
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../core/options.ts";
import { leadOfVerdict, verdictOf } from "../../../core/report/words/verdict.ts";
import type { ClientCheck } from "../../../core/review/clients/client.ts";
import type { MonthStanding } from "../../../core/review/close/month-states.ts";
import { decisionStates } from "../../../core/review/decisions/decision-state.ts";
import { isDecided } from "../../../core/review/decisions/review.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listDecisions } from "../../ledger/people/decision.ts";
import { type KeptRun, isJudgedSince, runsSincePull } from "../../ledger/people/kept-runs.ts";
import { runConclusionOf, runFindingsOf, runQuestionOf } from "../../ledger/people/run-document.ts";
import { type RunDocument, findRunDocument, getRunDocument } from "../../ledger/people/run.ts";
import type { LedgerSettings } from "../../ledger/people/settings.ts";
import { holdingTest } from "../../ledger/records/current-record.ts";
import { frozenRunDocument } from "../close/month-check.ts";

/** What is known of a month's check. */
export interface KeptCheck {
  readonly check: ClientCheck;
  /** Whether a run that rests on the newest pull is another than the one that was prepared. */
  readonly differs: boolean;
}

/**
 * Reads it: of a signed month what was signed; of any other the newest run that was kept since the newest
 * pull, by the options that the month is checked under.
 *
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH where a run is not what its link says
 */
export function readKeptCheck(
  db: ReadableLedger,
  standing: MonthStanding,
  settings: LedgerSettings,
): KeptCheck {
  const { prepared, signed } = standing;
  if (prepared !== null && signed !== null) {
    const { frozen } = prepared;
    const check = concludedBy(frozenRunDocument(db, frozen), frozen, {
      atMs: prepared.atMs,
      undecidedErrors: frozen.errors.total - frozen.errors.decided,
    });
    return { check, differs: false };
  }
  const { timeZone, decimals, options } = settings;
  const asked = prepared?.frozen ?? { options: { ...options, timeZone }, decimals };
  const found = newestRun(db, standing, asked.options);
  if (found === "none") return { check: { is: "not-checked" }, differs: false };
  if (found === "other") return { check: { is: "changed-since" }, differs: false };
  const { run, document } = found;
  const undecidedErrors = countUndecided(db, document);
  const check = concludedBy(document, asked, { atMs: run.atMs, undecidedErrors });
  const differs = prepared !== null && prepared.frozen.checkSha256 !== run.sha256;
  return { check, differs };
}

/** `none` since the newest pull, or `other`: of the month, and by other options, matches or signed months. */
type FoundRun = { readonly run: KeptRun; readonly document: RunDocument } | "none" | "other";

function newestRun(db: ReadableLedger, { month }: MonthStanding, options: CheckOptions): FoundRun {
  let found: FoundRun = "none";
  for (const run of runsSincePull(db)) {
    const document = findRunDocument(db, run.id);
    if (document === null) continue;
    const kept = runQuestionOf(document);
    const days = monthDays(month);
    if (kept.period?.from !== days?.from || kept.period?.to !== days?.to) continue;
    found = "other";
    if (!isSame(kept.options, options)) continue;
    if (isJudgedSince(db, run.sequence, month)) return "other";
    return {
      run,
      document: getRunDocument(db, run.id, run.sha256, "A kept run differs from what its link says"),
    };
  }
  return found;
}

function isSame(one: CheckOptions, other: CheckOptions): boolean {
  return OPTION_NAMES.every((name) => one[name] === other[name]);
}

const OPTION_NAMES = Object.keys(DEFAULT_OPTIONS) as (keyof CheckOptions)[];

function concludedBy(
  document: RunDocument,
  { options, decimals }: { readonly options: CheckOptions; readonly decimals: number },
  known: { readonly atMs: number; readonly undecidedErrors: number },
): ClientCheck {
  const kept = runConclusionOf(document);
  const period =
    kept.period === null ? null : periodOf(kept.period.from, kept.period.to, new ZoneClock(options.timeZone));
  // Whether the month was over is said apart.
  const judged = { ...kept, period, pulledAtMs: null, options };
  const verdict = verdictOf(judged, decimals);
  const errors = kept.counts.bySeverity.error;
  return { is: "checked", ...leadOfVerdict(judged, decimals), verdict, errors, ...known };
}

/** Errors of a run without a decision that counts now; the run must rest on the newest pull. */
function countUndecided(db: ReadableLedger, document: RunDocument): number {
  const errors = new Set<string>();
  for (const { severity, fingerprint } of runFindingsOf(document)) {
    if (severity === "error") errors.add(fingerprint);
  }
  if (errors.size === 0) return 0;
  const inForce = [...decisionStates(listDecisions(db))].flatMap(([fingerprint, state]) =>
    errors.has(fingerprint) && state.inForce !== null && isDecided(state.inForce.status)
      ? [state.inForce]
      : [],
  );
  // A decision on a record that says something else now is reopened.
  const bound = inForce.flatMap(({ finding: { records } }) => records ?? []);
  const lapsed = bound.length === 0 ? 0 : holdingTest(db)(bound).filter((holds) => !holds).length;
  return errors.size - inForce.length + lapsed;
}
