/**
 * The workbook's tables as files in a folder: one .csv or .json each, for people without a spreadsheet and
 * for programs.
 */
import { mkdir, rmdir } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type {
  Cell,
  CellKind,
  CellValue,
  Row,
  Sheet,
  SheetTable,
  Workbook,
} from "../../../core/report/model.ts";
import { type RowCounter, type WriteOptions, progressOf } from "../progress.ts";
import type { FileSink, WrittenFile } from "../target/file-sink.ts";
import { type PendingFile, writePending } from "../target/pending.ts";
import { inTurn } from "../target/in-turn.ts";
import { publishTogether } from "../target/publish.ts";
import { targetError } from "../target/target-error.ts";

interface WrittenTable extends WrittenFile {
  /** File name in the folder. */
  readonly name: string;
  readonly rows: number;
}

/** A folder of tables that was written. */
export interface WrittenTables {
  /** In the order of the sheets. */
  readonly tables: readonly WrittenTable[];
  /**
   * `csv.sha256` or `json.sha256`, the checksums of all tables as `sha256sum --check` reads them: its own
   * hash in the audit trail stands for them all, and shows when tables of several exports lie side by side.
   */
  readonly checksums: WrittenFile & { readonly name: string };
}

/** How a kind of file writes a table. */
interface TableFormat {
  readonly extension: string;
  readonly head: (table: SheetTable) => string;
  readonly row: (table: SheetTable, row: Row, index: number) => string;
  readonly tail: (table: SheetTable) => string;
}

/** The name of the list of checksums beside tables. */
export function checksumsName(extension: string): string {
  return `${extension}.sha256`;
}

/** A cell's value and what it holds. */
export function cellValue(cell: Cell | undefined, kind: CellKind): { value: CellValue; kind: CellKind } {
  return cell !== null && typeof cell === "object"
    ? { value: cell.value, kind: cell.kind ?? kind }
    : { value: cell ?? null, kind };
}

/** @example B1-wallet, or A1-roll-forward-days where a sheet has several tables */
function fileName({ ref, name, tables }: Sheet, { id }: SheetTable, extension: string): string {
  const base = `${ref}-${name.toLowerCase()}`;
  return `${tables.length === 1 ? base : `${base}-${id}`}.${extension}`;
}

/**
 * Writes every table of a workbook into a folder, which is made when its parent exists. All files take their
 * places when the last one is whole; until then, and when it fails or is cancelled, the files that were there
 * stay.
 *
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, CANCELLED
 */
export async function writeTables(
  workbook: Workbook,
  folder: string,
  format: TableFormat,
  options: WriteOptions,
): Promise<WrittenTables> {
  const isNew = await makeFolder(folder);
  const progress = progressOf(workbook, options);
  const pending: PendingFile[] = [];
  try {
    // What a killed export left is finished before anything of it is cleared up.
    if (!isNew) await inTurn(folder, format.extension, async () => {});
    const tables: WrittenTable[] = [];
    for (const { table, name } of namedTables(workbook, format.extension)) {
      const rows = table.count - table.feet;
      const file = await writePending(join(folder, name), (sink) =>
        writeTable(sink, table, format, progress),
      );
      pending.push(file);
      tables.push({ name, sha256: file.sha256, bytes: file.bytes, rows });
    }
    const name = checksumsName(format.extension);
    const list = tables.map((table) => `${table.sha256}  ${table.name}\n`).join("");
    const checksums = await writePending(join(folder, name), (sink) => end(sink, list));
    pending.push(checksums);
    progress.add(0);
    await inTurn(folder, format.extension, async (turn) => {
      await options.beforePublishing?.(checksums);
      await publishTogether(pending, turn);
    });
    return { tables, checksums: { name, sha256: checksums.sha256, bytes: checksums.bytes } };
  } catch (error) {
    for (const file of pending) await file.discard();
    if (isNew) await rmdir(folder).catch(() => {});
    throw error;
  }
}

function* namedTables(
  { sheets }: Workbook,
  extension: string,
): Generator<{ table: SheetTable; name: string }> {
  for (const sheet of sheets) {
    for (const table of sheet.tables) yield { table, name: fileName(sheet, table, extension) };
  }
}

/** @returns whether it was not there before */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, 0o700);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw targetError(error, folder);
    return false;
  }
}

/** Rows between two looks at whether the file keeps up. */
const BATCH = 200;

async function writeTable(
  sink: FileSink,
  table: SheetTable,
  format: TableFormat,
  progress: RowCounter,
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
  const records = table.count - table.feet;
  for (const row of table.rows()) {
    // A footing is for people who read a sheet; a program adds up by itself.
    if (index === records) break;
    text += format.row(table, row, index);
    index += 1;
    held += 1;
    if (held === BATCH) await flush();
  }
  text += format.tail(table);
  progress.add(held + table.feet);
  await end(sink, text);
}

async function end(sink: FileSink, text: string): Promise<void> {
  sink.end(text);
  await finished(sink);
}
