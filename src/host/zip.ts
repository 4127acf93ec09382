/** A folder as one zip file, because a page can download only files. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** The first day of the format, in its own calendar without a zone: the same tables give the same bytes. */
const FIRST_DAY = new Date(1980, 0, 1);

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
    zip.addFile(join(folder, name), name, {
      mtime: FIRST_DAY,
      forceDosTimestamp: true,
      mode: 0o100644,
      compressionLevel: 1,
    });
  }
  zip.end();
  return output;
}
