/** Maps the file system's write errors to Tieout's error codes. */
import { TieoutError } from "../../../../core/errors.ts";

/**
 * The error to throw for what a write threw.
 *
 * @param noRoom the sentence where the disk is full
 * @param otherwise the error for any other refusal, by the system's code, e.g. `EACCES`
 */
export function unwritten(
  error: unknown,
  file: string,
  noRoom: string,
  otherwise: (code: string) => TieoutError,
): unknown {
  if (error instanceof TieoutError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new TieoutError("LEDGER_DISK_FULL", noRoom, { file }, error);
  }
  return code !== undefined && /^E[A-Z]+$/u.test(code) ? otherwise(code) : error;
}
