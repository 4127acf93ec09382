/** Several files that take their places together. */
import { link, rename, rm } from "node:fs/promises";
import { type PendingFile, nameBeside } from "./pending.ts";
import { targetError } from "./target-error.ts";

/** What stood at a path: nothing, a file that has a second name now, or one that could be given none. */
type Earlier = { readonly path: string } & (
  | { readonly was: "nothing" }
  | { readonly was: "kept"; readonly kept: string }
  | { readonly was: "not kept" }
);

/**
 * Puts files in their places, all of them or none: when one cannot take its place, what was there before comes back. Only where the
 * file system has no second names (FAT) those already replaced stay so.
 *
 * @throws TieoutError EXPORT_TARGET
 */
export async function publishTogether(files: readonly PendingFile[]): Promise<void> {
  const earlier: Earlier[] = [];
  let published = 0;
  try {
    for (const { path } of files) earlier.push(await keep(path));
    for (const file of files) {
      await file.publish();
      published += 1;
    }
  } catch (error) {
    for (const one of earlier.slice(0, published).toReversed()) await putBack(one);
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

async function putBack(earlier: Earlier): Promise<void> {
  if (earlier.was === "kept") await rename(earlier.kept, earlier.path);
  else if (earlier.was === "nothing") await rm(earlier.path, { force: true });
}
