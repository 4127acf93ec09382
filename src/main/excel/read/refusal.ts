/** Why a file is not read as a workbook, as one sentence and one code. */
import { TieoutError } from "../../../core/errors.ts";

/** @param file its name, for people */
export function notAWorkbook(file: string, sentence: string, part?: string, cause?: unknown): TieoutError {
  return new TieoutError("IMPORT_FORMAT", sentence, placeOf(file, part), cause);
}

export function tooLarge(file: string, sentence: string, part?: string): TieoutError {
  return new TieoutError("IMPORT_TOO_LARGE", sentence, placeOf(file, part));
}

/** What the zip's or the file system's own error means; a TieoutError as it is. */
export function readingError(error: unknown, file: string, part?: string): unknown {
  if (error instanceof TieoutError || !(error instanceof Error)) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  // zlib's codes begin with Z_; those of the file system with E and no ERR.
  if (/^E(?!RR)[A-Z0-9]+$/u.test(code)) {
    return new TieoutError("FILE_UNREADABLE", "The file cannot be read", { file }, error);
  }
  return notAWorkbook(file, "The file is damaged, or not a workbook", part, error);
}

function placeOf(file: string, part: string | undefined): { file: string; record?: string } {
  return part === undefined ? { file } : { file, record: `part ${part}` };
}
