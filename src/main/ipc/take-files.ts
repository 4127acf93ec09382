/** Files that a person chose outside the contract: dropped, uploaded. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { TieoutError } from "../../core/errors.ts";
import type { FileFacts } from "../../ipc/values.ts";
import type { HandlerContext } from "./handler-context.ts";

/**
 * Gives handles for files that a person chose.
 *
 * @throws TieoutError FILE_UNREADABLE for what is not there or no file
 */
export function takeFiles({ handles }: HandlerContext, paths: readonly string[]): FileFacts[] {
  return paths.map((path) => {
    refuseOther(path);
    return handles.issue(resolve(path), "read");
  });
}

function refuseOther(path: string): void {
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = code === "ENOENT" ? "There is no such file" : "The file cannot be read";
    throw new TieoutError("FILE_UNREADABLE", what, { file: path }, error);
  }
  if (!isFile) throw new TieoutError("FILE_UNREADABLE", "This is not a file", { file: path });
}
