/** Refuses to replace an earlier export that was edited, because the edits exist nowhere else. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import {
  type ExportForm,
  isDocument,
  isFolderFormat,
  tableEnding,
  writtenThing,
} from "../../../core/report/sheet/format.ts";
import { EDITED_WORKBOOK_REMEDY } from "../../../core/remedies.ts";
import { SHEETS } from "../../../core/report/sheet/sheets.ts";
import { targetError } from "../../excel/output/target-error.ts";
import { isExport } from "../../ledger/acts/export.ts";
import { measureFile } from "../shared/measure-file.ts";
import { readLedger } from "../shared/use-ledger.ts";
import { assertTarget } from "./export-target.ts";

/**
 * Finds what at the place of an export is not byte for byte as the ledger wrote it: saved since by somebody,
 * another ledger's, or never recorded. Of a folder of tables only those are looked at whose names an export
 * takes.
 *
 * @param out the workbook or binder, or the folder of tables, that is there
 * @returns the first such file; null when all of them may be replaced
 * @throws TieoutError EXPORT_TARGET when it cannot be read; LEDGER_* as opening for reading raises
 */
export async function findEdited(ledger: string, out: string, form: ExportForm): Promise<string | null> {
  try {
    const { format } = form;
    return isDocument(format) || !isFolderFormat(form)
      ? await editedFile(ledger, out)
      : await editedTable(ledger, out, tableEnding(format));
  } catch (error) {
    throw targetError(error, out);
  }
}

/** Refuses to replace what `findEdited` finds. @throws TieoutError EXPORT_EDITED; as `findEdited` */
export async function refuseEdited(ledger: string, out: string, form: ExportForm): Promise<void> {
  const file = await findEdited(ledger, out, form);
  if (file === null) return;
  const thing = isFolderFormat(form) ? "table" : writtenThing(form.format);
  const differs = thing === "tables" ? "differ" : "differs";
  const sentence = `The ${thing} there ${differs} from what this ledger exported. Replacing it would lose those edits`;
  const remedy = form.format === "xlsx" ? { remedy: EDITED_WORKBOOK_REMEDY } : {};
  throw new TieoutError("EXPORT_EDITED", sentence, { file, ...remedy });
}

async function editedFile(ledger: string, path: string): Promise<string | null> {
  return isRecorded(ledger, (await measureFile(path)).sha256) ? null : path;
}

/** A table is as it was written when the list of checksums beside it is, and has its hash. */
async function editedTable(ledger: string, folder: string, ending: "csv" | "json"): Promise<string | null> {
  const names = readdirSync(folder);
  const tables = names.filter((name) => isTable(name, ending)).toSorted();
  if (tables.length === 0) return null;
  const list = `${ending}.sha256`;
  const recorded =
    names.includes(list) && isRecorded(ledger, (await measureFile(join(folder, list))).sha256)
      ? hashesIn(readFileSync(join(folder, list), "utf8"))
      : null;
  for (const name of tables) {
    const path = join(folder, name);
    if (recorded?.get(name) !== (await measureFile(path)).sha256) return path;
  }
  return null;
}

const TABLE_BEGINNINGS = Object.values(SHEETS).map(({ ref, name }) => `${ref}-${name.toLowerCase()}`);

/** Whether an export may give a table this name, see `namedTables`. */
function isTable(name: string, ending: string): boolean {
  return name.endsWith(`.${ending}`) && TABLE_BEGINNINGS.some((beginning) => name.startsWith(beginning));
}

/** Lines as `sha256sum` writes them. */
function hashesIn(list: string): Map<string, string> {
  const lines = list.split("\n").map((line) => /^([0-9a-f]{64}) {2}(.+)$/u.exec(line));
  return new Map(lines.flatMap((line) => (line === null ? [] : [[basename(line[2] ?? ""), line[1] ?? ""]])));
}

function isRecorded(ledger: string, sha256: string): boolean {
  return readLedger(ledger, (db) => isExport(db, sha256));
}

// The file name of a month's workbook when nobody can be asked. An earlier workbook that was edited is
// never replaced.

interface WorkbookPlace {
  /** The workbook's name in the folder. */
  readonly name: string;
  /** The workbooks before it that were saved since written, or are another ledger's, and so stay. */
  readonly left: readonly string[];
}

/**
 * Finds the first of `NAME.xlsx`, `NAME (2).xlsx`, … which is free, or holds a workbook that is just as this
 * ledger wrote it: a reviewer's ticks and notes are in no other place until they are imported.
 *
 * @param name with `.xlsx`, as it is where nothing is in the way
 * @throws TieoutError EXPORT_TARGET when something else is there, or it is open; LEDGER_* as opening for
 *   reading raises
 */
export async function workbookPlace(ledger: string, folder: string, name: string): Promise<WorkbookPlace> {
  const left: string[] = [];
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : name.replace(/(?=\.xlsx$)/u, ` (${number})`);
    const path = join(folder, free);
    if (
      !assertTarget(path, { format: "xlsx" }, ledger) ||
      (await findEdited(ledger, path, { format: "xlsx" })) === null
    )
      return { name: free, left };
    left.push(free);
  }
}
