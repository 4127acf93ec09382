/** Makes a new file and its name survive a power cut. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** Syncs a file's bytes. */
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
