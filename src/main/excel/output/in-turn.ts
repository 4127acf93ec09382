/**
 * One export at a time puts its tables in their places. A hidden file in their folder says whose turn it is
 * and which files are about to get their names, so that the next export finishes what a killed one began.
 */
import { readFileSync, statSync } from "node:fs";
import { type FileHandle, open, rename, rm, link } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TieoutError } from "../../../core/errors.ts";
import { isLeftBehind } from "./own-folder.ts";
import { syncFolder, type PendingFile, nameBeside } from "./pending.ts";
import { targetError } from "./target-error.ts";

/** A file that is whole under a hidden name and about to get its own; both without their folder. */
interface Renaming {
  readonly from: string;
  readonly to: string;
}

interface Turn {
  /** A process killed from here on leaves the new set to the next. @throws TieoutError EXPORT_TARGET */
  begin(renamings: readonly Renaming[]): Promise<void>;
}

/** What the file says; without renamings nothing got a name yet. */
interface Note {
  readonly host: string;
  readonly pid: number;
  readonly renamings: readonly Renaming[];
}

/** Another export needs a moment, longer where its ledger is busy. */
const PATIENCE_MS = 10_000;
const LOOK_AGAIN_MS = 50;
/** A note without words is written at once, or never. */
const WRITING_MS = 2000;
/** Ending another's turn takes a moment; one this old was killed at it. */
const ENDING_MS = 30_000;
/** A turn takes a minute at most; one this old is another computer's, or its process number was reused. */
const TOO_OLD_MS = 600_000;

/**
 * Does something with the tables of a folder while no other export does, after finishing what a killed export
 * began.
 *
 * @param extension of the tables, `csv` or `json`: each kind takes turns by itself
 * @throws TieoutError EXPORT_TARGET when another export does not end, or the folder cannot be written to;
 *   what the work raises
 */
export async function inTurn<T>(
  folder: string,
  extension: string,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  const path = join(folder, `.${extension}.publishing`);
  const own = { host: hostname(), pid: process.pid };
  try {
    await claim(path, folder, extension, { ...own, renamings: [] });
  } catch (error) {
    throw targetError(error, folder);
  }
  try {
    return await work({ begin: async (renamings) => rewrite(path, folder, { ...own, renamings }) });
  } finally {
    await giveBack(path);
  }
}

async function claim(path: string, folder: string, extension: string, note: Note): Promise<void> {
  for (const untilMs = Date.now() + PATIENCE_MS; ;) {
    if (await create(path, JSON.stringify(note))) return;
    const found = noteAt(path);
    if (found === "gone") continue;
    if (found.isOver) await endTurn(path, folder, extension);
    else if (Date.now() > untilMs) {
      throw new TieoutError("EXPORT_TARGET", "Another export is already being written there", {
        file: folder,
        remedy: "Wait until it is done, or choose another place.",
      });
    } else await sleep(LOOK_AGAIN_MS);
  }
}

/**
 * Ends the turn of a process that is gone. One process at a time does so, and looks again once it knows that
 * the other is gone: in between that one may have ended by itself, and the note be of a third, which is at
 * work.
 */
async function endTurn(path: string, folder: string, extension: string): Promise<void> {
  const ending = `${path}.ending`;
  if (!(await create(ending, ""))) {
    const madeMs = statSync(ending, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - madeMs > ENDING_MS) await rm(ending, { force: true });
    return sleep(LOOK_AGAIN_MS);
  }
  try {
    const [found, again] = [noteAt(path), noteAt(path)];
    if (found === "gone" || again === "gone" || !found.isOver || found.text !== again.text) return;
    await finish(folder, extension, found.renamings);
    await giveBack(path);
  } finally {
    await rm(ending, { force: true });
  }
}

async function giveBack(path: string): Promise<void> {
  await rm(unfinishedNote(path), { force: true });
  await rm(path, { force: true });
}

/** A note on its way in the place of another one; whoever has the turn alone writes it. */
function unfinishedNote(path: string): string {
  return `${path}.part`;
}

/** @returns false when it is another's turn */
async function create(path: string, text: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    await file.writeFile(text).finally(() => file.close());
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Replaces the note as a whole, durably: it must be there after a power cut when a file got its name. */
async function rewrite(path: string, folder: string, note: Note): Promise<void> {
  const unfinished = unfinishedNote(path);
  try {
    const file = await open(unfinished, "w", 0o600);
    await file
      .writeFile(JSON.stringify(note))
      .then(async () => file.sync())
      .finally(() => file.close());
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw targetError(error, folder);
  }
  await syncFolder(folder);
}

type FoundNote =
  | "gone"
  | { readonly text: string; readonly isOver: boolean; readonly renamings: readonly Renaming[] };

function noteAt(path: string): FoundNote {
  let text: string;
  let writtenMs: number;
  try {
    text = readFileSync(path, "utf8");
    writtenMs = statSync(path).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
    throw error;
  }
  const ageMs = Date.now() - writtenMs;
  const note = parsed(text);
  // Killed, or still at it, between making the file and writing into it: nothing got a name.
  if (note === null) return { text, isOver: ageMs > WRITING_MS, renamings: [] };
  const isOfHere = note.host === hostname();
  const isOver = ageMs > TOO_OLD_MS || (isOfHere && isLeftBehind(note.pid, writtenMs));
  return { text, isOver, renamings: note.renamings };
}

function parsed(text: string): Note | null {
  try {
    const note = JSON.parse(text) as Partial<Note> | null;
    if (typeof note?.host !== "string" || typeof note.pid !== "number") return null;
    return Array.isArray(note.renamings) ? (note as Note) : null;
  } catch {
    return null;
  }
}

/** Gives files their names that did not get them any more. It may be done twice, also by two at once. */
async function finish(folder: string, extension: string, renamings: readonly Renaming[]): Promise<void> {
  for (const { from, to } of renamings) {
    if (!isRenaming(from, to, extension)) continue;
    try {
      await rename(join(folder, from), join(folder, to));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  await syncFolder(folder);
}

/** Whoever wrote the note: only a hidden file of the folder gets the name that it was written for. */
function isRenaming(from: unknown, to: unknown, extension: string): boolean {
  if (typeof from !== "string" || typeof to !== "string" || basename(to) !== to) return false;
  const isTable = to.endsWith(`.${extension}`) || to === `${extension}.sha256`;
  return isTable && basename(from) === from && from.startsWith(`.${to}.`) && from.endsWith(".part");
}

// Several files that take their places together.

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
