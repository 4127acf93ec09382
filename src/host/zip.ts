/** A folder as one zip file, because a page can download only files. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { TIMELESS_ENTRY } from "../core/system/zip-entry.ts";

/**
 * The files of a folder as a zip file, in the order of their names; folders in it are left out. A file that
 * cannot be read breaks the stream with its error.
 */
export function zipOf(folder: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error) => output.destroy(error));
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    zip.addFile(join(folder, name), name, { ...TIMELESS_ENTRY, compressionLevel: 1 });
  }
  zip.end();
  return output;
}
