/** The workbook's tables as files of a folder, which take their places together. */
import { once } from "node:events";
import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import type { Workbook, Row, SheetTable, CellKind, SheetColumn } from "../../../core/report/sheet/model.ts";
import { type WriteOptions, progressOf } from "../output/progress.ts";
import {
  type FileSink,
  type WrittenFile,
  type PendingFile,
  writePending,
  publishOrDiscard,
} from "../output/pending.ts";
import { inTurn, publishTogether } from "../output/in-turn.ts";
import { targetError } from "../output/target-error.ts";
import { type TableWriter, cellData, cellValue, namedTables, tableText } from "./tables.ts";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { TIMELESS_ENTRY } from "../../../core/zip-entry.ts";
import { TieoutError } from "../../../core/errors.ts";
import { formatInstant, ZoneClock } from "../../../core/time.ts";
import { type CsvFields, type CsvStyle, CSV_DATA_FIELDS, spreadsheetFields } from "../../../core/csv-text.ts";
import { plainInstant } from "../../../core/plain-text.ts";

interface WrittenTable extends WrittenFile {
  /** File name in the folder. */
  readonly name: string;
  readonly rows: number;
}

export interface WrittenTables {
  /** In the order of the sheets. */
  readonly tables: readonly WrittenTable[];
  /**
   * `csv.sha256` or `json.sha256`, the checksums of all tables as `sha256sum --check` reads them: its own
   * hash in the audit trail stands for them all, and shows when tables of several exports lie side by side.
   */
  readonly checksums: WrittenFile & { readonly name: string };
}

export function checksumsName(ending: TableWriter["ending"]): string {
  return `${ending}.sha256`;
}

/**
 * Writes every table of a workbook into a folder, which is made when its parent exists. All files take their
 * places when the last one is whole; until then, and when it fails or is cancelled, the files that were there
 * stay. The next export finishes what a killed one began.
 *
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, CANCELLED
 */
