/** Filling the disk that a folder is on. */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** What the file that takes the room is called. */
export const FILLER = "filler";

/** Fills the disk until so many bytes are left. */
export function fillDisk(folder: string, leave: number): void {
  const handle = openSync(join(folder, FILLER), "w");
  let bytes = 0;
  try {
    for (const block of [65_536, 1024]) {
      try {
        for (;;) bytes += writeSync(handle, Buffer.alloc(block, 1));
      } catch {
        // It is full.
      }
    }
    ftruncateSync(handle, Math.max(bytes - leave, 0));
  } finally {
    closeSync(handle);
  }
}
