/** Several files that take their places together. */
import { link, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import type { Turn } from "./in-turn.ts";
import { type PendingFile, nameBeside } from "./pending.ts";
import { targetError } from "./target-error.ts";

/** What stood at a path: nothing, a file that has a second name now, or one that could be given none. */
type Earlier = { readonly path: string } & (
  | { readonly was: "nothing" }
  | { readonly was: "kept"; readonly kept: string }
  | { readonly was: "not kept" }
);

/**
 * Puts files in their places, all of them or none: when one cannot take its place, what was there before
 * comes back, and none of them is lost. Only where the file system has no second names (FAT) those already
 * replaced stay so. When the process is killed, the next turn finishes it.
 *
 * @throws TieoutError EXPORT_TARGET
 */
export async function publishTogether(files: readonly PendingFile[], turn: Turn): Promise<void> {
  const earlier: Earlier[] = [];
  const published: PendingFile[] = [];
  try {
    for (const { path } of files) earlier.push(await keep(path));
    await turn.begin(files.map(({ temporary, path }) => ({ from: basename(temporary), to: basename(path) })));
    for (const file of files) {
      await file.publish();
      published.push(file);
    }
  } catch (error) {
    for (const [at, file] of published.entries()) await takeBack(file, earlier[at]);
    throw error;
  } finally {
    for (const one of earlier) if (one.was === "kept") await rm(one.kept, { force: true });
  }
}

/** What a file system says that has no second names, or none for what stands there. */
const NO_SECOND_NAMES: ReadonlySet<string | undefined> = new Set([
  "EPERM",
  "EACCES",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
  "EMLINK",
  "EXDEV",
]);

async function keep(path: string): Promise<Earlier> {
  const kept = nameBeside(path, "kept");
  try {
    await link(path, kept);
    return { path, was: "kept", kept };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { path, was: "nothing" };
    if (NO_SECOND_NAMES.has(code)) return { path, was: "not kept" };
    throw targetError(error, path);
  }
}

/** The new file gets its hidden name back first: a process killed here leaves what the next turn finishes. */
async function takeBack({ path, temporary }: PendingFile, earlier: Earlier | undefined): Promise<void> {
  if (earlier === undefined || earlier.was === "not kept") return;
  await rename(path, temporary);
  if (earlier.was === "kept") await rename(earlier.kept, path);
}
