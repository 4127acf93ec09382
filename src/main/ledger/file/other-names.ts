/**
 * Other names of a ledger's file. SQLite keeps its log and its locks beside each name, and so does Tieout:
 * two names do not exclude each other, and whoever writes by both loses work.
 */
import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { isKeptNameOf, isUnfinishedNameOf } from "./names.ts";

/**
 * Refuses to write to a file that has another name. Names do not count that Tieout gives for a moment while
 * it makes or restores a ledger: a killed process may have left one, and the next removes it.
 *
 * @throws TieoutError LEDGER_TWO_NAMES
 */
export function refuseOtherNames(path: string): void {
  const names = lstatSync(path, { throwIfNoEntry: false })?.nlink ?? 0;
  if (names <= 1 || names - countOwnNames(path) <= 1) return;
  const sentence = "The ledger's file also has another name (a hard link), by which others could write to it";
  throw new TieoutError("LEDGER_TWO_NAMES", sentence, { file: path });
}

function countOwnNames(path: string): number {
  const [folder, ledger] = [dirname(path), basename(path)];
  return readdirSync(folder).filter(
    (name) =>
      (isUnfinishedNameOf(name, ledger) || isKeptNameOf(name, ledger)) && isTwin(join(folder, name), path),
  ).length;
}

/** Whether two names are of one file. */
export function isTwin(path: string, other: string): boolean {
  const [one, two] = [path, other].map((name) => lstatSync(name, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}
