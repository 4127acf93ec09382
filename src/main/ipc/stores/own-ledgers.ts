/** Ledgers that the app finds a place for: those filled from the sandbox, and all new ones of a browser's. */
import { lstatSync } from "node:fs";
import { extname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";

/** What a ledger's name ends with. */
export const LEDGER_ENDING = ".tieout";

/** The folder that they are in; it need not be there. */
export function ownLedgers(dataFolder: string): string {
  return join(dataFolder, "ledgers");
}

/**
 * The first free place of a name among them; the folder is made when absent.
 *
 * @param name a name alone, with or without the ending
 * @param isPromised whether a path was given away already that nothing stands at yet
 * @throws TieoutError EXPORT_TARGET
 */
export function placeForLedger(
  dataFolder: string,
  name: string,
  isPromised: (path: string) => boolean = () => false,
): string {
  const folder = ownLedgers(dataFolder);
  makeFolder(folder);
  const stem = extname(name).toLowerCase() === LEDGER_ENDING ? name.slice(0, -LEDGER_ENDING.length) : name;
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${stem}${number === 1 ? "" : ` ${number}`}${LEDGER_ENDING}`);
    // The log of a ledger that is gone would be played back onto a new one of its name.
    if (!isPromised(path) && !stands(path) && !stands(`${path}-wal`)) return path;
  }
}

/** A link that leads nowhere stands, too: nothing can be made in its place. */
function stands(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
