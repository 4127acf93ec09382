/** Bytes on their way into a file, counted and hashed. */
import { type Hash, createHash } from "node:crypto";
import { writeFile } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { Writable } from "node:stream";

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
