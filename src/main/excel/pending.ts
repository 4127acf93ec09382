/** Files that appear whole or not at all: written beside their target under another name, synced, then renamed. */
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileSink, type WrittenFile } from "./file-sink.ts";
import { targetError } from "./target-error.ts";
import { isRunning } from "./own-folder.ts";

/** A file written but not yet in its place. */
export interface PendingFile extends WrittenFile {
  /** Where it belongs. */
  readonly path: string;
  /**
   * Puts it in its place, over what was there.
   *
   * @throws TieoutError EXPORT_TARGET; what was there stands then
   */
  publish(): Promise<void>;
  /** Removes it; what was there stands. */
  discard(): Promise<void>;
}

let serial = 0;

/** A hidden name beside a file that no other export takes; the next export of the file clears it up if this one is killed. */
export function nameBeside(path: string, ending: "part" | "kept"): string {
  serial += 1;
  return join(dirname(path), `.${basename(path)}.${process.pid}-${serial}.${ending}`);
}

/**
 * Writes a file beside its target. Whatever fails, nothing of it stays and the target is untouched.
 *
 * @throws TieoutError EXPORT_TARGET when the place cannot be written to
 */
export async function writePending(
  path: string,
  write: (sink: FileSink) => Promise<void>,
): Promise<PendingFile> {
  const temporary = nameBeside(path, "part");
  const file = await openTemporary(path, temporary).catch((error: unknown) => {
    throw targetError(error, path);
  });
  const sink = new FileSink(file);
  const discard = () => rm(temporary, { force: true });
  try {
    await write(sink);
    await file.sync();
  } catch (error) {
    await closeBoth(sink, file);
    await discard();
    throw targetError(error, path);
  }
  await closeBoth(sink, file);
  return { ...sink.written(), path, discard, publish: () => publish(temporary, path) };
}

async function closeBoth(sink: FileSink, file: FileHandle): Promise<void> {
  sink.destroy();
  if (!sink.closed) await new Promise((resolve) => sink.once("close", resolve));
  await file.close();
}

async function openTemporary(path: string, temporary: string): Promise<FileHandle> {
  await removeAbandoned(dirname(path), basename(path));
  return open(temporary, "wx", 0o644);
}

async function publish(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw targetError(error, path);
  }
}

/** Makes the new name durable; where folders cannot be synced (Windows) the rename alone has to do. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file itself is synced and in its place: nothing is lost that a caller could act on.
  }
}

/** Removes what an export of the same file left when its process was killed. */
async function removeAbandoned(folder: string, name: string): Promise<void> {
  const prefix = `.${name}.`;
  for (const found of await readdir(folder)) {
    const rest = found.startsWith(prefix) ? found.slice(prefix.length) : "";
    const match = /^(\d+)-\d+\.(?:part|kept)$/u.exec(rest);
    if (match !== null && !isRunning(Number(match[1]))) await rm(join(folder, found), { force: true });
  }
}
