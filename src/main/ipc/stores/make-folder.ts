/** Making folders of the app's own. */
import { mkdirSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";

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
