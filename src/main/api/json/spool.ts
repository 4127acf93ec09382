/** A private temporary folder for bodies that are too large for memory. */
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import type { ErrorCode } from "../../../core/error-codes.ts";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";

/** The error for a spool file that cannot be written. */
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

  /** Removes the file. */
  discard(): void {
    this.#close();
    rmSync(this.path, { force: true });
  }

  #close(): void {
    if (this.#open) closeSync(this.#descriptor);
    this.#open = false;
  }
}

/**
 * Makes the folder, readable by its owner alone, for the first file. By the process's number in its name the
 * next program to begin knows what a killed one left.
 */
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
