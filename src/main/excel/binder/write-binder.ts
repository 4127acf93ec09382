/** Writes a month's binder: the workbook's sheets for a partner, on paper. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Workbook } from "../../../core/report/model.ts";
import type { WriteOptions } from "../progress.ts";
import type { WrittenFile } from "../target/file-sink.ts";
import { makeOwnFolder } from "../target/own-folder.ts";
import { publishOrDiscard, writePending } from "../target/pending.ts";
import { binderHtml } from "./binder-html.ts";
import { findBrowser } from "./find-browser.ts";
import { printByApp } from "./print-by-app.ts";
import { printPdf } from "./print-pdf.ts";

/**
 * Writes a binder as PDF. It takes its place at once when whole; until then, and when it fails or is
 * cancelled, the file that was there stays as it is.
 *
 * @param atMs the run's time, milliseconds UTC: the only time in the file that is not data
 * @throws TieoutError PRINT_FAILED without a printer or browser, or when it does not print; EXPORT_TARGET,
 *   CANCELLED; what `beforePublishing` throws
 */
export async function writeBinder(
  workbook: Workbook,
  path: string,
  { atMs, signal, printer, beforePublishing }: WriteOptions & { readonly atMs: number },
): Promise<WrittenFile> {
  const browser = printer === undefined ? findBrowser(process.env) : null;
  const folder = makeOwnFolder("binder");
  try {
    const page = join(folder, "binder.html");
    await pipeline(Readable.from(binderHtml(workbook)), createWriteStream(page, { mode: 0o600 }), { signal });
    const printing = { folder: join(folder, "browser"), atMs, signal };
    const pdf =
      browser === null
        ? await printByApp(page, { ...printing, printer: printer ?? [] })
        : await printPdf(page, { ...printing, browser });
    const pending = await writePending(path, (sink) => pipeline(Readable.from([pdf]), sink));
    await publishOrDiscard(pending, beforePublishing);
    return { sha256: pending.sha256, bytes: pending.bytes };
  } finally {
    // Helpers of the browser may write a moment longer than it runs.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
