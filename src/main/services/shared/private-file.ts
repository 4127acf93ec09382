/** Reading a small file with a secret: it must be its owner's alone. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { ErrorCode } from "../../../core/error-codes.ts";
import { TieoutError } from "../../../core/errors.ts";

/** Makes the error of what is wrong with a file, such as `is not a file`; with what to do, where that does not follow. */
type RefuseFile = (why: string, remedy?: string) => TieoutError;

/** Makes the errors of one file. @param title of the file as a sentence begins with it */
export function refuserOf(code: ErrorCode, title: string, file: string): RefuseFile {
  return (why, remedy) =>
    new TieoutError(code, `${title} ${why}`, remedy === undefined ? { file } : { file, remedy });
}

/** Longer files hold something else. */
const MOST_BYTES = 64 * 1024;

/** What a pipe would give is not waited for; what is checked and what is read are one file. @throws TieoutError as `refuse` makes it */
export function readPrivateFile(file: string, refuse: RefuseFile): Buffer {
  try {
    return readPrivate(file, refuse);
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw error instanceof Error && "code" in error && error.code === "ENOENT"
      ? refuse("was not found", "Check its path.")
      : refuse("cannot be read", "Check your permission to read it.");
  }
}

function readPrivate(file: string, refuse: RefuseFile): Buffer {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw refuse("is not a file");
    if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) {
      throw refuse("can be read by other users", "Make it readable by its owner only: chmod 600 FILE.");
    }
    if (stat.size > MOST_BYTES) throw refuse("is too large");
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
