/** A private temporary folder for bodies that are too large for memory. */
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import type { ErrorCode } from "../../core/error-codes.ts";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TieoutError } from "../../core/errors.ts";
import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { type OpenFile, unreadable } from "./list-body.ts";

function spoolError(error: unknown): TieoutError {
  const why = (error as NodeJS.ErrnoException).code ?? "unknown";
  const full = why === "ENOSPC" || why === "EDQUOT";
  const code: ErrorCode = full ? "LEDGER_DISK_FULL" : "FILE_UNREADABLE";
  return new TieoutError(code, `The response could not be saved in the folder for temporary files: ${why}`, {
    file: tmpdir(),
  });
}

function spooling<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw spoolError(error);
  }
}

/** One file being written; readable by its owner alone. */
export class SpoolFile {
  readonly path: string;
  readonly #descriptor: number;
  #open = true;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = spooling(() => openSync(path, "wx", 0o600));
  }

  /** @throws TieoutError LEDGER_DISK_FULL, FILE_UNREADABLE */
  write(chunk: Uint8Array): void {
    for (let done = 0; done < chunk.length;) {
      const from = done;
      done += spooling(() => writeSync(this.#descriptor, chunk, from));
    }
  }

  /** Ends the file. Returns when it was last written, milliseconds. */
  finish(): number {
    const { mtimeMs } = fstatSync(this.#descriptor);
    this.#close();
    return mtimeMs;
  }

  discard(): void {
    this.#close();
    rmSync(this.path, { force: true });
  }

  #close(): void {
    if (this.#open) closeSync(this.#descriptor);
    this.#open = false;
  }
}

/** Makes the folder, its owner's alone, with the first file; its name says whose leftovers it holds. */
export class Spool {
  #folder: string | null = null;
  #files = 0;

  /** @throws TieoutError LEDGER_DISK_FULL, FILE_UNREADABLE */
  newFile(): SpoolFile {
    this.#folder ??= spooling(() => mkdtempSync(join(tmpdir(), `tieout-spool-${process.pid}-`)));
    this.#files += 1;
    return new SpoolFile(join(this.#folder, `${this.#files}.json`));
  }

  /** Removes the folder and all in it. */
  dispose(): void {
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }
}

// SHA-256 of a body: of its bytes as they arrive, or of a large file in a separate thread.

export interface Hashing {
  /** Takes the next bytes. */
  readonly update: (chunk: Uint8Array) => void;
  /** Ends it: 64 hex digits. */
  readonly digest: () => Promise<string>;
  /** Ends it early, or does nothing any more. */
  readonly stop: () => Promise<void>;
}

/** Hashes the bytes it is given. */
export function hashHere(): Hashing {
  const hash = createHash("sha256");
  return {
    update: (chunk) => {
      hash.update(chunk);
    },
    digest: () => Promise.resolve(hash.digest("hex")),
    stop: () => Promise.resolve(),
  };
}

/** From this size on, in bytes, a thread has started and hashed a file sooner than this one hashes it. */
export const WORTH_A_THREAD = 128 * 1024 * 1024;

/** What the thread does. It is a text, because a file would have to be found again in every build. */
const WORK = `
  const { createHash } = require("node:crypto");
  const { readSync } = require("node:fs");
  const { parentPort, workerData: descriptor } = require("node:worker_threads");
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  for (let position = 0; ; ) {
    const bytes = readSync(descriptor, buffer, 0, buffer.length, position);
    if (bytes === 0) break;
    hash.update(buffer.subarray(0, bytes));
    position += bytes;
  }
  parentPort.postMessage(hash.digest("hex"));
`;

/**
 * Hashes a whole file by itself; what it is given it ignores.
 *
 * @param file a regular one, which must stay open until this is stopped
 * @param name what an error calls it
 */
export function hashBeside(file: Pick<OpenFile, "descriptor">, name: string): Hashing {
  const worker = new Worker(WORK, { eval: true, workerData: file.descriptor });
  const done = new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", (error) => {
      reject(unreadable(error, name));
    });
  });
  // A scan that fails first has no use for it.
  done.catch(() => undefined);
  return {
    update: () => undefined,
    digest: () => done,
    stop: async () => {
      await worker.terminate();
    },
  };
}
