/** What the file system said, as a sentence for people. */
import { TieoutError } from "../../core/errors.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "The folder to export to does not exist",
  ENOTDIR: "The folder to export to is not a folder",
  EISDIR: "A folder stands where the export should go",
  ENOTEMPTY: "A folder stands where the export should go",
  EEXIST: "A folder stands where the export should go",
  EACCES: "The place to export to may not be written to",
  EPERM: "The place to export to may not be written to, or the file is open in another program",
  EROFS: "The place to export to is read-only",
  EBUSY: "The file to export to is open in another program",
  ENOSPC: "There is no room left where the export should go",
  EDQUOT: "There is no room left where the export should go",
  EFBIG: "The export is larger than a file may be there",
  ENAMETOOLONG: "The name to export to is too long",
};

/** An EXPORT_TARGET for a failure of the file system; any other error as it is. */
export function targetError(error: unknown, path: string): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined || error instanceof TieoutError) return error;
  const sentence = SENTENCES[code];
  const known = sentence ?? (/^E[A-Z]+$/u.test(code) ? `The export could not be written: ${code}` : null);
  return known === null ? error : new TieoutError("EXPORT_TARGET", known, { file: path }, error);
}
