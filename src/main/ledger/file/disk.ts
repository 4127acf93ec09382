/** What a change needs of the disk, how new files survive a power cut, and the errors of a disk that refuses. */
import { closeSync, openSync, rmSync, statfsSync, writeSync, fsyncSync } from "node:fs";
import { dirname } from "node:path";
import type { ErrorCode } from "../../../core/error-codes.ts";
import { TieoutError } from "../../../core/errors.ts";
import { unfinishedName } from "./names.ts";

/** The index takes 32 KB at once; with less than this no change fits beside it. In bytes. */
const ROOM_BYTES = 64 * 1024;
/** The system's errors for a folder that takes no new file: SQLite finds out itself, if it needs one. */
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
    const sentence = "The system cannot write beside the ledger";
    throw unwritten(error, path, "The disk is full", { code: "LEDGER_DISK_ERROR", sentence });
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

export function syncFile(path: string): void {
  const handle = openSync(path, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Syncs the folder a file is in; where the system cannot sync a folder (Windows), nothing is done. */
export function syncFolderOf(path: string): void {
  let handle: number;
  try {
    handle = openSync(dirname(path), "r");
  } catch {
    return;
  }
  try {
    fsyncSync(handle);
  } catch {
    // Some file systems refuse; the file's own bytes are synced already.
  } finally {
    closeSync(handle);
  }
}

interface SystemRefusal {
  readonly code: ErrorCode;
  /** Before the system's code, e.g. `EACCES`. */
  readonly sentence: string;
  /** What to do, in the place of the system's code. */
  readonly remedy?: string;
}

/**
 * The error to throw for what a write threw.
 *
 * @param noRoom the sentence where the disk is full
 * @param refused of any other refusal
 */
export function unwritten(
  error: unknown,
  file: string,
  noRoom: string,
  { code, sentence, remedy }: SystemRefusal,
): unknown {
  if (error instanceof TieoutError || !(error instanceof Error)) return error;
  const { code: why = "" } = error as NodeJS.ErrnoException;
  if (!/^E[A-Z]+$/u.test(why)) return error;
  if (why === "ENOSPC" || why === "EDQUOT") {
    return new TieoutError("LEDGER_DISK_FULL", noRoom, { file }, error);
  }
  if (remedy !== undefined) return new TieoutError(code, sentence, { file, remedy }, error);
  return new TieoutError(code, `${sentence}: ${why}`, { file }, error);
}
