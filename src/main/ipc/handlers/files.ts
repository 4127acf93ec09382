/** Files that a person chooses, and files that were written. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function fileHandlers(
  desk: Desk,
): Handlers<"files.chooseToOpen" | "files.chooseToSave" | "files.reveal"> {
  const { platform, handles } = desk;
  return {
    "files.chooseToOpen": async ({ purpose }) => {
      const paths = await platform.chooseToOpen(purpose);
      return { files: paths.map((path) => handles.issue(path, "read")) };
    },
    "files.chooseToSave": async ({ purpose, suggestedName }) => {
      const path = await platform.chooseToSave(purpose, nameOnly(suggestedName));
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
export function takeFiles({ handles }: Desk, paths: readonly string[]): FileFacts[] {
  return paths.map((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true) {
      const what = found === undefined ? "There is no such file" : "This is no file";
      throw new TieoutError("FILE_UNREADABLE", what, { file: path });
    }
    return handles.issue(resolve(path), "read");
  });
}

/** A name of a page that may say more than a name: it suggests no folder, and nothing that a file cannot be called. */
function nameOnly(suggested: string): string {
  // oxlint-disable-next-line no-control-regex -- those are meant
  const name = suggested.replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|]+/gu, " ");
  return (
    name
      .replace(/^[. ]+/u, "")
      .slice(0, 120)
      .trim() || "Untitled"
  );
}
