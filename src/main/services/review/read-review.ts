/**
 * Importing a reviewed workbook, as a use case: reading the reviewer's ticks and notes, and deciding those
 * that are accepted.
 */
import { TieoutError } from "../../../core/errors.ts";
import type { KeptFinding } from "../../../core/reconcile/same-conclusion.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { endorsedIn, endorsementTest, type ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { nameOf } from "../../../core/review/decisions/note-rules.ts";
import {
  type Proposal,
  type ProposedReview,
  type ReviewedWorkbook,
  proposalOf,
} from "../../../core/review/decisions/typed-review.ts";
import { WORKBOOK_LAYOUT } from "../../../core/report/sheet/format.ts";
import { type FoundWorkbook, withWorkbook } from "../../excel/read/found-workbook.ts";
import {
  type ExportedRow,
  type ReviewerRow,
  editedColumns,
  exportedRows,
  readReviewer,
  readReviewerRows,
} from "../../excel/compare/reviewer-rows.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { holdingTest } from "../../ledger/tables/current-record.ts";
import { listActs, newestActAt } from "../../ledger/trail/acts.ts";
import { findExport } from "../../ledger/acts/export.ts";
import { type RecordsThen, isOfSamePulls, readThen } from "../../ledger/trail/as-of.ts";
import { newestPullAt } from "../../ledger/trail/pull.ts";
import { runFindingsOf, runQuestionOf } from "../../ledger/acts/run-document.ts";
import { type RunDocument, findRunDocument, getRunDocument } from "../../ledger/acts/run.ts";
import { goOn } from "../shared/pacing.ts";
import { checkLedger, reviewOf } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type Raised, recordsUnder } from "./records-under.ts";
import { type ReviewItem, type WrittenWith, decideMany, namedFinding } from "./review.ts";
import { insertPointSteps } from "./points.ts";
import { standingPoints, monthStandingIn } from "../../ledger/acts/close-step.ts";
import {
  type PointStep,
  StandingPoints,
  isAnswered,
  pointFinder,
  pointWords,
} from "../../../core/review/close/points.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { isSamePerson } from "../../../core/review/close/close-rules.ts";
import { monthOfPeriod, monthTitle } from "../../../core/words/month.ts";
import type { NamedFinding } from "../../../core/reconcile/input/findings.ts";
import { readLedger, readProven } from "../shared/use-ledger.ts";
import {
  type WorkbookRequest,
  exportOf,
  readAsExported,
  type KnownExport,
  RUN_OTHER_THAN_KEPT,
} from "../export/verify-workbook.ts";

/** What of one line is imported: what it decides, and the point that it makes; one of them at least. */
export interface AcceptedLine extends ReviewItem {
  readonly proposed: Proposal["proposed"];
  readonly point: string | null;
}

export interface TakenReview {
  readonly decisions: readonly Decision[];
  readonly points: readonly PointStep[];
}

interface ReadRequest extends WorkbookRequest {
  /** Who reviewed, where that is known before the workbook says it. */
  readonly by?: string | undefined;
}

/**
 * Reads what a reviewer typed into a workbook, with the decision that each line would become. Nothing is
 * written.
 *
 * @throws TieoutError as `verifyWorkbook`
 */
export async function readReviewedWorkbook(
  request: ReadRequest,
  context: ServiceContext,
): Promise<ReviewedWorkbook> {
  const { ledger, file } = request;
  context.onProgress?.({ phase: "Reading the workbook", done: 0, total: null, unit: "rows" });
  return withWorkbook(file, async (found) => {
    await goOn(context);
    const known = await exportOf(found, ledger);
    const by = namedOrNobody(await readReviewer(found));
    const rows = await readReviewerRows(found, known.options.timeZone);
    await goOn(context);
    const typed = new Set(rows.map(({ fingerprint }) => fingerprint));
    const exported =
      typed.size === 0
        ? NO_ROWS
        : readAsExported(ledger, known, context, (workbook) =>
            exportedRows(workbook, typed, known.layout !== WORKBOOK_LAYOUT),
          );
    const standing = readProven(ledger, (db) =>
      standingOf(db, known, { typed, by: request.by ?? by }, context),
    );
    return {
      fileName: found.file,
      run: known.run,
      period: known.period === null ? null : { from: known.period.from, to: known.period.to },
      by,
      ...proposalsOf(found, rows, exported, standing),
    };
  });
}

const NO_ROWS: ReadonlyMap<string, ExportedRow> = new Map();

/** The current status of findings by fingerprint, and the decisions made since the export. */
interface CurrentReview {
  /** The findings on which something was typed, as the workbook's run kept them. */
  readonly exported: ReadonlyMap<string, KeptFinding>;
  readonly reviewed: ReadonlyMap<string, ReviewedFinding>;
  /** The newest decision of its own, or reversal, of each fingerprint after the export. */
  readonly since: ReadonlyMap<string, Decision>;
  /** Notes that agree with a decision or remark on it, by its id. */
  readonly endorsements: ReadonlyMap<number, readonly string[]>;
  /** Those that depend on a record that said something else at the export. */
  readonly onOthers: ReadonlySet<string>;
  /** The texts of the points on a finding that were not answered before the export. */
  readonly pointsOn: (finding: NamedFinding) => readonly string[];
  /** As `TypedFinding` says it. */
  readonly noPoint: string | null;
}

