/** What a returned workbook states about itself on D2, and whether it belongs to a ledger. */
import { TieoutError } from "../../../core/errors.ts";
import type { CheckOptions } from "../../../core/options.ts";
import { KNOWN_BY } from "../../../core/report/about/audit.ts";
import { SHEETS } from "../../../core/report/sheets.ts";
import type { Period } from "../../../core/time.ts";
import type { FoundWorkbook } from "../../excel/read/file/found-workbook.ts";
import { type ReadableLedger, ledgerIdOf } from "../../ledger/file/connection.ts";
import { type ExportRecord, findExport } from "../../ledger/people/export.ts";
import { provenLink } from "../../ledger/trail/find-link.ts";
import { runQuestionOf } from "../../ledger/people/run-document.ts";
import { getRunDocument } from "../../ledger/people/run.ts";
import { readSettings } from "../../ledger/people/settings.ts";

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
export async function knownExport(found: FoundWorkbook, db: ReadableLedger): Promise<KnownExport> {
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
    appVersion: recorded?.appVersion ?? saidVersion(facts) ?? "",
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

function saidVersion(facts: ReadonlyMap<string, string>): string | null {
  return /^Tieout (\S{1,40})$/u.exec(facts.get(KNOWN_BY.application) ?? "")?.[1] ?? null;
}

function foreign({ file }: FoundWorkbook, sentence: string): TieoutError {
  return new TieoutError("WORKBOOK_FOREIGN", sentence, { file });
}
