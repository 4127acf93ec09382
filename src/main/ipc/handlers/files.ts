/** Files that a person chooses, and files that were written. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";
import { plainName } from "../plain-name.ts";

export function fileHandlers(
  app: HandlerContext,
): Handlers<"files.chooseToOpen" | "files.chooseToSave" | "files.reveal"> {
  const { platform, handles } = app;
  return {
    "files.chooseToOpen": async ({ purpose }) => {
      const paths = await platform.chooseToOpen(purpose);
      return { files: paths.map((path) => handles.issue(path, "read")) };
    },
    "files.chooseToSave": async ({ purpose, suggestedName }) => {
      const path = await platform.chooseToSave(purpose, plainName(suggestedName));
      return { file: path === null ? null : handles.issue(path, "write") };
    },
    "files.reveal": async ({ file }) => {
      await platform.reveal(handles.path(file, "read"));
      return {};
    },
  };
}

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
