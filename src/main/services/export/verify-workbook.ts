/** Comparing a returned workbook with its ledger, as a use case: exported again, compared cell by cell. */
import { TieoutError } from "../../../core/errors.ts";
import type { CheckOptions } from "../../../core/options.ts";
import { keptWordsNote } from "../../../core/reconcile/same-conclusion.ts";
import type { WorkbookReport } from "../../../core/report/edits.ts";
import { KNOWN_BY } from "../../../core/report/about/audit.ts";
import { SHEETS } from "../../../core/report/sheet/sheets.ts";
import type { Period } from "../../../core/time.ts";
import { type FoundWorkbook, withWorkbook } from "../../excel/read/found-workbook.ts";
import { type ReadableLedger, ledgerIdOf } from "../../ledger/file/connection.ts";
import { type ExportRecord, findExport } from "../../ledger/acts/export.ts";
import { provenLink } from "../../ledger/proof/rows.ts";
import { runQuestionOf } from "../../ledger/acts/run-document.ts";
import { getRunDocument, sha256OfTexts, runOf } from "../../ledger/acts/run.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { formatCount } from "../../../core/money.ts";
import { WORKBOOK_LAYOUT } from "../../../core/report/sheet/format.ts";
import type { Workbook } from "../../../core/report/sheet/model.ts";
import { buildWorkbook } from "../../../core/report/workbook.ts";
import { versionName } from "../../../core/review/close/differences.ts";
import {
  type WorkbookDifferences,
  compareWhole,
  compareWorkbook,
} from "../../excel/compare/compare-workbook.ts";
import { openForReading } from "../../ledger/file/open.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { whileOpen, withLedger } from "../shared/use-ledger.ts";
import { goOn, refuseCancelled } from "../shared/pacing.ts";
import { type GatheredCheck, checkLedger } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { inKeptWords } from "../close/frozen.ts";
import { reportInputOf } from "../close/report-input.ts";

// What a returned workbook states about itself on D2, and whether it belongs to a ledger.

/** The export that a workbook came from, as its ledger has it. */
export interface KnownExport {
  readonly run: number;
  /** Of the run's link. */
  readonly atMs: number;
  readonly sequence: number;
  readonly head: string;
  readonly period: Pick<Period, "from" | "to"> | null;
  readonly options: CheckOptions;
  readonly decimals: number;
  readonly appVersion: string;
  /** Of the run's document, as its link says. */
  readonly sha256: string;
  /** `WORKBOOK_LAYOUT` of the version that exported it; null where the trail does not say it. */
  readonly layout: number | null;
  /** The trail's record of the file; null when it was never recorded. */
  readonly recorded: (ExportRecord & { readonly atMs: number }) | null;
}

/** What is said where the run that a workbook shows is another one now. */
export const RUN_OTHER_THAN_KEPT = "The run of the workbook differs from what was written";

/**
 * Finds the export of a ledger that a workbook shows.
 *
 * @throws TieoutError WORKBOOK_FOREIGN when it belongs to another ledger, or names none;
 *   AUDIT_TRUNCATED when the ledger's trail does not hold the link it prints; AUDIT_BROKEN; AUDIT_MISMATCH
 *   when the run is not the one that was kept; IMPORT_*
 */
async function knownExport(found: FoundWorkbook, db: ReadableLedger): Promise<KnownExport> {
  const facts = await readFacts(found);
  const [ledger, head] = [facts.get(KNOWN_BY.ledger), facts.get(KNOWN_BY.head)];
  if (ledger === undefined || head === undefined || !/^[0-9a-f]{64}$/u.test(head)) {
    throw foreign(
      found,
      `The workbook does not say on its sheet ${SHEETS.audit.name} which ledger it was exported from`,
    );
  }
  if (ledger !== ledgerIdOf(db)) throw foreign(found, "The workbook was exported from another ledger");
  const link = provenLink(db, head);
  if (link.kind !== "run")
    throw foreign(found, "The head printed in the workbook does not belong to an export");
  const { run, sha256 } = JSON.parse(link.payload) as { readonly run: number; readonly sha256: string };
  const document = getRunDocument(db, run, sha256, RUN_OTHER_THAN_KEPT);
  const { period, options } = runQuestionOf(document);
  const recorded = findExport(db, run);
  return {
    run,
    atMs: link.atMs,
    sequence: link.sequence,
    head,
    period,
    options,
    decimals: recorded?.decimals ?? saidDecimals(facts) ?? readSettings(db).decimals,
    appVersion:
      recorded?.appVersion ?? /^Tieout (\S{1,40})$/u.exec(facts.get(KNOWN_BY.application) ?? "")?.[1] ?? "",
    sha256,
    layout: recorded?.layout ?? null,
    recorded,
  };
}

const ASKED: ReadonlySet<string> = new Set(Object.values(KNOWN_BY));

