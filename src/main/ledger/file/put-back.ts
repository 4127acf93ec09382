/** Replaces a ledger by a copy: at any moment a whole one has its name; the earlier file keeps another. */
import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { appendLink, auditHead, writeAlone } from "./audit.ts";
import { syncFile, syncFolderOf } from "./disk.ts";
import { asDamage, guarded } from "./sqlite-error.ts";
import { closeLedger, connectAlone, ledgerIdOf, isBusy, query } from "./connection.ts";
import { isInWalMode, logStandsBeside } from "./header.ts";
import { unfinishedName, isTwin } from "./names.ts";
import { NO_LINKS, removeFile } from "./make.ts";
import { openForReading } from "./open.ts";

/** Which ledger a file is a copy of, and up to where. */
export interface LedgerIdentity {
  readonly ledgerId: string;
  /** Hash of its newest link, and that link's number. */
  readonly head: string;
  readonly sequence: number;
}

/** Which ledger a file is. @throws TieoutError what opening raises; LEDGER_CORRUPT where it is unknown */
export function identityOf(path: string): LedgerIdentity {
  const db = openForReading(path);
  try {
    const { hash: head, sequence } = auditHead(db);
    const identity = { ledgerId: ledgerIdOf(db), head, sequence };
    if (identity.ledgerId !== "") return identity;
  } catch (error) {
    throw asDamage(error, path);
  } finally {
    db.close();
  }
  throw new TieoutError("LEDGER_CORRUPT", "The file does not state which ledger it is", { file: path });
}

/** A test whether a link is one of a ledger's trail. @throws TieoutError what opening raises */
export function trailTest(path: string): (link: Omit<LedgerIdentity, "ledgerId">) => boolean {
  const db = openForReading(path);
  try {
    const hashes = new Map(query<[number, string]>(db).lists("SELECT sequence, hash FROM audit"));
    return ({ sequence, head }) => hashes.get(sequence) === head;
  } catch (error) {
    throw asDamage(error, path);
  } finally {
    db.close();
  }
}

/** The error codes of a file that cannot be read as a ledger. */
const UNREADABLE = new Set([
  "LEDGER_NOT_FOUND",
  "LEDGER_EMPTY",
  "LEDGER_FOREIGN",
  "LEDGER_CORRUPT",
  "LEDGER_DISK_ERROR",
]);

/**
 * As `identityOf`; null of what is damaged, of anything else than a ledger, and of nothing.
 *
 * @throws TieoutError LEDGER_FROM_FUTURE, LEDGER_BUSY, FILE_UNREADABLE
 */
export function findIdentity(path: string): LedgerIdentity | null {
  try {
    return identityOf(path);
  } catch (error) {
    if (error instanceof TieoutError && UNREADABLE.has(error.code)) return null;
    throw error;
  }
}

/**
 * Makes one file of a ledger that is about to be put aside: what the log of a killed process holds is folded
 * in.
 *
 * @returns which ledger it is; null of what cannot be read, whose log is left beside it
 * @throws TieoutError LEDGER_BUSY while another program has it open; LEDGER_DISK_FULL
 */
function foldIn(path: string): LedgerIdentity | null {
  const identity = findIdentity(path);
  if (identity === null || (!isInWalMode(path) && !logStandsBeside(path))) return identity;
  try {
    guarded(path, () => takeLogIn(path));
    return identityOf(path);
  } catch (error) {
    if (error instanceof TieoutError && error.code === "LEDGER_CORRUPT") return null;
    throw error;
  }
}

/** Succeeds where no other process has it open: SQLite grants the log only to one alone with the file. */
function takeLogIn(path: string): void {
  try {
    const db = connectAlone(path);
    try {
      db.pragma("journal_mode = DELETE");
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new TieoutError("LEDGER_BUSY", "Another program has the ledger open", { file: path }, error);
  }
}

/** What is put in a ledger's place, and what its trail will say of that. */
interface PutBack {
  /** A whole, checked copy beside the ledger, under a random name. */
  readonly unfinished: string;
  /** Where what is there now is kept. */
  readonly keptAs: string;
  /** The backup's name. */
  readonly from: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/**
 * Writes into the copy what it replaces, keeps what is at the ledger's name, and gives that name to the copy.
 * The caller holds the ledger's lock.
 *
 * @returns the copy's newest link, and whether anything was there that is kept now
 * @throws TieoutError LEDGER_BUSY, LEDGER_DISK_FULL, LEDGER_READONLY; the old ledger is unchanged then
 */
export function putBack(
  ledger: string,
  { unfinished, keptAs, from, atMs }: PutBack,
): { readonly head: string; readonly isKept: boolean } {
  const replaced = foldIn(ledger)?.head ?? null;
  const head = recordPutBack(unfinished, atMs, from, replaced);
  syncFile(unfinished);
  const isKept = existsSync(ledger);
  if (isKept) keep(ledger, keptAs);
  moveLogs(ledger, keptAs);
  try {
    renameSync(unfinished, ledger);
  } catch (error) {
    removeTwin(keptAs, ledger);
    throw error;
  }
  syncFolderOf(ledger);
  return { head, isKept };
}

function recordPutBack(unfinished: string, atMs: number, from: string, replaced: string | null): string {
  return guarded(unfinished, () => {
    const db = connectAlone(unfinished);
    try {
      return writeAlone(
        db,
        () => appendLink(db, atMs, "restore", { from, head: auditHead(db).hash, replaced }).hash,
      );
    } finally {
      closeLedger(db);
    }
  });
}

/** A second name for what is there, so that it is never without one; a copy where there are no links. */
function keep(ledger: string, keptAs: string): void {
  try {
    linkSync(ledger, keptAs);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    copyUnderNewName(ledger, keptAs);
  }
  syncFolderOf(keptAs);
}

function copyUnderNewName(ledger: string, keptAs: string): void {
  const unfinished = unfinishedName(keptAs);
  try {
    copyFileSync(ledger, unfinished, constants.COPYFILE_EXCL);
    syncFile(unfinished);
    renameSync(unfinished, keptAs);
  } finally {
    removeFile(unfinished);
  }
}

/** Logs that could not be folded in go with their file: SQLite would play them onto whatever has its name. */
function moveLogs(from: string, to: string): void {
  for (const suffix of ["-wal", "-journal"]) {
    if (existsSync(`${from}${suffix}`)) renameSync(`${from}${suffix}`, `${to}${suffix}`);
  }
  // It is an index of the log, and made again from it.
  rmSync(`${from}-shm`, { force: true });
  syncFolderOf(to);
}

/**
 * Removes a file that is the ledger itself under a second name, which is left when a process is killed before
 * the first name was given away; the logs that went with it come back.
 */
export function removeTwin(path: string, ledger: string): void {
  if (!isTwin(path, ledger) || (logStandsBeside(path) && logStandsBeside(ledger))) return;
  moveLogs(path, ledger);
  rmSync(path);
}
