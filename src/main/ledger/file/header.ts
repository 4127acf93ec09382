/**
 * Checks a file before SQLite opens it: that it is a ledger by its first bytes, that its list of tables is no
 * longer than Tieout makes it, and that the log beside it is its own.
 */
import {
  type BigIntStats,
  lstatSync,
  realpathSync,
  statSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
} from "node:fs";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import type Database from "better-sqlite3";
import { TieoutError } from "../../../core/errors.ts";
import { fileNumber, refuseLongOpened } from "./names.ts";

/** `TIEO` in ASCII, in SQLite's header of a ledger. */
export const APPLICATION_ID = 0x5449454f;

/**
 * Refuses a file that this program cannot open as a ledger.
 *
 * @param newest the newest schema version known
 * @throws TieoutError LEDGER_NOT_FOUND, LEDGER_EMPTY, LEDGER_FOREIGN, LEDGER_FROM_FUTURE, LEDGER_CORRUPT,
 *   FILE_UNREADABLE
 */
export function lookAt(path: string, newest: number): void {
  refuseLongOpened(path);
  if (!isTaken(path)) throw new TieoutError("LEDGER_NOT_FOUND", "There is no such ledger", { file: path });
  refuseNoFile(path);
  // SQLite reads these by their names.
  for (const suffix of ["-wal", "-shm", "-journal"]) refuseNoFile(`${path}${suffix}`);
  const header = reading(path, (handle) => {
    const first = headerOf(handle);
    refuseOtherHeader(first, path, newest);
    refuseLargeSchema(handle, pageBytesOf(first), path);
    return first;
  });
  // With a log beside it the file alone says little of how long it is.
  if (namesLog(header)) return;
  const [logIsThere, isCut] = [logStandsBeside(path), isShort(path, header)];
  // Another process may have been at work in between: only a header that is still the same proves anything.
  if (!readHeader(path).equals(header)) return;
  if (logIsThere) throw foreignLog(path);
  if (isCut) throw new TieoutError("LEDGER_CORRUPT", "The end of the ledger is missing", { file: path });
}

/** @throws TieoutError LEDGER_EMPTY, LEDGER_FOREIGN, LEDGER_FROM_FUTURE */
function refuseOtherHeader(header: Buffer, path: string, newest: number): void {
  if (header.length === 0) throw new TieoutError("LEDGER_EMPTY", "The file is empty", { file: path });
  if (
    header.length < HEADER_BYTES ||
    header.toString("latin1", 0, 16) !== "SQLite format 3\u0000" ||
    header.readUInt32BE(68) !== APPLICATION_ID
  ) {
    throw new TieoutError("LEDGER_FOREIGN", "The file is not a Tieout ledger", { file: path });
  }
  refuseFuture(header.readUInt32BE(60), path, newest);
}

/** @param newest that the migrations at hand lead to @throws TieoutError LEDGER_FROM_FUTURE */
export function refuseFuture(version: number, file: string, newest: number): void {
  if (version <= newest) return;
  throw new TieoutError(
    "LEDGER_FROM_FUTURE",
    `The ledger was made by a newer Tieout: it has schema ${version}, but this version knows up to ${newest}`,
    { file },
  );
}

/** Whether anything has this name, also a link that leads nowhere. @throws TieoutError FILE_UNREADABLE */
export function isTaken(path: string): boolean {
  return statsOf(path) !== undefined;
}

/**
 * Refuses links, pipes, devices and folders; nothing is followed, and nothing waited for. A name that nothing
 * has passes.
 *
 * @throws TieoutError LEDGER_FOREIGN, with the file that a link leads to; FILE_UNREADABLE
 */
export function refuseNoFile(path: string): void {
  const stats = statsOf(path);
  if (stats === undefined || stats.isFile()) return;
  const sentence = stats.isSymbolicLink() ? linkSentence(path) : "This is not a file";
  throw new TieoutError("LEDGER_FOREIGN", sentence, { file: path });
}

function linkSentence(path: string): string {
  try {
    return `This is a link. Use the file that it leads to: ${realpathSync(path)}`;
  } catch {
    return "This link leads to no file";
  }
}

/** Of the name itself, wherever a link leads; undefined where nothing has it. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // A part of the path is a file: nothing can have a name below it.
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw new TieoutError("FILE_UNREADABLE", "The ledger cannot be read", { file: path }, error);
  }
}

/**
 * SQLite plays back any whole log that has the right name, also onto another copy of the file, a restored
 * backup say. Closing takes the log away before the header says so, hence a header that knows of no log
 * proves that this one is foreign.
 */
function foreignLog(path: string): TieoutError {
  return new TieoutError(
    "LEDGER_CORRUPT",
    "The log beside the ledger belongs to another copy of it. Move the log away and open the ledger again",
    { file: `${path}-wal` },
  );
}

/** Whether the file is shorter than its header says. SQLite takes half a page at the end for zeros. */
function isShort(path: string, header: Buffer): boolean {
  return statSync(path).size < header.readUInt32BE(28) * pageBytesOf(header);
}

/** SQLite's pages have 512 to 65,536 bytes; with another number it says that it is no database. */
function pageBytesOf(header: Buffer): number {
  const stated = header.readUInt16BE(16);
  return stated === 1 ? 65_536 : Math.max(stated, 512);
}