/** Facts of D2 by their words; it is read only as far as they stand. */
async function readFacts(found: FoundWorkbook): Promise<Map<string, string>> {
  const facts = new Map<string, string>();
  for await (const rows of found.rows(SHEETS.audit.name)) {
    for (const { cells } of rows) {
      const [fact, value] = cells;
      if (fact?.column !== 0 || value?.column !== 1 || typeof fact.value !== "string") continue;
      if (!ASKED.has(fact.value) || facts.has(fact.value)) continue;
      facts.set(fact.value, String(value.value ?? "").trim());
    }
    if (facts.size === ASKED.size) break;
  }
  return facts;
}

/** Where the trail does not say it, as links of earlier versions do not. */
function saidDecimals(facts: ReadonlyMap<string, string>): number | null {
  const said = facts.get(KNOWN_BY.decimals) ?? "";
  return /^[0-6]$/u.test(said) ? Number(said) : null;
}

function foreign({ file }: FoundWorkbook, sentence: string): TieoutError {
  return new TieoutError("WORKBOOK_FOREIGN", sentence, { file });
}

export interface WorkbookRequest {
  readonly ledger: string;
  /** The workbook's path. */
  readonly file: string;
}

/**
 * Compares a workbook with its ledger: that it belongs to it, and which of its cells are not as they were
 * exported. Neither is changed.
 *
 * @throws TieoutError WORKBOOK_FOREIGN, AUDIT_TRUNCATED, AUDIT_BROKEN, AUDIT_MISMATCH when it does not belong
 *   or the ledger is not as it was; IMPORT_FORMAT, IMPORT_TOO_LARGE, FILE_UNREADABLE when it cannot be read;
 *   LEDGER_*; SUM_OVERFLOW; CANCELLED
 */
export async function verifyWorkbook(
  { ledger, file }: WorkbookRequest,
  context: ServiceContext,
): Promise<WorkbookReport> {
  context.onProgress?.({ phase: "Reading the workbook", done: 0, total: null, unit: "rows" });
  return withWorkbook(file, async (found) => {
    await goOn(context);
    const known = await exportOf(found, ledger);
    const then = openAt({ path: ledger, sequence: known.sequence });
    return whileOpen(then, async () => report(found, known, then, context));
  });
}

/** The export that a workbook shows; errors as `knownExport`. */
export async function exportOf(found: FoundWorkbook, ledger: string): Promise<KnownExport> {
  const db = openForReading(ledger);
  return whileOpen(db, async () => {
    db.exec("BEGIN");
    return knownExport(found, db);
  });
}

async function report(
  found: FoundWorkbook,
  known: KnownExport,
  then: ReadableLedger,
  context: ServiceContext,
): Promise<WorkbookReport> {
  const { run, sequence, head, period, recorded } = known;
  const { workbook, ...check } = madeAgain(then, known, context);
  const isOriginal = recorded?.sha256 === found.sha256;
  const { filtered, reordered, withoutResult, ...differences } = await compared(
    workbook,
    found,
    isOriginal && known.layout === WORKBOOK_LAYOUT ? known.atMs : null,
    context,
  );
  const isOtherLayout = differences.editCount > 0 && known.layout !== WORKBOOK_LAYOUT;
  return {
    ...differences,
    ...(isOtherLayout ? { edits: [], editCount: 0 } : {}),
    holds: differences.editCount === 0 || (isOtherLayout && isOriginal && check.isSameCheck),
    isOtherLayout,
    isOriginal,
    run,
    sequence,
    head,
    period: period === null ? null : { from: period.from, to: period.to },
    exportedAtMs: recorded?.atMs ?? known.atMs,
    notes: [
      ...notesOf(known, isOriginal, check, differences, context),
      ...(withoutResult === 0 ? [] : [withoutResultNote(withoutResult)]),
      ...filtered.map((one) => filterNote(one, workbook)),
      // Of the very file that was exported nobody sorted anything: another version listed it so.
      ...(isOriginal ? [] : reordered.map((sheet) => orderNote(sheet, workbook))),
      ...(isOriginal ? [] : lookNotes(found)),
    ],
  };
}

/** Reads the workbook of an export made again, as this version lays it out; errors as `knownExport`. */
export function readAsExported<T>(
  ledger: string,
  known: KnownExport,
  context: ServiceContext,
  read: (workbook: Workbook) => T,
): T {
  const then = openAt({ path: ledger, sequence: known.sequence });
  return withLedger(then, () => read(madeAgain(then, known, context).workbook));
}

/** The workbook as exported, out of the ledger as it was then, whether its check is the one kept, and whether it is in words of that alone. */
function madeAgain(
  then: ReadableLedger,
  { run, atMs, sequence, head, period, options, decimals, appVersion, sha256 }: KnownExport,
  context: ServiceContext,
): { readonly workbook: Workbook; readonly isSameCheck: boolean; readonly isReworded: boolean } {
  // What a thread remembers of the ledger is of now.
  const { memory: _, ...afresh } = context;
  const now = checkLedger(then, { period, options: { ...options, decimals } }, afresh);
  const gathered = inKeptWords(then, { runId: run, appVersion }, now, context.appVersion);
  const around = { run: { id: run, atMs }, audit: { sequence, head }, appVersion };
  const isKept = ({ result }: GatheredCheck) => sha256OfTexts(runOf(result, atMs).document) === sha256;
  const isSameCheck = isKept(gathered);
  return {
    workbook: buildWorkbook(reportInputOf(then, gathered, around)),
    isSameCheck,
    isReworded: isSameCheck && gathered !== now && !isKept(now),
  };
}

