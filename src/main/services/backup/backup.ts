/** Backing a ledger up, as a use case: one whole file under another name, verified like a ledger. */
import { existsSync, realpathSync, statSync, accessSync, constants } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { ComparedPulls } from "../../../core/words/proof.ts";
import { MISSING_FOLDER_REMEDY } from "../../../core/remedies.ts";
import {
  NO_ROOM,
  copyLedgerTo,
  copyWhole,
  copyingError,
  giveName,
  removeFile,
} from "../../ledger/file/make.ts";
import { logStandsBeside, isTaken, refuseNoFile, refuseReadOnly } from "../../ledger/file/header.ts";
import {
  refuseLongCopy,
  refuseLongNew,
  unfinishedName,
  isTwin,
  refuseOtherNames,
} from "../../ledger/file/names.ts";
import { openForReading } from "../../ledger/file/open.ts";
import { type FileMeasure, measureFile } from "../shared/measure-file.ts";
import { goOn, refuseCancelled } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { removeAbandonedHere, removeUnfinished } from "../shared/leftovers.ts";
import { unwritten } from "../../ledger/file/disk.ts";
import { withLedger } from "../shared/use-ledger.ts";
import { refuseUnproven } from "../verify/verify.ts";
import { refuseLocked, takeLockOf } from "../../ledger/file/lock.ts";
import { findIdentity, identityOf, putBack, removeTwin } from "../../ledger/file/put-back.ts";
import { ledgerError } from "../../ledger/file/sqlite-error.ts";
import { freeKeptPath, isNamedAfter, ledgerPlace, listTwins } from "./backup-plan.ts";
import { assertPassphrase, isSealed, sealFile, unsealFile } from "./sealed-copy.ts";

/** What became of a backup, and its file. */
export interface BackUpReport extends FileMeasure {
  /** Whether another backup was there. */
  readonly replaced: boolean;
  /** Which pulls' rows were compared with their stored responses. */
  readonly pulls: ComparedPulls;
}

/**
 * Copies a ledger as of now into a file of its own. The ledger is only read. A copy that `verify` would
 * refuse is no backup: it never takes the place of one that holds.
 *
 * @param replace whether the person chose to replace a ledger that is there; any other file is never replaced
 * @throws TieoutError EXPORT_TARGET, LEDGER_DISK_FULL, CANCELLED; AUDIT_MISMATCH, AUDIT_BROKEN,
 *   LEDGER_CORRUPT when it does not verify; what opening a ledger raises; what was there stays
 */
export async function backUpLedger(
  ledger: string,
  to: string,
  context: ServiceContext,
  replace = false,
): Promise<BackUpReport> {
  withLedger(openForReading(ledger), () => undefined);
  const replaced = assertPlace(ledger, to, replace);
  const folder = dirname(resolve(to));
  removeUnfinished(folder, basename(to));
  removeAbandonedHere(folder);
  await goOn(context);
  let pulls: ComparedPulls = { compared: 0, notCompared: [] };
  try {
    await copyLedgerTo(ledger, to, replaced, countingPages(context), async (copy) => {
      pulls = await refuseUnprovenCopy(copy, ledger, context);
    });
    return { ...(await measureFile(to)), replaced, pulls };
  } catch (error) {
    throw notWritten(error, to);
  }
}

/**
 * As `backUpLedger`, into a file that only the passphrase opens, and that replaces nothing. The copy that is proven
 * lies beside the ledger meanwhile: where the backup goes, nothing is ever written that could be read. What was
 * encrypted is decrypted again before it gets its name.
 *
 * @throws TieoutError PASSPHRASE_INVALID, and as `backUpLedger`
 */
export async function backUpSealed(
  ledger: string,
  to: string,
  passphrase: string,
  context: ServiceContext,
): Promise<BackUpReport> {
  assertPassphrase(passphrase);
  const place = ledgerPlace(ledger);
  withLedger(openForReading(place.path), () => undefined);
  assertPlace(place.path, to, false);
  for (const { folder, name } of [
    { folder: dirname(resolve(to)), name: basename(to) },
    { folder: place.folder, name: basename(place.path) },
  ]) {
    removeUnfinished(folder, name);
  }
  await goOn(context);
  const plain = unfinishedName(place.path);
  const again = unfinishedName(place.path);
  const sealed = unfinishedName(to);
  try {
    await copyWhole(place.path, plain, countingPages(context));
    const pulls = await refuseUnprovenCopy(plain, place.path, context);
    await sealFile(plain, sealed, passphrase, context);
    await unsealFile(sealed, again, passphrase, context);
    const [copied, decrypted] = [await measureFile(plain), await measureFile(again)];
    if (copied.sha256 !== decrypted.sha256) {
      throw new TieoutError("EXPORT_TARGET", "What was encrypted reads back otherwise", { file: to });
    }
    giveName(sealed, to);
    return { ...(await measureFile(to)), replaced: false, pulls };
  } catch (error) {
    throw notWritten(copyingError(ledgerError(error, place.path), to, NO_ROOM), to);
  } finally {
    for (const path of [plain, again, sealed]) removeFile(path);
  }
}

