/** The first bytes of a file, as SQLite lays them out. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";

/** The length of SQLite's header, bytes. */
export const HEADER_BYTES = 100;
/** The mode in SQLite's header of a file without a log. */
const WITHOUT_LOG = 1;

/**
 * The header, or less of it where the file is shorter.
 *
 * @throws TieoutError FILE_UNREADABLE
 */
export function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  return reading(path, (handle) => header.subarray(0, readSync(handle, header, 0, header.length, 0)));
}

/** @throws TieoutError FILE_UNREADABLE where the system does not let it be read; what `look` raises */
export function reading<T>(path: string, look: (handle: number) => T): T {
  try {
    // What takes this name meanwhile is not followed or waited for.
    const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!fstatSync(handle).isFile())
        throw new TieoutError("LEDGER_FOREIGN", "This is not a file", { file: path });
      return look(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw new TieoutError("FILE_UNREADABLE", "The ledger cannot be read", { file: path }, error);
  }
}

/** Whether a header says that a log belongs to the file. */
export function namesLog(header: Buffer): boolean {
  return header[18] !== WITHOUT_LOG;
}

/**
 * Whether a file's header says that a log belongs to it: some process has it open for writing, or was killed
 * while it had.
 *
 * @throws TieoutError FILE_UNREADABLE
 */
export function isInWalMode(path: string): boolean {
  return namesLog(readHeader(path));
}