/** Whether a log with something in it is beside a file of this name. */
export function logStandsBeside(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** What its owner marked read-only stays so, under any account. @throws TieoutError LEDGER_READONLY */
export function refuseReadOnly(path: string): void {
  if ((statSync(path).mode & 0o222) !== 0) return;
  throw new TieoutError("LEDGER_READONLY", "The ledger is marked read-only", { file: path });
}

/** The length of SQLite's header, bytes. */
const HEADER_BYTES = 100;
/** The mode in SQLite's header of a file without a log. */
const WITHOUT_LOG = 1;

/** The header, or less of it where the file is shorter. @throws TieoutError FILE_UNREADABLE */
function readHeader(path: string): Buffer {
  return reading(path, headerOf);
}

function headerOf(handle: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  return header.subarray(0, readSync(handle, header, 0, header.length, 0));
}

/** Reads a file beside SQLite. @param look reads at places @throws TieoutError FILE_UNREADABLE; as `look` */
export function reading<T>(path: string, look: (handle: number) => T): T {
  try {
    return look(handleOf(path));
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw new TieoutError("FILE_UNREADABLE", "The ledger cannot be read", { file: path }, error);
  } finally {
    closeUnlocked();
  }
}

/**
 * Handles of files that were read, and the newest of each file by its number. POSIX takes all of a process's locks on a file away when any handle of it is
 * closed, SQLite's too: another process could then change pages under a moment that is being read.
 */
const kept: number[] = [];
const keptOf = new Map<string, number>();

function handleOf(path: string): number {
  const known = statsOf(path);
  const found = known === undefined ? undefined : keptOf.get(fileNumber(known));
  if (found !== undefined) return found;
  // What takes this name meanwhile is not followed or waited for.
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = fstatSync(handle, { bigint: true });
  kept.push(handle);
  keptOf.set(fileNumber(stats), handle);
  if (!stats.isFile()) throw new TieoutError("LEDGER_FOREIGN", "This is not a file", { file: path });
  return handle;
}

const CONNECTIONS = "tieout.connections";

/** How many connections to ledgers all threads of this process have. */
const connections = ((): Int32Array => {
  const known = getEnvironmentData(CONNECTIONS);
  const shared = known instanceof SharedArrayBuffer ? known : new SharedArrayBuffer(4);
  setEnvironmentData(CONNECTIONS, shared);
  return new Int32Array(shared);
})();

/** Closes what was kept open where nothing can be locked; on Windows a lock belongs to its own handle. */
function closeUnlocked(): void {
  if (process.platform !== "win32" && Atomics.load(connections, 0) > 0) return;
  keptOf.clear();
  for (const handle of kept.splice(0)) closeSync(handle);
}

/** Counts a connection until it is closed. Call it before the connection locks anything. */
export function countConnection(db: Database.Database): void {
  Atomics.add(connections, 0, 1);
  const close = db.close.bind(db);
  db.close = () => {
    const wasOpen = db.open;
    close();
    if (wasOpen) {
      Atomics.sub(connections, 0, 1);
      closeUnlocked();
    }
    return db;
  };
}

/** Whether a header says that a log belongs to the file. */
function namesLog(header: Buffer): boolean {
  return header[18] !== WITHOUT_LOG;
}

/**
 * Whether a file's header says that a log belongs to it: some process has it open for writing, or was killed
 * while it had.
 *
 * @throws TieoutError FILE_UNREADABLE
 */
export function isInWalMode(path: string): boolean {
  return namesLog(readHeader(path));
}

/** Tieout makes about a hundred objects on a dozen pages. */
const MOST_OBJECTS = 1000;
const MOST_PAGES = 200;

const INTERIOR = 0x05;
const LEAF = 0x0d;

/**
 * Counts the objects in the list of tables, page by page, before SQLite reads it: SQLite's time grows with the
 * square of their number, and it follows pages that refer to each other endlessly. A page of another kind is left to SQLite, which calls it damaged.
 *
 * @param handle of the open file
 * @param file its name, for the error
 * @throws TieoutError LEDGER_FOREIGN
 */
function refuseLargeSchema(handle: number, pageBytes: number, file: string): void {
  const page = Buffer.alloc(pageBytes);
  const waiting = [1];
  let [pages, objects] = [0, 0];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const length = readSync(handle, page, 0, pageBytes, (number - 1) * pageBytes);
    if (length < pageBytes) continue;
    const start = number === 1 ? 100 : 0;
    const kind = page[start];
    if (kind === INTERIOR) waiting.push(...childrenOf(page, start));
    if (kind === LEAF) objects += page.readUInt16BE(start + 3);
    pages += 1;
    if (pages + waiting.length > MOST_PAGES || objects > MOST_OBJECTS) {
      const sentence = "The ledger holds more tables, views and triggers than Tieout creates";
      throw new TieoutError("LEDGER_FOREIGN", sentence, { file });
    }
  }
}

/** The pages below an interior page, as far as its numbers lead to places on it; SQLite counts from 1. */
function childrenOf(page: Buffer, start: number): number[] {
  const cells = Math.min(page.readUInt16BE(start + 3), (page.length - start - 12) >> 1);
  const children = [page.readUInt32BE(start + 8)];
  for (let cell = 0; cell < cells; cell += 1) {
    const at = page.readUInt16BE(start + 12 + 2 * cell);
    if (at + 4 <= page.length) children.push(page.readUInt32BE(at));
  }
  return children.filter((child) => child > 1);
}
