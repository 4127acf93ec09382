/** Folders that hold records only for a while: private ones for copies, and what killed processes left. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { TieoutError } from "../../../core/errors.ts";
import { type OwnFolderPurpose, makeOwnFolder, isLeftBehind } from "../../excel/output/own-folder.ts";
import { unwritten } from "../../ledger/file/disk.ts";
import { type UnfinishedFile, removeUnfinishedFiles } from "../../ledger/file/make.ts";

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
    throw unwritten(error, tmpdir(), NO_ROOM, {
      code: "EXPORT_TARGET",
      sentence: "Tieout cannot write to the system's temporary folder",
      remedy: "Check your permission to write to it.",
    });
  }
}

/** No ledger takes so long to make: for a file of another machine, or a process whose number is reused. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Removes what a process left that was killed while it made a ledger or a copy of one. What cannot be looked
 * at or removed is left.
 *
 * @param name how the names in that folder begin
 */
export function removeUnfinished(folder: string, name: string): void {
  const isAbandoned = (file: UnfinishedFile) =>
    file.name.startsWith(name) &&
    /\.[0-9a-f-]{36}\.new$/u.test(file.name.slice(name.length)) &&
    (isMakerGone(file) || Date.now() - file.writtenMs > ABANDONED_MS);
  removeUnfinishedFiles(folder, isAbandoned);
}

/**
 * Removes what processes of this machine left in a folder that were killed while they made or copied any
 * ledger there: their names say which process made them. What another machine left is not ours to judge.
 */
export function removeAbandonedHere(folder: string): void {
  removeUnfinishedFiles(folder, isMakerGone);
}

function isMakerGone({ maker, writtenMs }: UnfinishedFile): boolean {
  return maker !== null && isLeftBehind(maker, writtenMs);
}
