/** Checks the disk space for what SQLite writes beside a ledger before a change: its log and index. */
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { TieoutError } from "../../../../core/errors.ts";
import { unfinishedName } from "../names.ts";
import { unwritten } from "./unwritten.ts";

/** The index takes 32 KB at once; with less than this no change fits beside it. In bytes. */
const ROOM_BYTES = 64 * 1024;
/**
 * The system's errors for a folder in which no file can be made: SQLite finds that out by itself, and may not
 * need to.
 */
const NO_FILES = new Set(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/**
 * Tries out whether the disk of a ledger takes what a change needs. Only writing shows it: quotas and limits
 * on the size of a file are in no count of free blocks.
 *
 * @param path the ledger's
 * @throws TieoutError LEDGER_DISK_FULL, LEDGER_DISK_ERROR; nothing was written to the ledger then
 */
export function refuseWithoutRoom(path: string): void {
  try {
    tryOut(unfinishedName(path));
  } catch (error) {
    if (NO_FILES.has((error as NodeJS.ErrnoException).code ?? "")) return;
    throw unwritten(error, path, "The disk is full", (code) => {
      const sentence = `The system cannot write beside the ledger: ${code}`;
      return new TieoutError("LEDGER_DISK_ERROR", sentence, { file: path }, error);
    });
  }
}

/** The file has no name while it is filled, where the system allows that: a killed process leaves nothing. */
function tryOut(path: string): void {
  const handle = openSync(path, "wx", 0o600);
  try {
    removeEarly(path);
    for (let done = 0; done < ROOM_BYTES;) done += writeSync(handle, Buffer.alloc(ROOM_BYTES - done));
  } finally {
    closeSync(handle);
    rmSync(path, { force: true });
  }
}

function removeEarly(path: string): void {
  try {
    rmSync(path);
  } catch {
    // It is removed when it is closed.
  }
}

/** Whether a file's disk counts room for a change; true where that is unknown. */
export function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return true;
  }
}
