/**
 * Folders that hold somebody's records only for a while: a private one for a copy, and what killed processes left
 * there or beside a ledger.
 */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { type OwnFolderPurpose, makeOwnFolder, isLeftBehind } from "../../excel/output/own-folder.ts";
import { unwritten } from "../../ledger/file/disk.ts";
import { removeFile } from "../../ledger/file/make.ts";
import { makerOf } from "../../ledger/file/names.ts";

const NO_ROOM = "There is no space for a copy of the ledger in the system's temporary folder";

/**
 * Works in a new folder among the system's temporary files, readable by its owner alone, that is removed
 * whatever happens.
 *
 * @throws TieoutError LEDGER_DISK_FULL, EXPORT_TARGET when it cannot be made; what the work raises
 */
export async function inPrivateFolder<T>(
  purpose: OwnFolderPurpose,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = makeFolder(purpose);
  try {
    return await work(folder);
  } catch (error) {
    throw withoutRoom(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is full is the disk of the copy: the ledger that it is of is only read. */
function withoutRoom(error: unknown): unknown {
  if (!(error instanceof TieoutError) || error.code !== "LEDGER_DISK_FULL") return error;
  return new TieoutError(error.code, NO_ROOM, { file: tmpdir() }, error.cause);
}

function makeFolder(purpose: OwnFolderPurpose): string {
  try {
    return makeOwnFolder(purpose);
  } catch (error) {
    const sentence = "Tieout cannot write to the system's temporary folder";
    throw unwritten(
      error,
      tmpdir(),
      NO_ROOM,
      () =>
        new TieoutError(
          "EXPORT_TARGET",
          sentence,
          { file: tmpdir(), remedy: "Check your permission to write to it." },
          error,
        ),
    );
  }
}

/**
 * No ledger takes so long to make or to copy: for a file of another machine, or of a process whose number is
 * in use again.
 */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Removes what a process left that was killed while it made a ledger or a copy of one. What cannot be looked
 * at or removed is left.
 *
 * @param name how the names in that folder begin
 */
export function removeUnfinished(folder: string, name: string): void {
  for (const found of namesIn(folder)) {
    const isOurs = found.startsWith(name) && /\.[0-9a-f-]{36}\.new$/u.test(found.slice(name.length));
    if (isOurs && isLeft(join(folder, found))) tryToRemove(join(folder, found));
  }
}

/**
 * Removes what processes of this machine left in a folder that were killed while they made or copied any
 * ledger there: their names say which process made them. What another machine left is not ours to judge.
 */
export function removeAbandonedHere(folder: string): void {
  for (const found of namesIn(folder)) {
    const path = join(folder, found);
    if (UNFINISHED.test(found) && isMakerGone(path, writtenMsOf(path))) tryToRemove(path);
  }
}

const UNFINISHED = /.\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/u;

function isLeft(unfinished: string): boolean {
  const writtenMs = writtenMsOf(unfinished);
  return isMakerGone(unfinished, writtenMs) || Date.now() - writtenMs > ABANDONED_MS;
}

function isMakerGone(unfinished: string, writtenMs: number): boolean {
  const maker = makerOf(unfinished);
  return maker !== null && isLeftBehind(maker, writtenMs);
}

function writtenMsOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

function tryToRemove(unfinished: string): void {
  try {
    removeFile(unfinished);
  } catch {
    // It is its owner's to remove.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes what killed processes left in the system's temporary folder, which may hold clients' records. */
export { removeAbandonedFolders } from "../../excel/output/own-folder.ts";
