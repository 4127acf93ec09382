/** Where files and folders of the app's own lie, and how a place is told. */
import { lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { extname, join, sep } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { type Fault, faultOf } from "../../../ipc/envelope.ts";

/** A path with the person's own folder as `~`; any other text as it is. */
export function placeInWords(path: string, home: string = homedir()): string {
  if (home.length <= 1) return path;
  if (path === home) return "~";
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}

/** An error as a fault that names a file as people say it. */
export function faultInWords(error: unknown): Fault {
  const fault = faultOf(error);
  return fault.file === null ? fault : { ...fault, file: placeInWords(fault.file) };
}

/**
 * Makes a folder that the person alone may enter, with those around it; one that is there is left as it is.
 *
 * @throws TieoutError EXPORT_TARGET
 */
export function makeFolder(folder: string): void {
  making(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
}

/** What `make` returns; @throws TieoutError EXPORT_TARGET naming the folder when the system refuses. */
export function making<T>(folder: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new TieoutError("EXPORT_TARGET", `The folder cannot be created: ${why}`, { file: folder }, error);
  }
}

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
