/** Removes what killed processes left beside a ledger: files that never became whole. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isLeftBehind } from "../../excel/target/own-folder.ts";
import { removeFile } from "../../ledger/file/make.ts";
import { makerOf } from "../../ledger/file/names.ts";

/**
 * No ledger takes so long to make or to copy: for a file of another machine, or of a process whose number is
 * in use again.
 */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Removes what a process left that was killed while it made a ledger or a copy of one. What cannot be looked
 * at or removed is left.
 *
 * @param name how the names in that folder begin
 */
export function removeUnfinished(folder: string, name: string): void {
  for (const found of namesIn(folder)) {
    const isOurs = found.startsWith(name) && /\.[0-9a-f-]{36}\.new$/u.test(found.slice(name.length));
    if (isOurs && isLeft(join(folder, found))) tryToRemove(join(folder, found));
  }
}

/**
 * Removes what processes of this machine left in a folder that were killed while they made or copied any
 * ledger there: their names say which process made them. What another machine left is not ours to judge.
 */
export function removeAbandonedHere(folder: string): void {
  for (const found of namesIn(folder)) {
    const path = join(folder, found);
    if (UNFINISHED.test(found) && isMakerGone(path, writtenMsOf(path))) tryToRemove(path);
  }
}

const UNFINISHED = /.\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/u;

function isLeft(unfinished: string): boolean {
  const writtenMs = writtenMsOf(unfinished);
  return isMakerGone(unfinished, writtenMs) || Date.now() - writtenMs > ABANDONED_MS;
}

function isMakerGone(unfinished: string, writtenMs: number): boolean {
  const maker = makerOf(unfinished);
  return maker !== null && isLeftBehind(maker, writtenMs);
}

function writtenMsOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

function tryToRemove(unfinished: string): void {
  try {
    removeFile(unfinished);
  } catch {
    // It is its owner's to remove.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