function countingPages(context: ServiceContext): (done: number, total: number) => void {
  return (done, total) => {
    refuseCancelled(context, "The backup was interrupted");
    context.onProgress?.({ phase: "Backing up", done, total, unit: "pages" });
  };
}

async function refuseUnprovenCopy(
  copy: string,
  ledger: string,
  context: ServiceContext,
): Promise<ComparedPulls> {
  const words = "The ledger failed verification and was not backed up: ";
  return refuseUnproven(copy, ledger, words, context);
}

function notWritten(error: unknown, to: string): unknown {
  return unwritten(error, to, NO_ROOM, {
    code: "EXPORT_TARGET",
    sentence: "The backup could not be written",
  });
}

/** @returns whether a ledger is there that will be replaced */
function assertPlace(ledger: string, to: string, replace: boolean): boolean {
  const refuse = (sentence: string) => new TieoutError("EXPORT_TARGET", sentence, { file: to });
  refuseLongCopy(to);
  if (statSync(dirname(resolve(to)), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new TieoutError("EXPORT_TARGET", "The folder to back up to does not exist", {
      file: to,
      remedy: MISSING_FOLDER_REMEDY,
    });
  }
  // A log of that name would be played back onto the backup.
  if (logStandsBeside(to)) throw refuse("The file there is a ledger that is open, or was not closed");
  if (!existsSync(to)) return false;
  if (realpathSync(to) === realpathSync(ledger)) throw refuse("This is the ledger itself");
  if (!replace) throw refuse("A file with this name already exists");
  try {
    withLedger(openForReading(to), () => undefined);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    throw refuse("The file there is not a ledger and was not replaced");
  }
  return true;
}

// Restoring one, in two steps: verifying a copy of it, which takes a while and changes nothing, and putting that in the ledger's place.

interface RestoreRequest {
  /** Where the backup goes: its ledger, also where that is damaged or gone. */
  readonly ledger: string;
  readonly backup: string;
  /** Of a backup that is encrypted. */
  readonly passphrase?: string | undefined;
}

const NO_ROOM_TO_RESTORE = "There is no space for a copy of the backup. Nothing was restored";

/** A verified copy of the backup beside the ledger, under a random name. */
interface PreparedRestore extends Omit<RestoreRequest, "passphrase"> {
  readonly unfinished: string;
}

interface RestoreReport {
  /** Where what was there before is kept; null when nothing was there. */
  readonly keptAs: string | null;
  /** The newest link now: the one that says what was restored. */
  readonly head: string;
}

/**
 * Copies a backup beside its ledger and proves the copy as `verify` does. The ledger is not touched.
 *
 * @throws TieoutError LEDGER_LOCKED, LEDGER_READONLY, LEDGER_TWO_NAMES, LEDGER_FROM_FUTURE, LEDGER_NOT_FOUND; BACKUP_FOREIGN
 *   when it is no backup of this ledger; BACKUP_SEALED, BACKUP_CUT when it cannot be decrypted; LEDGER_CORRUPT,
 *   AUDIT_MISMATCH, AUDIT_BROKEN when it does not hold; LEDGER_DISK_FULL, CANCELLED
 */
export async function prepareRestore(
  { ledger, backup, passphrase }: RestoreRequest,
  context: ServiceContext,
): Promise<PreparedRestore> {
  const place = ledgerPlace(ledger);
  refusePlace(place.path);
  refuseNoFile(backup);
  if (existsSync(place.path) && isTwin(backup, place.path)) {
    throw new TieoutError("BACKUP_FOREIGN", "This is the ledger itself, not a backup", { file: backup });
  }
  refuseOtherNames(place.path);
  const sealed = isSealed(backup);
  if (sealed && passphrase === undefined) {
    throw new TieoutError("BACKUP_SEALED", "This backup is encrypted", { file: backup });
  }
  if (!sealed) refuseForeign(backup, backup, place.path);
  await goOn(context);
  removeUnfinished(place.folder, basename(place.path));
  const unfinished = unfinishedName(place.path);
  const opened = sealed ? unfinishedName(place.path) : backup;
  try {
    if (sealed) {
      await unsealFile(backup, opened, passphrase ?? "", context);
      refuseForeign(opened, backup, place.path);
    }
    await copyWhole(opened, unfinished, (done, total) => {
      refuseCancelled(context);
      context.onProgress?.({ phase: "Copying the backup", done, total, unit: "pages" });
    });
    context.onProgress?.({ phase: "Verifying the backup", done: 0, total: null, unit: "links" });
    await goOn(context);
    await refuseUnproven(unfinished, backup, "The backup failed verification: ", context);
    // Another file may have the backup's name since it was inspected.
    refuseForeign(unfinished, backup, place.path);
    await goOn(context);
    return { ledger: place.path, backup, unfinished };
  } catch (error) {
    removeFile(unfinished);
    const copying = copyingError(ledgerError(error, opened), place.path, NO_ROOM_TO_RESTORE);
    const known = underTheBackup(copying, opened, backup);
    const refused = { code: "EXPORT_TARGET", sentence: "The copy could not be written" } as const;
    throw unwritten(known, place.path, NO_ROOM_TO_RESTORE, refused);
  } finally {
    if (sealed) removeFile(opened);
  }
}

/** The backup's own name, where what was decrypted is meant; people know no other. */
function underTheBackup(error: unknown, opened: string, backup: string): unknown {
  if (!(error instanceof TieoutError) || error.facts.file !== opened) return error;
  return new TieoutError(error.code, error.message, { ...error.facts, file: backup }, error.cause);
}

/**
 * Puts the copy in place: what is there is kept beside it, and the trail says what was restored. Killed at
 * any moment, the old or the restored ledger is whole under its name.
 *
 * @throws TieoutError LEDGER_LOCKED, LEDGER_BUSY, LEDGER_READONLY, LEDGER_DISK_FULL, CANCELLED; the old
 *   ledger is unchanged then, and the copy is gone
 */
export async function finishRestore(
  { ledger, backup, unfinished }: PreparedRestore,
  context: ServiceContext,
): Promise<RestoreReport> {
  try {
    await goOn(context);
    return putInPlace({ ledger, backup, unfinished }, context);
  } catch (error) {
    const known = notPutBack(ledgerError(error, ledger), ledger);
    const refused = { code: "LEDGER_BUSY", sentence: "The ledger cannot be replaced now" } as const;
    throw unwritten(known, ledger, NO_ROOM_TO_RESTORE, refused);
  } finally {
    removeFile(unfinished);
  }
}

/** The ledger's own name, where the copy could not be written into; people know no other. */
function notPutBack(error: unknown, ledger: string): unknown {
  if (!(error instanceof TieoutError)) return error;
  const { code, message, cause } = error;
  if (code === "LEDGER_DISK_FULL") return new TieoutError(code, NO_ROOM_TO_RESTORE, { file: ledger }, cause);
  if (code !== "LEDGER_DISK_ERROR") return error;
  return new TieoutError(code, `${message}. Nothing was restored`, { file: ledger }, cause);
}

function putInPlace({ ledger, backup, unfinished }: PreparedRestore, context: ServiceContext): RestoreReport {
  const atMs = context.now();
  const lock = takeLockOf(ledger, `Tieout ${context.appVersion}`, atMs);
  try {
    for (const twin of listTwins(ledger)) removeTwin(twin, ledger);
    const keptAs = freeKeptPath(ledgerPlace(ledger), atMs);
    const { head, isKept } = putBack(ledger, { unfinished, keptAs, from: basename(backup), atMs });
    return { keptAs: isKept ? keptAs : null, head };
  } finally {
    lock.release();
  }
}

/** Both steps, one after the other. */
export async function restoreLedger(
  request: RestoreRequest,
  context: ServiceContext,
): Promise<RestoreReport> {
  return finishRestore(await prepareRestore(request, context), context);
}

/**
 * @throws TieoutError where nothing can be put in place: another has the ledger open, or nothing may be
 *   written there
 */
function refusePlace(ledger: string): void {
  refuseLongNew(ledger);
  refuseNoFile(ledger);
  if (isTaken(ledger)) refuseReadOnly(ledger);
  try {
    accessSync(ledgerPlace(ledger).folder, constants.W_OK);
  } catch (error) {
    const sentence = "You have no permission to write to the ledger's folder";
    throw new TieoutError("LEDGER_READONLY", sentence, { file: ledger }, error);
  }
  refuseLocked(ledger);
}

/**
 * @param copy the backup or a copy of it: what is asked for the ledger's id
 * @throws TieoutError BACKUP_FOREIGN unless it is a backup of this ledger: by its id, else, where there is
 *   none to read, by its name
 */
function refuseForeign(copy: string, backup: string, ledger: string): void {
  const foreign = (sentence: string) => new TieoutError("BACKUP_FOREIGN", sentence, { file: backup });
  const { ledgerId } = identityOf(copy);
  const known = findIdentity(ledger);
  if (known === null && !isNamedAfter(backup, ledger)) {
    throw foreign("The ledger that was there cannot be identified, and the backup's name does not match it");
  }
  if (known !== null && known.ledgerId !== ledgerId) throw foreign("This is a backup of another ledger");
}
