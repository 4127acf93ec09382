/** Own folders among temporary files: nobody else may read them, and the next process clears leftovers. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What such a folder is for; the number of the process follows in its name. */
export type OwnFolderPurpose = "performed" | "texts" | "binder" | "opened" | "statement" | "pack";

const NAME = /^tieout-(?:rewound|performed|texts|binder|opened|statement|pack|spool|host)-(\d+)-/u;

/** Made and read by its owner alone (mkdtemp); the asker removes it. Errors are the file system's. */
export function makeOwnFolder(purpose: OwnFolderPurpose): string {
  return mkdtempSync(join(tmpdir(), ownFolderPrefix(purpose)));
}

export function ownFolderPrefix(purpose: OwnFolderPurpose): string {
  return `tieout-${purpose}-${process.pid}-`;
}

/** Removes those of processes that run no more; what cannot be removed, another user's say, is left. */
export function removeAbandonedFolders(): void {
  for (const name of namesIn(tmpdir())) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It is its owner's to remove.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Whether a process left something behind: it runs no more, or its number is now this process's own, as in a
 * container, where each program has the same.
 *
 * @param writtenMs when it was written, milliseconds UTC
 */
export function isLeftBehind(pid: number, writtenMs: number): boolean {
  if (pid !== process.pid) return !isRunning(pid);
  return writtenMs < Date.now() - process.uptime() * 1000;
}

/** Whether there is such a process, also one of another user's. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
