/** Writes one export in the format asked for, and gives the content of its audit link. */
import { basename, resolve } from "node:path";
import {
  type ExportForm,
  type TableFormat,
  isDocument,
  isFolderFormat,
  tableEnding,
} from "../../core/report/sheet/format.ts";
import type { Workbook } from "../../core/report/sheet/model.ts";
import { type CsvStyle, csvStyleOf } from "../../core/csv-text.ts";
import type { WrittenFile } from "./output/pending.ts";
import type { WriteOptions } from "./output/progress.ts";
import {
  DATA_CSV,
  spreadsheetCsv,
  JSON_TABLES,
  checksumsName,
  writeTablesInFolder,
  writeZippedTables,
} from "./documents/tables-in-folder.ts";
import type { TableWriter } from "./documents/tables.ts";

/** A file with its name relative to the folder that was exported to. */
export type NamedFile = WrittenFile & { readonly name: string };

export interface WrittenExport {
  /** The workbook, binder or zip file, or the tables of a folder in the order of the sheets. */
  readonly files: readonly NamedFile[];
  /** How many tables were written; null of a workbook or binder. */
  readonly tables: number | null;
  /** The file whose hash stands for the whole export: the one file, or the checksums of a folder's tables. */
  readonly proof: NamedFile;
}

/** An export, and how its CSV is written for a spreadsheet. */
export interface ExportShape extends ExportForm {
  readonly csv?: Partial<CsvStyle>;
}

interface ExportOptions extends Omit<WriteOptions, "beforePublishing"> {
  /** The run's time, milliseconds UTC. */
  readonly atMs: number;
  /** As `WriteOptions.beforePublishing`, with the file's name in the trail. */
  readonly beforePublishing?: (proof: NamedFile) => Promise<void>;
}

/**
 * Writes a workbook as one file, its sheets for paper as one PDF, or its tables into a zip file or a folder.
 * Whatever fails, what was there before stands.
 *
 * @param out the path of the file or folder
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, PRINT_FAILED, CANCELLED
 */
export async function writeExport(
  workbook: Workbook,
  shape: ExportShape,
  out: string,
  options: ExportOptions,
): Promise<WrittenExport> {
  const { format } = shape;
  const name = proofName(shape, out);
  const writing = {
    ...options,
    beforePublishing: async ({ sha256, bytes }: WrittenFile) =>
      options.beforePublishing?.({ name, sha256, bytes }),
  };
  if (isDocument(format)) {
    const writeFile =
      format === "pdf"
        ? (await import("./documents/write-binder.ts")).writeBinder
        : (await import("./workbook/write-workbook.ts")).writeWorkbook;
    const { sha256, bytes } = await writeFile(workbook, out, writing);
    const file = { name, sha256, bytes };
    return { files: [file], tables: null, proof: file };
  }
  const writer = tableWriter(format, workbook, csvStyleOf(shape.csv ?? {}));
  if (isFolderFormat(shape)) {
    const { tables, checksums } = await writeTablesInFolder(workbook, out, writer, writing);
    return { files: tables, tables: tables.length, proof: { ...checksums, name } };
  }
  const { sha256, bytes, tables } = await writeZippedTables(workbook, out, writer, writing);
  const file = { name, sha256, bytes };
  return { files: [file], tables, proof: file };
}

function tableWriter(format: TableFormat, workbook: Workbook, style: CsvStyle): TableWriter {
  if (format === "json") return JSON_TABLES;
  return format === "csv" ? spreadsheetCsv(workbook, style) : DATA_CSV;
}

/** As the trail names it: of tables in a folder, with the folder. */
function proofName(shape: ExportForm, out: string): string {
  const { format } = shape;
  return isDocument(format) || !isFolderFormat(shape)
    ? basename(out)
    : `${basename(resolve(out))}/${checksumsName(tableEnding(format))}`;
}