export async function writeTablesInFolder(
  workbook: Workbook,
  folder: string,
  writer: TableWriter,
  options: WriteOptions = {},
): Promise<WrittenTables> {
  const isNew = await makeFolder(folder);
  const { ending } = writer;
  const progress = progressOf(workbook, options);
  const pending: PendingFile[] = [];
  try {
    // What a killed export left is finished before anything of it is cleared up.
    if (!isNew) await inTurn(folder, ending, async () => {});
    const tables: WrittenTable[] = [];
    for (const { table, name } of namedTables(workbook, ending)) {
      const file = await writePending(join(folder, name), (sink) =>
        writePieces(sink, tableText(table, writer, progress)),
      );
      pending.push(file);
      tables.push({ name, sha256: file.sha256, bytes: file.bytes, rows: table.count - table.feet });
    }
    const name = checksumsName(ending);
    const list = tables.map((table) => `${table.sha256}  ${table.name}\n`);
    const checksums = await writePending(join(folder, name), (sink) => writePieces(sink, list));
    pending.push(checksums);
    progress(0);
    await inTurn(folder, ending, async (turn) => {
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

async function writePieces(sink: FileSink, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) if (!sink.write(piece)) await once(sink, "drain");
  sink.end();
  await finished(sink);
}

// The workbook's tables as one zip file.

/**
 * Writes every table of a workbook into a zip file. It takes its place at once when whole; until then, and
 * when it fails, is cancelled or killed, what was there stays.
 *
 * @returns the file, and how many tables it has
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, CANCELLED
 */
export async function writeZippedTables(
  workbook: Workbook,
  path: string,
  writer: TableWriter,
  options: WriteOptions,
): Promise<WrittenFile & { readonly tables: number }> {
  const progress = progressOf(workbook, options);
  let tables = 0;
  const pending = await writePending(path, async (sink) => {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    zip.on("error", (error) => output.destroy(error));
    for (const { table, name } of namedTables(workbook, writer.ending)) {
      const text = Readable.from(tableText(table, writer, progress));
      text.on("error", (error) => output.destroy(error));
      zip.addReadStream(text, name, { ...TIMELESS_ENTRY, compressionLevel: 1 });
      tables += 1;
    }
    zip.end();
    await pipeline(output, sink);
  });
  return { ...(await publishOrDiscard(pending, options.beforePublishing)), tables };
}

// A table as JSON: an array of objects, one object a line.

/** Keys that never change, amounts as the service's integers, times as RFC 3339 in UTC. */
export const JSON_TABLES: TableWriter = {
  ending: "json",
  head: () => "[",
  row: (table, row, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(objectOf(table, row))}`,
  tail: () => "\n]\n",
};

/** @throws TieoutError EXPORT_VALUE for a number or an instant that is none */
function assertHeld(value: number, kind: CellKind, record: string, field: string): void {
  if (Number.isFinite(kind === "instant" ? new Date(value).getTime() : value)) return;
  throw new TieoutError("EXPORT_VALUE", `${value} is not a value for a table`, { record, field });
}

function objectOf({ id, columns }: SheetTable, { cells }: Row): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [at, { key, kind: columnKind }] of columns.entries()) {
    if (key === "") continue;
    const { value, kind } = cellData(cells[at], columnKind);
    if (typeof value === "number") assertHeld(value, kind, id, key);
    object[key] = kind === "instant" && typeof value === "number" ? formatInstant(value) : value;
  }
  return object;
}

// A table as CSV: for a spreadsheet, or for programs.

interface Wording {
  readonly fields: CsvFields;
  readonly valueOf: typeof cellValue;
  readonly title: (column: SheetColumn) => string;
  readonly instant: (atMs: number) => string;
  readonly truth: (is: boolean) => string;
  readonly decimals: number;
}

/**
 * For a spreadsheet: headers and decimals as in the workbook, times on the zone's wall clock, texts that it
 * neither calculates nor turns into numbers.
 */
export function spreadsheetCsv(
  workbook: { readonly timeZone: string; readonly decimals: number },
  style: CsvStyle,
): TableWriter {
  const clock = new ZoneClock(workbook.timeZone);
  return csvOf({
    fields: spreadsheetFields(style),
    valueOf: cellValue,
    title: ({ header }) => header,
    instant: (atMs) => plainInstant(clock.wallMs(atMs)),
    truth: (is) => (is ? "TRUE" : "FALSE"),
    decimals: workbook.decimals,
  });
}

/** For programs: keys that never change, and the same values as the tables in JSON. */
export const DATA_CSV: TableWriter = csvOf({
  fields: CSV_DATA_FIELDS,
  valueOf: cellData,
  title: ({ key }) => key,
  instant: formatInstant,
  truth: String,
  decimals: 0,
});

function csvOf(wording: Wording): TableWriter {
  const { fields, title } = wording;
  return {
    ending: "csv",
    head: ({ columns }) =>
      `${fields.beginning}${fields.line(columns.filter(({ key }) => key !== "").map((column) => fields.text(title(column))))}`,
    row: (table, row) => fields.line(fieldsOf(table, row, wording)),
    tail: () => "",
  };
}

function fieldsOf({ id, columns }: SheetTable, { cells }: Row, wording: Wording): string[] {
  return columns.flatMap(({ key, kind: columnKind }, at) => {
    if (key === "") return [];
    const { value, kind } = wording.valueOf(cells[at], columnKind);
    if (value === null) return [""];
    if (typeof value === "boolean") return [wording.truth(value)];
    // A day is what a spreadsheet takes for one.
    if (typeof value === "string") return [kind === "day" ? value : wording.fields.text(value)];
    assertHeld(value, kind, id, key);
    return [numberField(value, kind, wording)];
  });
}

function numberField(value: number, kind: CellKind, { fields, instant, decimals }: Wording): string {
  if (kind === "instant") return instant(value);
  if (kind === "amount") return fields.amount(value, decimals);
  return kind === "id" || kind === "text" ? fields.id(value) : String(value);
}