function standingOf(
  db: ReadableLedger,
  { run, sha256: kept, period, options, decimals, sequence }: KnownExport,
  { typed, by }: { readonly typed: ReadonlySet<string>; readonly by: string },
  context: ServiceContext,
): CurrentReview {
  const { input, result } = checkLedger(db, { period, options: { ...options, decimals } }, context);
  const { decisions, review } = reviewOf(db, { input, result });
  const month = monthOfPeriod(period);
  const pointsOn = pointFinder(month === null ? [] : standingPoints(db).list(month));
  const answeredThen = answeredAt(db, sequence);
  const known = newestActAt(db, "decision", sequence);
  const undone = new Set(decisions.map(({ undoes }) => undoes));
  const isEndorsing = endorsementTest(decisions);
  const endorsing = decisions.filter((one) => isEndorsing(one));
  const endorsingIds = new Set(endorsing.map(({ id }) => id));
  // Undoing one leaves the decision as it was, too.
  const isOwn = ({ id, undoes }: Decision) => !endorsingIds.has(undoes ?? id);
  return {
    exported: findingsAmong(typed, getRunDocument(db, run, kept, RUN_OTHER_THAN_KEPT)),
    reviewed: new Map(review.findings.map((reviewed) => [reviewed.finding.fingerprint, reviewed])),
    since: new Map(
      decisions.filter((one) => one.id > known && isOwn(one)).map((one) => [one.fingerprint, one]),
    ),
    endorsements: endorsementsIn(endorsing.filter(({ id }) => !undone.has(id))),
    pointsOn: (finding) => pointsOn(finding).flatMap(({ id, note }) => (answeredThen.has(id) ? [] : [note])),
    noPoint: noPointIn(db, month, by),
    onOthers: restingOnOthers(
      db,
      result.findings
        .filter(({ fingerprint }) => typed.has(fingerprint))
        .map((finding) => ({ fingerprint: finding.fingerprint, finding, input, result })),
      { sequence, pullId: newestPullAt(db, sequence) },
    ),
  };
}

/** Numbers of the points that were answered at a link of the trail. */
function answeredAt(db: ReadableLedger, sequence: number): ReadonlySet<number> {
  const newest = newestActAt(db, "point", sequence);
  const then = new StandingPoints(listActs(db, "point").filter(({ id }) => id <= newest)).list(null);
  return new Set(then.filter(isAnswered).map(({ id }) => id));
}

/** Why notes in a workbook make no points; null where they do. @param by who reviewed */
function noPointIn(db: ReadableLedger, month: Month | null, by: string): string | null {
  if (month === null) return "A note becomes a point on one month. This workbook shows none, or several.";
  const { state, prepared } = monthStandingIn(db, month);
  if (state === "signed-off") return `${monthTitle(month)} is signed off, so its notes make no points.`;
  if (prepared === null || !isSamePerson(prepared.by, by)) return null;
  return `${prepared.by} prepared ${monthTitle(month)}, so another person must make points on it.`;
}

/** What agrees with each decision, or remarks on it, by the decision's id. */
function endorsementsIn(endorsing: readonly Decision[]): Map<number, string[]> {
  const notes = new Map<number, string[]>();
  for (const { note } of endorsing) {
    const on = endorsedIn(note) ?? 0;
    notes.set(on, [...(notes.get(on) ?? []), note]);
  }
  return notes;
}

function findingsAmong(fingerprints: ReadonlySet<string>, document: RunDocument): Map<string, KeptFinding> {
  const found = new Map<string, KeptFinding>();
  if (fingerprints.size === 0) return found;
  for (const finding of runFindingsOf(document)) {
    if (fingerprints.has(finding.fingerprint)) found.set(finding.fingerprint, finding);
  }
  return found;
}

/** Of findings those that depend on a record that said something else at a link, or was not there. */
function restingOnOthers(db: ReadableLedger, raised: readonly Raised[], then: RecordsThen): Set<string> {
  if (isOfSamePulls(db, then)) return new Set();
  const recordsOf = recordsUnder(db, raised);
  const bound = raised.map(({ finding }) => recordsOf(finding));
  const held = readThen(db, then, (was, pullId) => holdingTest(was, pullId)(bound));
  return new Set(raised.filter((_, at) => held[at] === false).map(({ fingerprint }) => fingerprint));
}

