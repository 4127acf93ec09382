/** Making a ledger: it appears under its name when it is whole, or not at all. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { TieoutError } from "../../core/errors.ts";
import { appendLink } from "./audit.ts";
import { closeLedger } from "./close.ts";
import { type WritableLedger, connectForMaking, connectForWriting } from "./connection.ts";
import { isTaken, logStandsBeside } from "./look.ts";
import { SCHEMA_VERSION, migrate } from "./migrate.ts";
import { refuseLongNew } from "./names.ts";
import { guarded } from "./sqlite-error.ts";
import { syncFile, syncFolderOf } from "./sync.ts";

export interface NewLedger {
  /** A fresh UUID. */
  readonly ledgerId: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/**
 * Makes a ledger that did not exist and opens it for writing. It appears under its name only when it is whole.
 *
 * @throws TieoutError EXPORT_TARGET when something stands there already, or the name is too long; LEDGER_NOT_FOUND when the folder does not exist;
 *   LEDGER_DISK_FULL, LEDGER_READONLY
 */
export function createLedger(path: string, ledger: NewLedger): WritableLedger {
  const unfinished = startFile(path);
  try {
    guarded(path, () => closeLedger(laidAt(unfinished, ledger)));
    finishFile(unfinished, path);
  } finally {
    removeFile(unfinished);
  }
  return guarded(path, () => connectForWriting(path));
}

/**
 * Makes a ledger that did not exist and fills it before it appears under its name; when filling fails there is none.
 *
 * @returns what `fill` returns
 * @throws TieoutError as `createLedger`, and whatever `fill` throws
 */
export async function createFilledLedger<T>(
  path: string,
  ledger: NewLedger,
  fill: (db: WritableLedger) => Promise<T>,
): Promise<T> {
  const unfinished = startFile(path);
  try {
    const db = guarded(path, () => laidAt(unfinished, ledger));
    try {
      const filled = await fill(db);
      closeLedger(db);
      finishFile(unfinished, path);
      return filled;
    } finally {
      db.close();
    }
  } catch (error) {
    throw underItsName(error, unfinished, path);
  } finally {
    removeFile(unfinished);
  }
}

/** Where a ledger is made before it gets its name: a place that no other process thinks of. */
function startFile(path: string): string {
  refuseLongNew(path);
  refuseTaken(path);
  removeAbandoned(dirname(path), basename(path));
  return `${path}.${randomUUID()}.new`;
}

/** No ledger takes so long to make. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Removes what a process left that was killed while it made a ledger or a copy of one; one that is still at work writes now and
 * then.
 *
 * @param name how the names in that folder begin
 */
export function removeAbandoned(folder: string, name: string): void {
  for (const found of readdirSync(folder)) {
    const isOurs = found.startsWith(name) && /\.[0-9a-f-]{36}\.new$/u.test(found.slice(name.length));
    const unfinished = join(folder, found);
    if (isOurs && Date.now() - statSync(unfinished).mtimeMs > ABANDONED_MS) removeFile(unfinished);
  }
}

/**
 * Makes a ledger in a private place, for work that nobody counts on once it is done: no log, no sync.
 *
 * @throws TieoutError LEDGER_DISK_FULL, LEDGER_READONLY
 */
export function makePassingLedger(path: string, ledger: NewLedger): WritableLedger {
  return guarded(path, () => laidAt(path, ledger));
}

function laidAt(unfinished: string, ledger: NewLedger): WritableLedger {
  // Records of money are their owner's alone until the owner decides otherwise; where it cannot be made SQLite says why.
  makePrivate(unfinished, 0o600);
  const db = connectForMaking(unfinished);
  try {
    lay(db, ledger);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * An empty file that did not exist.
 *
 * @throws the system's error where something has this name; where it cannot be made for another reason there is none
 */
export function makePrivate(path: string, mode: number): void {
  try {
    closeSync(openSync(path, "wx", mode));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
  }
}

function finishFile(unfinished: string, path: string): void {
  syncFile(unfinished);
  giveName(unfinished, path);
}

/** The error with the ledger's own path where it names the unfinished file. */
function underItsName(error: unknown, unfinished: string, path: string): unknown {
  if (!(error instanceof TieoutError) || error.facts.file !== unfinished) return error;
  return new TieoutError(error.code, error.message, { ...error.facts, file: path }, error.cause);
}

function refuseTaken(path: string): void {
  if (isTaken(path))
    throw new TieoutError("EXPORT_TARGET", "There is a file of this name already", { file: path });
  if (logStandsBeside(path)) {
    throw new TieoutError("EXPORT_TARGET", "The log of an earlier ledger of this name is still there", {
      file: `${path}-wal`,
    });
  }
  if (!existsSync(dirname(path)))
    throw new TieoutError("LEDGER_NOT_FOUND", "There is no such folder to make the ledger in", {
      file: path,
    });
}

/** What file systems that know no links say, those of USB sticks for one. */
export const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Gives a finished ledger its name. A link, unlike a renaming, never replaces what another process may have put there meanwhile.
 *
 * @throws TieoutError EXPORT_TARGET when something stands there
 */
export function giveName(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path);
  } catch (error) {
    refuseTaken(path);
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(unfinished, path);
  }
  syncFolderOf(path);
}

/** Removes a file that nobody counts on, with what SQLite keeps beside it. */
export function removeFile(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}

/** A ledger in memory: the same tables, nothing written anywhere. */
export function openInMemory(ledger: NewLedger): WritableLedger {
  const db = connectForWriting(":memory:");
  lay(db, ledger);
  return db;
}

function lay(db: WritableLedger, { ledgerId, atMs }: NewLedger): void {
  migrate(db);
  db.transaction(() => {
    db.prepare("INSERT INTO ledger (id, ledger_id, created_at_ms) VALUES (1, ?, ?)").run(ledgerId, atMs);
    appendLink(db, atMs, "created", { ledgerId, schema: SCHEMA_VERSION });
  }).immediate();
}
