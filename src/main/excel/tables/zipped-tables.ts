/** The workbook's tables as one zip file. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Workbook } from "../../../core/report/model.ts";
import { TIMELESS_ENTRY } from "../../../core/system/zip-entry.ts";
import { type WriteOptions, progressOf } from "../progress.ts";
import type { WrittenFile } from "../target/file-sink.ts";
import { publishOrDiscard, writePending } from "../target/pending.ts";
import { type TableWriter, namedTables, tableText } from "./tables.ts";

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
  await publishOrDiscard(pending, options.beforePublishing);
  return { sha256: pending.sha256, bytes: pending.bytes, tables };
}