function proposalsOf(
  found: FoundWorkbook,
  rows: readonly ReviewerRow[],
  shown: ReadonlyMap<string, ExportedRow>,
  { exported, reviewed, since, endorsements, onOthers, pointsOn, noPoint }: CurrentReview,
): Pick<ReviewedWorkbook, "items" | "notes"> {
  const items: ProposedReview[] = [];
  const notes: string[] = [];
  const places = new Map<string, string>();
  const otherwise = typedOtherwise(rows);
  for (const typed of rows) {
    const { fingerprint, place, row, tick, note, isFormula, isHidden } = typed;
    const finding = exported.get(fingerprint);
    if (finding === undefined) {
      notes.push(
        `${place}: the row is filled in, but its fingerprint was edited and matches no exported finding.`,
      );
      continue;
    }
    const now = reviewed.get(fingerprint);
    const judged = proposalOf({
      tick,
      note,
      isFormula,
      place: `${found.file}, ${place}`,
      edited: editedColumns(typed, shown.get(fingerprint) ?? new Map(), found.from1904),
      isHidden,
      restsOnOther: onOthers.has(fingerprint),
      status: now?.status ?? null,
      decision: now?.decision ?? null,
      since: since.get(fingerprint) ?? null,
      endorsements: endorsements.get(now?.decision?.id ?? 0) ?? [],
      points: now === undefined ? [] : pointsOn(now.finding),
      noPoint,
      before: places.get(fingerprint) ?? null,
      otherwise: places.has(fingerprint) ? null : (otherwise.get(fingerprint) ?? null),
    });
    if (!places.has(fingerprint)) places.set(fingerprint, place);
    const { rule, message } = finding;
    const standing = { status: now?.status ?? null, seen: now?.seen ?? null };
    items.push({ fingerprint, row, rule, message, tick, note, ...judged, ...standing });
  }
  return { items, notes };
}

/** The first row that says something else of a finding than the first typed on, by fingerprint. */
function typedOtherwise(rows: readonly ReviewerRow[]): Map<string, string> {
  const firsts = new Map<string, ReviewerRow>();
  const others = new Map<string, string>();
  for (const row of rows) {
    const { fingerprint, tick, note, place } = row;
    const first = firsts.get(fingerprint);
    if (first === undefined) firsts.set(fingerprint, row);
    else if (!others.has(fingerprint) && (first.tick !== tick || first.note !== note))
      others.set(fingerprint, place);
  }
  return others;
}

/** A text that cannot be a name counts as none. */
function namedOrNobody(text: string): string {
  try {
    return nameOf(text);
  } catch {
    return "";
  }
}

interface AcceptReviewRequest {
  readonly ledger: string;
  /** The run that the workbook shows: its period and options say where the findings are looked up. */
  readonly run: number;
  readonly by: string;
  /** Each with what was seen of its decisions when it was shown. */
  readonly items: readonly AcceptedLine[];
}

/**
 * Imports the accepted lines of a review: what each decides, with its own note, and the points, all or none.
 *
 * @returns decisions and points, each in the order of the items
 * @throws TieoutError FINDING_NOT_FOUND when there is no such run, AUDIT_MISMATCH when it is not as it was
 *   kept; CLOSE_STATE, CLOSE_SAME_PERSON as `makePoints`; otherwise as `decideEach`
 */
export async function acceptReview(
  { ledger, run, by, items }: AcceptReviewRequest,
  context: ServiceContext,
): Promise<TakenReview> {
  const { question, decimals } = readLedger(ledger, (db) => {
    const document = findRunDocument(db, run);
    return {
      question: document === null ? null : runQuestionOf(document),
      decimals: findExport(db, run)?.decimals,
    };
  });
  if (question === null) {
    throw new TieoutError("FINDING_NOT_FOUND", "The ledger holds no such run", { record: `run ${run}` });
  }
  const { period, options } = question;
  const shown = decimals === undefined ? options : { ...options, decimals };
  const deciding = items.flatMap(({ proposed, fingerprint, seen }) =>
    proposed === null ? [] : [{ fingerprint, ...(seen === undefined ? {} : { seen }), ...proposed }],
  );
  const pointed = new Map(
    items.flatMap(({ fingerprint, point }) =>
      point === null ? [] : [[`${fingerprint} ${point}`, { fingerprint, point }] as const],
    ),
  );
  let points: readonly PointStep[] = [];
  const taken = await decideMany(
    { ledger, period, options: shown, by, items: deciding },
    context,
    (...at) => {
      if (pointed.size > 0) points = makeTyped([...pointed.values()], monthOfPeriod(period), by, at);
    },
  );
  return { decisions: [...taken.all()], points };
}

function makeTyped(
  pointed: readonly { readonly fingerprint: string; readonly point: string }[],
  month: Month | null,
  by: string,
  [db, find, atMs]: Parameters<WrittenWith>,
): PointStep[] {
  if (month === null) throw new TieoutError("POINT_INVALID", "A point is on a single month");
  const steps = pointed.map(({ fingerprint, point }) => {
    const event = { kind: "made", finding: namedFinding(db, find, fingerprint) } as const;
    return { ...pointWords({ by, note: point }, "made"), event, atMs };
  });
  return insertPointSteps(db, month, steps);
}
