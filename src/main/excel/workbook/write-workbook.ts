/** Writes the workbook's model as one .xlsx file. */
import type { Workbook } from "../../../core/report/model.ts";
import { WorkbookPackage } from "./package.ts";
import { SheetRun, settingOf } from "./sheet-run.ts";
import { type WriteOptions, progressOf } from "../progress.ts";
import type { WrittenFile } from "../target/file-sink.ts";
import { publishOrDiscard, writePending } from "../target/pending.ts";

interface WrittenWorkbook extends WrittenFile {
  /** Rows of tables, over all sheets. */
  readonly rows: number;
}

/**
 * Writes a workbook. The same model and time give the same bytes. It takes its place at once when whole;
 * until then, and when it fails or is cancelled, the file that was there stays as it is.
 *
 * @param atMs the run's time, milliseconds UTC: every date in the file that is not data
 * @throws TieoutError EXPORT_TARGET when the place cannot be written to, EXPORT_VALUE when a value fits in no
 *   cell, CANCELLED; what `beforePublishing` throws
 */
export async function writeWorkbook(
  workbook: Workbook,
  path: string,
  options: WriteOptions & { readonly atMs: number },
): Promise<WrittenWorkbook> {
  const progress = progressOf(workbook, options);
  const pending = await writePending(path, async (sink) => {
    const file = new WorkbookPackage(sink, options.atMs, workbook.title, workbook.scope);
    try {
      const setting = settingOf(workbook, file, progress.add);
      for (const sheet of workbook.sheets) await new SheetRun(sheet, setting).write();
      await file.close();
      progress.add(0);
    } catch (error) {
      file.abort();
      throw error;
    }
  });
  await publishOrDiscard(pending, options.beforePublishing);
  return { sha256: pending.sha256, bytes: pending.bytes, rows: progress.written() };
}
