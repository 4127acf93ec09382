/** Files that appear whole or not at all: written beside the target under another name, synced, then renamed. */
import { type Hash, createHash } from "node:crypto";
import { writeFile } from "node:fs";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Writable } from "node:stream";
import { TieoutError } from "../../core/errors.ts";

/** A file that was written. */
export interface WrittenFile {
  /** SHA-256 of its bytes, 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Takes bytes to a file, counting and hashing them. */
export class FileSink extends Writable {
  readonly #file: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;
  #isWriting = false;
  /** Waits for the write under way, when the sink is destroyed in the middle of one. */
  #whenIdle: (() => void) | null = null;

  constructor(file: FileHandle) {
    super({ highWaterMark: 262_144 });
    this.#file = file;
    // A failure is kept and thrown by whoever waits next; without a listener it would end the process.
    this.on("error", () => {});
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    // By descriptor, because it writes on from where the last write ended, the whole chunk.
    this.#isWriting = true;
    writeFile(this.#file.fd, chunk, (error) => {
      this.#isWriting = false;
      done(error);
      this.#whenIdle?.();
    });
  }

  /** The file may be closed once this is over: no write is under way any more. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#isWriting) this.#whenIdle = () => done(error);
    else done(error);
  }

  written(): WrittenFile {
    return { sha256: this.#hash.digest("hex"), bytes: this.#bytes };
  }
}

/** A file written but not yet in its place. */
export interface PendingFile extends WrittenFile {
  /** Puts it in its place, over what was there. */
  publish(): Promise<void>;
  /** Removes it; what was there stands. */
  discard(): Promise<void>;
}

let serial = 0;

/**
 * Writes a file beside its target. Whatever fails, nothing of it stays and the target is untouched.
 *
 * @throws TieoutError EXPORT_TARGET when the place cannot be written to
 */
export async function writePending(
  path: string,
  write: (sink: FileSink) => Promise<void>,
): Promise<PendingFile> {
  const folder = dirname(path);
  serial += 1;
  const temporary = join(folder, `.${basename(path)}.${process.pid}-${serial}.part`);
  const file = await openTemporary(folder, basename(path), temporary).catch((error: unknown) => {
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
  return { ...sink.written(), discard, publish: () => publish(temporary, path) };
}

async function closeBoth(sink: FileSink, file: FileHandle): Promise<void> {
  sink.destroy();
  if (!sink.closed) await new Promise((resolve) => sink.once("close", resolve));
  await file.close();
}

async function openTemporary(folder: string, name: string, temporary: string): Promise<FileHandle> {
  await removeAbandoned(folder, name);
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
    const match = found.startsWith(prefix) ? /^(\d+)-\d+\.part$/u.exec(found.slice(prefix.length)) : null;
    if (match !== null && !isRunning(Number(match[1]))) await rm(join(folder, found), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "The folder to export to does not exist",
  ENOTDIR: "The folder to export to is not a folder",
  EISDIR: "A folder stands where the export should go",
  ENOTEMPTY: "A folder stands where the export should go",
  EEXIST: "A folder stands where the export should go",
  EACCES: "The place to export to may not be written to",
  EPERM: "The place to export to may not be written to, or the file is open in another program",
  EROFS: "The place to export to is read-only",
  EBUSY: "The file to export to is open in another program",
  ENOSPC: "There is no room left where the export should go",
  EDQUOT: "There is no room left where the export should go",
  EFBIG: "The export is larger than a file may be there",
  ENAMETOOLONG: "The name to export to is too long",
};

/** An EXPORT_TARGET for a failure of the file system; any other error as it is. */
export function targetError(error: unknown, path: string): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined || error instanceof TieoutError) return error;
  const sentence = SENTENCES[code];
  const known = sentence ?? (/^E[A-Z]+$/u.test(code) ? `The export could not be written: ${code}` : null);
  return known === null ? error : new TieoutError("EXPORT_TARGET", known, { file: path }, error);
}
