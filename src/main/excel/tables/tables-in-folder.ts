/** The workbook's tables as files of a folder, which take their places together. */
import { once } from "node:events";
import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { Workbook } from "../../../core/report/model.ts";
import { type WriteOptions, progressOf } from "../progress.ts";
import type { FileSink, WrittenFile } from "../target/file-sink.ts";
import { inTurn } from "../target/in-turn.ts";
import { type PendingFile, writePending } from "../target/pending.ts";
import { publishTogether } from "../target/publish.ts";
import { targetError } from "../target/target-error.ts";
import { type TableWriter, namedTables, tableText } from "./tables.ts";

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

/** The name of the list of checksums beside tables. */
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
    progress.add(0);
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
