/** The workbook's tables as files in a folder: one .csv or .json each, for people without a spreadsheet and for programs. */
import { mkdir } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import type { Cell, CellKind, CellValue, Row, Sheet, Table, Workbook } from "../../core/report/model.ts";
import { type Progress, type WriteOptions, progressOf } from "./progress.ts";
import { type FileSink, type PendingFile, type WrittenFile, targetError, writePending } from "./target.ts";

export interface WrittenTable extends WrittenFile {
  /** File name in the folder. */
  readonly name: string;
  readonly rows: number;
}

/** How a kind of file writes a table. */
export interface TableFormat {
  readonly extension: string;
  readonly head: (table: Table) => string;
  readonly row: (table: Table, row: Row, index: number) => string;
  readonly tail: (table: Table) => string;
}

/** A cell's value and what it holds. */
export function valueOf(cell: Cell | undefined, kind: CellKind): { value: CellValue; kind: CellKind } {
  return cell !== null && typeof cell === "object"
    ? { value: cell.value, kind: cell.kind ?? kind }
    : { value: cell ?? null, kind };
}

/** @example B1-wallet, or A1-roll-forward-days where a sheet has several tables */
function fileName({ ref, name, tables }: Sheet, { id }: Table, extension: string): string {
  const base = `${ref}-${name.toLowerCase()}`;
  return `${tables.length === 1 ? base : `${base}-${id}`}.${extension}`;
}

/**
 * Writes every table of a workbook into a folder, which is made when its parent exists. All files take their places when the last one
 * is whole; until then the files that were there stay.
 *
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, CANCELLED
 */
export async function writeTables(
  workbook: Workbook,
  folder: string,
  format: TableFormat,
  options: WriteOptions,
): Promise<readonly WrittenTable[]> {
  await makeFolder(folder);
  const progress = progressOf(workbook, options);
  const pending: { readonly file: PendingFile; readonly table: WrittenTable }[] = [];
  try {
    for (const sheet of workbook.sheets) {
      for (const table of sheet.tables) {
        const name = fileName(sheet, table, format.extension);
        const file = await writePending(join(folder, name), (sink) =>
          writeTable(sink, table, format, progress),
        );
        const { sha256, bytes } = file;
        pending.push({ file, table: { name, sha256, bytes, rows: table.count } });
      }
    }
    progress.add(0);
    for (const { file } of pending) await file.publish();
  } catch (error) {
    for (const { file } of pending) await file.discard();
    throw error;
  }
  return pending.map(({ table }) => table);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw targetError(error, folder);
  }
}

/** Rows between two looks at whether the file keeps up. */
const BATCH = 200;

async function writeTable(
  sink: FileSink,
  table: Table,
  format: TableFormat,
  progress: Progress,
): Promise<void> {
  let text = format.head(table);
  let index = 0;
  let held = 0;
  const flush = async () => {
    progress.add(held);
    if (!sink.write(text)) await once(sink, "drain");
    text = "";
    held = 0;
  };
  for (const row of table.rows()) {
    text += format.row(table, row, index);
    index += 1;
    held += 1;
    if (held === BATCH) await flush();
  }
  text += format.tail(table);
  await flush();
  sink.end();
  await once(sink, "finish");
}
