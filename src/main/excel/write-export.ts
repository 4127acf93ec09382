/** One export in the format asked for, and what the audit trail is to say of it. */
import { basename, resolve } from "node:path";
import { type ExportFormat, isFileFormat } from "../../core/report/format.ts";
import type { Workbook } from "../../core/report/model.ts";
import { writeCsv } from "./tables/csv.ts";
import type { WrittenFile } from "./target/file-sink.ts";
import { loadWorkbookWriter } from "./workbook/load-writer.ts";
import { writeJson } from "./tables/json.ts";
import type { WriteOptions } from "./progress.ts";
import { checksumsName } from "./tables/tables.ts";

/** A file with its name relative to the folder that was exported to. */
export type NamedFile = WrittenFile & { readonly name: string };

export interface WrittenExport {
  /** The workbook or binder, or the tables in the order of the sheets. */
  readonly files: readonly NamedFile[];
  /**
   * The file whose hash stands for the whole export: the workbook or binder itself, or the checksums of the
   * tables.
   */
  readonly proof: NamedFile;
}

interface ExportOptions extends Omit<WriteOptions, "beforePublishing"> {
  /** The run's time, milliseconds UTC. */
  readonly atMs: number;
  /** As `WriteOptions.beforePublishing`, with the file's name in the trail. */
  readonly beforePublishing?: (proof: NamedFile) => Promise<void>;
}

/**
 * Writes a workbook as one file, its sheets for paper as one PDF, or its tables into a folder. Whatever
 * fails, what was there before stands.
 *
 * @param out the path of the workbook or binder, or the folder of the tables
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE, PRINT_FAILED, CANCELLED
 */
export async function writeExport(
  workbook: Workbook,
  format: ExportFormat,
  out: string,
  options: ExportOptions,
): Promise<WrittenExport> {
  const beforePublishing = async ({ sha256, bytes }: WrittenFile) =>
    options.beforePublishing?.({ name: proofName(format, out), sha256, bytes });
  if (isFileFormat(format)) {
    const writeFile =
      format === "pdf" ? (await import("./binder/write-binder.ts")).writeBinder : await loadWorkbookWriter();
    const { sha256, bytes } = await writeFile(workbook, out, { ...options, beforePublishing });
    const file = { name: basename(out), sha256, bytes };
    return { files: [file], proof: file };
  }
  const write = format === "csv" ? writeCsv : writeJson;
  const { tables, checksums } = await write(workbook, out, { ...options, beforePublishing });
  return { files: tables, proof: { ...checksums, name: proofName(format, out) } };
}

/** Relative to the folder that was exported to. */
function proofName(format: ExportFormat, out: string): string {
  return isFileFormat(format) ? basename(out) : `${basename(resolve(out))}/${checksumsName(format)}`;
}
