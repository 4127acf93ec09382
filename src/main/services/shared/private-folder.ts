/** A private folder for a copy of a ledger. It holds somebody's records, and is removed after the work. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { TieoutError } from "../../../core/errors.ts";
import { type OwnFolderPurpose, makeOwnFolder } from "../../excel/target/own-folder.ts";
import { unwritten } from "../../ledger/file/disk.ts";

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
