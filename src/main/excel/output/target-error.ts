/** Errors of the file system, as sentences for people. */
import { TieoutError } from "../../../core/errors.ts";
import { MISSING_FOLDER_REMEDY, OPEN_FILE_REMEDY } from "../../../core/remedies.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "The folder to export to does not exist",
  ENOTDIR: "The folder to export to is not a folder",
  EISDIR: "A folder is in the place of the export",
  ENOTEMPTY: "A folder is in the place of the export",
  EEXIST: "A folder is in the place of the export",
  EACCES: "You have no permission to write there",
  EPERM: "You have no permission to write there, or the file is open in another program",
  EROFS: "The place to export to is read-only",
  EBUSY: "The file to export to is open in another program",
  ENOSPC: "There is no space left for the export",
  EDQUOT: "There is no space left for the export",
  EFBIG: "The export is larger than the largest file allowed there",
  ENAMETOOLONG: "The name to export to is too long",
};

const REMEDIES: Readonly<Record<string, string>> = {
  ENOENT: MISSING_FOLDER_REMEDY,
  EBUSY: OPEN_FILE_REMEDY,
  EPERM: "Close the file in other programs, or choose another place.",
  ENOSPC: "Free some space there, or choose another place.",
  EDQUOT: "Free some space there, or choose another place.",
  ENAMETOOLONG: "Choose a shorter name.",
};

/** An EXPORT_TARGET for a failure of the file system; any other error as it is. */
export function targetError(error: unknown, path: string): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined || error instanceof TieoutError) return error;
  const sentence = SENTENCES[code];
  const known = sentence ?? (/^E[A-Z]+$/u.test(code) ? `The export could not be written: ${code}` : null);
  if (known === null) return error;
  const remedy = REMEDIES[code];
  return new TieoutError(
    "EXPORT_TARGET",
    known,
    { file: path, ...(remedy !== undefined && { remedy }) },
    error,
  );
}
