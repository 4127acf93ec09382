/** One export in the format asked for, and what the audit trail is to say of it. */
import { basename, resolve } from "node:path";
import type { ExportFormat } from "../../core/report/format.ts";
import type { Workbook } from "../../core/report/model.ts";
import { writeCsv } from "./csv.ts";
import type { WrittenFile } from "./file-sink.ts";
import { writeJson } from "./json.ts";
import type { WriteOptions } from "./progress.ts";
import { writeWorkbook } from "./write-workbook.ts";

/** A file with its name relative to the folder that was exported to. */
export type NamedFile = WrittenFile & { readonly name: string };

export interface WrittenExport {
  /** The workbook, or the tables in the order of the sheets. */
  readonly files: readonly NamedFile[];
  /** The file whose hash stands for the whole export: the workbook itself, or the checksums of the tables. */
  readonly proof: NamedFile;
}

/**
 * Writes a workbook as one file, or its tables into a folder. Whatever fails, what was there before stands.
 *
 * @param out the workbook's path, or the folder of the tables
 * @param atMs the run's time, milliseconds UTC
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, CANCELLED
 */
export async function writeExport(
  workbook: Workbook,
  format: ExportFormat,
  out: string,
  options: WriteOptions & { readonly atMs: number },
): Promise<WrittenExport> {
  if (format === "xlsx") {
    const { sha256, bytes } = await writeWorkbook(workbook, out, options);
    const file = { name: basename(out), sha256, bytes };
    return { files: [file], proof: file };
  }
  const write = format === "csv" ? writeCsv : writeJson;
  const { tables, checksums } = await write(workbook, out, options);
  const name = `${basename(resolve(out))}/${checksums.name}`;
  return { files: tables, proof: { ...checksums, name } };
}
