/** Files that appear whole or not at all: written beside their target, synced, then renamed. */
import { type Hash, createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { Writable } from "node:stream";
import { basename, dirname, join } from "node:path";
import { targetError } from "./target-error.ts";
import { isLeftBehind } from "./own-folder.ts";

// Bytes on their way into a file, counted and hashed.

export interface WrittenFile {
  /** SHA-256 of its bytes, 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Takes bytes nowhere, hashing them. */
export class HashSink extends Writable {
  readonly #hash: Hash = createHash("sha256");

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#hash.update(chunk);
    done();
  }

  /** SHA-256 of what was taken, 64 hex digits; once. */
  sha256(): string {
    return this.#hash.digest("hex");
  }
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

  /** A zip's headers come in pieces of two and four bytes: what waited for a write goes with the next one. */
  override _writev(
    waiting: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#write(Buffer.concat(waiting.map(({ chunk }) => chunk)), done);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#write(chunk, done);
  }

  #write(chunk: Buffer, done: (error?: Error | null) => void): void {
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

/** What went wrong with a file, once something did; whoever writes asks before going on. */
export class FailingFile {
  readonly #failed: Promise<never>;
  #error: Error | null = null;

  /** @param streams what bytes go through on their way into the file */
  constructor(...streams: readonly { on(event: "error", listener: (error: Error) => void): unknown }[]) {
    this.#failed = new Promise((_, reject) => {
      const fail = (error: Error) => {
        this.#error ??= error;
        reject(error);
      };
      for (const stream of streams) stream.on("error", fail);
    });
    this.#failed.catch(() => {});
  }

  check(): void {
    if (this.#error !== null) throw this.#error;
  }

  /** Ends with the work, or early with what went wrong. */
  async during(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.#failed]);
  }
}

export interface PendingFile extends WrittenFile {
  readonly path: string;
  /** Where it is until then. */
  readonly temporary: string;
  /** Over what was there, which stands on failure. @throws TieoutError EXPORT_TARGET */
  publish(): Promise<void>;
  /** Removes it, when it did not take its place; what was there stands. */
  discard(): Promise<void>;
}

/** A hidden name beside a file that no other export takes; the file's next export removes what is left. */
export function nameBeside(path: string, ending: "part" | "kept"): string {
  // Threads have the process's number in common, and in a container every program has the same.
  const own = `${process.pid}-${randomBytes(6).toString("hex")}`;
  return join(dirname(path), `.${basename(path)}.${own}.${ending}`);
}

/** Beside its target, which stays, and nothing on failure. @throws TieoutError EXPORT_TARGET */
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
  return { ...sink.written(), path, temporary, discard, publish: () => publish(temporary, path) };
}

/**
 * Puts a written file in its place, or removes it when that fails; what was there stands then.
 *
 * @param before called first; what it throws keeps the file from its place
 * @throws TieoutError EXPORT_TARGET; what `before` throws
 */
export async function publishOrDiscard(
  pending: PendingFile,
  before?: (written: WrittenFile) => Promise<void>,
): Promise<WrittenFile> {
  try {
    await before?.(pending);
    await pending.publish();
    return { sha256: pending.sha256, bytes: pending.bytes };
  } catch (error) {
    await pending.discard();
    throw error;
  }
}

async function closeBoth(sink: FileSink, file: FileHandle): Promise<void> {
  sink.destroy();
  if (!sink.closed) await new Promise((resolve) => sink.once("close", resolve));
  await file.close();
}

async function openTemporary(path: string, temporary: string): Promise<FileHandle> {
  await removeAbandoned(dirname(path), basename(path));
  // It holds somebody's records: nobody else may read them until whoever owns it says so.
  return open(temporary, "wx", 0o600);
}

async function publish(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path);
  } catch (error) {
    throw targetError(error, path);
  }
  await syncFolder(dirname(path));
}

/** Makes the new name durable; where folders cannot be synced (Windows) the rename alone has to do. */
export async function syncFolder(folder: string): Promise<void> {
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
    const match = /^(\d+)-[0-9a-f]+\.(?:part|kept)$/u.exec(rest);
    if (match === null) continue;
    const left = join(folder, found);
    const writtenMs = await stat(left).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (isLeftBehind(Number(match[1]), writtenMs)) await rm(left, { force: true });
  }
}
