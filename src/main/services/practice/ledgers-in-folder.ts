/** The ledgers of a practice's folder. */
import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { compareBytes } from "../../../core/text.ts";
import { isKeptBeforeRestore } from "../backup/backup-plan.ts";

/**
 * Names of the ledgers in a folder, in the order of their bytes; not those in folders below, no backups.
 *
 * @throws TieoutError LEDGER_NOT_FOUND where the folder holds none, FILE_UNREADABLE
 */
export function ledgersIn(folder: string): string[] {
  const refuse = (sentence: string) => new TieoutError("LEDGER_NOT_FOUND", sentence, { file: folder });
  if (!isFolder(folder)) throw refuse("There is no such folder");
  // A name that begins with a dot is another system's note about a file, not the file.
  const ledgers = namesIn(folder)
    .filter((name) => ENDING.test(name) && !name.startsWith(".") && !isFolder(join(folder, name)))
    .filter((name) => !isKeptBeforeRestore(name))
    .toSorted(compareBytes);
  if (ledgers.length === 0) throw refuse("There is no ledger in the folder");
  return ledgers;
}

/** As some systems write it, in capitals too. */
const ENDING = /\.tieout$/iu;

/** @throws TieoutError FILE_UNREADABLE */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new TieoutError("FILE_UNREADABLE", "The folder cannot be read", { file: folder }, error);
  }
}

/** A link that leads nowhere, or round and round, is no folder. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The name of a ledger's file without folder and ending. */
export function ledgerName(path: string): string {
  return basename(path).replace(ENDING, "");
}
