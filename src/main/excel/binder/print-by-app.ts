/** Prints a page of HTML as PDF by the program that Tieout runs in, which starts once more for that alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { withoutOurs } from "../../../core/system/environment.ts";
import { TieoutError } from "../../../core/errors.ts";
import { PATIENCE_MS, type Printing } from "./print-pdf.ts";
import { settled } from "./settled-pdf.ts";

/**
 * @param page the HTML file
 * @returns the PDF; the same page gives the same bytes with the same program
 * @throws TieoutError PRINT_FAILED, CANCELLED
 */
export async function printByApp(
  page: string,
  { printer, folder, atMs, signal }: Omit<Printing, "browser"> & { readonly printer: readonly string[] },
): Promise<Buffer> {
  const [program = "", ...first] = printer;
  await mkdir(folder, { mode: 0o700, recursive: true });
  const to = join(folder, "binder.pdf");
  const stopped = AbortSignal.any([
    AbortSignal.timeout(PATIENCE_MS),
    ...(signal === undefined ? [] : [signal]),
  ]);
  const child = spawn(program, [...first, `--print-page=${page}`, `--print-to=${to}`], {
    stdio: "ignore",
    env: withoutOurs(process.env),
    signal: stopped,
    killSignal: "SIGKILL",
  });
  try {
    const [status] = (await once(child, "close")) as [number | null];
    if (status !== 0) throw new Error(`it ended with ${status}`);
    return settled(await readFile(to), atMs);
  } catch (error) {
    if (signal?.aborted === true) throw new TieoutError("CANCELLED", "The export was cancelled", {}, error);
    throw new TieoutError("PRINT_FAILED", "The binder was not printed", { file: program }, error);
  }
}