/** @param writtenAtMs of a file whose bytes may be those that are written again; null of any other */
async function compared(
  workbook: Workbook,
  found: FoundWorkbook,
  writtenAtMs: number | null,
  context: ServiceContext,
): Promise<WorkbookDifferences> {
  const tables = workbook.sheets.flatMap((sheet) => sheet.tables);
  const total = tables.reduce((sum, table) => sum + table.count, 0);
  let read = 0;
  const onRows = (rows: number) => {
    refuseCancelled(context);
    read += rows;
    context.onProgress?.({ phase: "Comparing", done: Math.min(read, total), total, unit: "rows" });
  };
  const unchanged = writtenAtMs === null ? null : await compareWhole(workbook, found, writtenAtMs, onRows);
  return unchanged ?? compareWorkbook(workbook, found, onRows);
}

/** What is known of a workbook that another version laid out, and how to know more. */
function otherLayoutNote(count: number, appVersion: string, isOriginal: boolean): string {
  const [cells, differ] = [formatCount(count, "cell"), count === 1 ? "differs" : "differ"];
  const known = isOriginal
    ? "its bytes are those that were exported"
    : `compare it with Tieout ${versionName(appVersion)}, or export the period again`;
  return `Another version of Tieout wrote the workbook. ${cells} ${differ} from what this version writes; none of that counts as an edit. To know more, ${known}.`;
}

/** Programs that do not calculate save formulas without results; the next program calculates them. */
function withoutResultNote(count: number): string {
  const [has, it] = count === 1 ? ["has", "It is"] : ["have", "They are"];
  return `${formatCount(count, "formula")} ${has} no stored result, because the program that saved the file left them out. ${it} compared by formula.`;
}

/** A note that the workbook does not show all of a sheet at first; a sheet may go on in `Wallet (2)`. */
function filterNote({ sheet, rows }: WorkbookDifferences["filtered"][number], workbook: Workbook): string {
  const ref = refOf(sheet, workbook);
  const isOne = rows === 1;
  return `A filter on ${ref} ${sheet} hides ${formatCount(rows, "row")}, which ${isOne ? "is" : "are"} compared anyway.`;
}

/** A note that rows were sorted: each was compared with itself. */
function orderNote(sheet: string, workbook: Workbook): string {
  return `The rows of ${refOf(sheet, workbook)} ${sheet} are in another order. Each is compared by its key; results that depend on the order are not compared.`;
}

function refOf(sheet: string, { sheets }: Workbook): string {
  return sheets.find(({ name }) => sheet === name || sheet.startsWith(`${name} (`))?.ref ?? "";
}

/** What of its looks is not compared; docs/not-proven.md has it in the same words. */
export const LOOKS_NOT_COMPARED = [
  "fonts of whole cells, where they are usual ones, and of texts and parts of texts that have only letters of other scripts than Latin, Greek and Cyrillic, and the punctuation of those: LibreOffice names one for them when it saves",
  "indents, rotation and strike-through",
  "colours and sizes of whole cells that leave the text readable",
  "input prompts and drop-down lists",
  "named ranges",
  "rules that only colour",
  "print set-up, except what page headers and footers say",
] as const;

/** What a reader has to know of how it looks. */
function lookNotes({ attached: { hasComments } }: FoundWorkbook): string[] {
  return [
    `Not compared: ${LOOKS_NOT_COMPARED.join("; ")}.`,
    ...(hasComments
      ? ["The workbook has comments. They are not compared, because Tieout exports none."]
      : []),
  ];
}

function notesOf(
  { recorded, appVersion, layout, run }: KnownExport,
  isOriginal: boolean,
  { isSameCheck, isReworded }: Omit<ReturnType<typeof madeAgain>, "workbook">,
  { editCount }: Pick<WorkbookDifferences, "editCount">,
  context: ServiceContext,
): string[] {
  const isOtherLayout = layout !== WORKBOOK_LAYOUT;
  const mayDiffer = isOtherLayout || appVersion !== context.appVersion;
  return [
    ...(recorded === null
      ? ["The audit trail records only the run of this workbook, not that it was written."]
      : []),
    ...(isOtherLayout && editCount > 0 ? [otherLayoutNote(editCount, appVersion, isOriginal)] : []),
    ...(isReworded ? [`${keptWordsNote(appVersion)}.`] : []),
    ...(isSameCheck || mayDiffer
      ? []
      : [
          `The repeated check differs from run ${run}. The ledger's records, or the check that it kept, were changed outside Tieout. Verify the ledger.`,
        ]),
    ...(isOriginal && editCount > 0 && !isOtherLayout
      ? ["No byte of the file changed since its export. The differences are in the ledger."]
      : []),
  ];
}
