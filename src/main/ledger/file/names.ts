/**
 * Names of ledgers and of the files beside them: the longest names in bytes, as file systems count them, the
 * name of a file that is not whole yet, and other names of one file.
 */
import { createHash, randomUUID } from "node:crypto";
import type { ErrorCode } from "../../../core/error-codes.ts";
import { hostname } from "node:os";
import { basename, resolve, dirname, join } from "node:path";
import { type BigIntStats, lstatSync, readdirSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";

/** Of every file system that programs work on. */
const LONGEST_BYTES = 255;
/** Of one that is opened: a lock is beside it, and SQLite's own files. */
const LONGEST_OPENED = LONGEST_BYTES - "-lock-journal".length;
/** Of a copy: until it is whole it has a longer name, and is opened under that. */
const LONGEST_COPY = LONGEST_OPENED - ".00000000-0000-0000-0000-000000000000.new".length;
/** The longest path that SQLite opens, with its own files beside it. Windows knows longer ones. */
const LONGEST_PATH_BYTES = process.platform === "win32" ? Infinity : 511;
/** Of a new ledger: copies are named after it, that from before a restore at the greatest length. */
const LONGEST_NEW = LONGEST_COPY - " before restore 2026-01-01 000000".length;

/** @throws TieoutError EXPORT_TARGET, also for no name at all */
export function refuseLongNew(path: string): void {
  if (path === "") throw new TieoutError("EXPORT_TARGET", "The ledger has no name");
  refuseLonger(path, LONGEST_NEW, "EXPORT_TARGET");
}

/** @throws TieoutError EXPORT_TARGET */
export function refuseLongCopy(path: string): void {
  refuseLonger(path, LONGEST_COPY, "EXPORT_TARGET");
}

/** @throws TieoutError FILE_UNREADABLE */
export function refuseLongOpened(path: string): void {
  refuseLonger(path, LONGEST_OPENED, "FILE_UNREADABLE");
}

function refuseLonger(path: string, longest: number, code: ErrorCode): void {
  const beside = LONGEST_BYTES - longest;
  const refuse = (what: string, bytes: number, most: number) => {
    if (bytes <= most) return;
    const sentence = `The ${what} is too long: ${bytes} bytes, more than the limit of ${most}`;
    throw new TieoutError(code, sentence, { file: path });
  };
  refuse("name", Buffer.byteLength(basename(path)), longest);
  refuse("path", Buffer.byteLength(resolve(path)), LONGEST_PATH_BYTES - beside);
}

/**
 * What a file is called until it is whole: a name that no other process thinks of. It says which process
 * makes it, on which machine, so that leftovers of a killed one differ from files in use.
 *
 * @example unfinishedName("a.tieout") // 'a.tieout.3f0c9e9e-2b1c-4d5e-8f6a-9c0e00004d2e.new'
 */
export function unfinishedName(path: string): string {
  return `${path}.${randomUUID().slice(0, -12)}${MACHINE}${process.pid.toString(16).padStart(8, "0")}.new`;
}

/** Whether a name is what a file of another name, in the same folder, is called until it is whole. */
function isUnfinishedNameOf(name: string, of: string): boolean {
  return name.startsWith(of) && /^\.[0-9a-f-]{36}\.new$/u.test(name.slice(of.length));
}

/** What stands between a ledger's name and the time at which a restore replaced it. */
export const BEFORE_RESTORE = " before restore ";
/** When a copy was made (UTC), at the end of its name. */
export const NAMED_AT = /^(\d{4}-\d{2}-\d{2}) (\d{2})(\d{2})(\d{2})(?: \d+)?\.tieout$/u;

/** Whether a name is what a ledger of another name, in the same folder, is kept as when a restore replaces it. */
function isKeptNameOf(name: string, ledger: string): boolean {
  const begins = `${ledger.replace(/\.tieout$/u, "")}${BEFORE_RESTORE}`;
  return name.startsWith(begins) && NAMED_AT.test(name.slice(begins.length));
}

/** Which process makes the file of that name; null where it is another machine's or not named. */
export function makerOf(unfinished: string): number | null {
  const [, machine, pid = ""] = /([0-9a-f]{4})([0-9a-f]{8})\.new$/u.exec(unfinished) ?? [];
  return machine === MACHINE ? Number.parseInt(pid, 16) : null;
}

/** What the names of unfinished files look like. */
export const UNFINISHED = /.\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/u;

const MACHINE = createHash("sha256").update(hostname()).digest("hex").slice(0, 4);

/**
 * Refuses to write to a file that has another name. SQLite keeps its log and its locks beside each name, and so
 * does Tieout: two names do not exclude each other, and whoever writes by both loses work. Names do not count that Tieout gives for a moment while
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

/** A file's own number on its disk, the same for all of its names; some disks number beyond what a double holds. */
export function fileNumber({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Whether two names are of one file. */
export function isTwin(path: string, other: string): boolean {
  const [one, two] = [path, other].map((name) => lstatSync(name, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && fileNumber(one) === fileNumber(two);
}
