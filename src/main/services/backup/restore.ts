/**
 * Restoring a backup, as a use case in two steps: verifying a copy of it, which takes a while and changes
 * nothing, and putting that copy in the ledger's place, which takes a moment.
 */
import { accessSync, constants, existsSync } from "node:fs";
import { basename } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { copyWhole, copyingError, removeFile } from "../../ledger/file/make.ts";
import { refuseLocked, takeLockOf } from "../../ledger/file/lock.ts";
import { isTaken, refuseNoFile, refuseReadOnly } from "../../ledger/file/header.ts";
import { refuseLongNew, unfinishedName, isTwin, refuseOtherNames } from "../../ledger/file/names.ts";
import { findIdentity, identityOf, putBack, removeTwin } from "../../ledger/file/put-back.ts";
import { unwritten } from "../../ledger/file/disk.ts";
import { ledgerError } from "../../ledger/file/sqlite-error.ts";
import { freeKeptPath, isNamedAfter, ledgerPlace, listTwins } from "./backup-plan.ts";
import { goOn, refuseCancelled } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { removeUnfinished } from "../shared/leftovers.ts";
import { refuseUnproven } from "../verify/verify.ts";

export interface RestoreRequest {
  /** Where the backup goes: its ledger, also where that is damaged or gone. */
  readonly ledger: string;
  readonly backup: string;
}

const NO_ROOM = "There is no space for a copy of the backup. Nothing was restored";

/** A verified copy of the backup beside the ledger, under a random name. */
export interface PreparedRestore extends RestoreRequest {
  readonly unfinished: string;
}

export interface RestoreReport {
  /** Where what was there before is kept; null when nothing was there. */
  readonly keptAs: string | null;
  /** The newest link now: the one that says what was restored. */
  readonly head: string;
}

/**
 * Copies a backup beside its ledger and proves the copy as `verify` does. The ledger is not touched.
 *
 * @throws TieoutError LEDGER_LOCKED, LEDGER_READONLY, LEDGER_TWO_NAMES, LEDGER_FROM_FUTURE, LEDGER_NOT_FOUND; BACKUP_FOREIGN
 *   when it is no backup of this ledger; LEDGER_CORRUPT, AUDIT_MISMATCH, AUDIT_BROKEN when it does not hold;
 *   LEDGER_DISK_FULL, CANCELLED
 */
export async function prepareRestore(
  { ledger, backup }: RestoreRequest,
  context: ServiceContext,
): Promise<PreparedRestore> {
  const place = ledgerPlace(ledger);
  refusePlace(place.path);
  refuseNoFile(backup);
  if (existsSync(place.path) && isTwin(backup, place.path)) {
    throw new TieoutError("BACKUP_FOREIGN", "This is the ledger itself, not a backup", { file: backup });
  }
  refuseOtherNames(place.path);
  refuseForeign(backup, backup, place.path);
  await goOn(context);
  removeUnfinished(place.folder, basename(place.path));
  const unfinished = unfinishedName(place.path);
  try {
    await copyWhole(backup, unfinished, (done, total) => {
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
    const known = copyingError(ledgerError(error, backup), place.path, NO_ROOM);
    throw unwritten(known, place.path, NO_ROOM, (code) => {
      const sentence = `The copy could not be written: ${code}`;
      return new TieoutError("EXPORT_TARGET", sentence, { file: place.path }, error);
    });
  }
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
    throw unwritten(notPutBack(ledgerError(error, ledger), ledger), ledger, NO_ROOM, (code) => {
      const sentence = `The ledger cannot be replaced now: ${code}`;
      return new TieoutError("LEDGER_BUSY", sentence, { file: ledger }, error);
    });
  } finally {
    removeFile(unfinished);
  }
}

/** The ledger's own name, where the copy could not be written into; people know no other. */
function notPutBack(error: unknown, ledger: string): unknown {
  if (!(error instanceof TieoutError)) return error;
  const { code, message, cause } = error;
  if (code === "LEDGER_DISK_FULL") return new TieoutError(code, NO_ROOM, { file: ledger }, cause);
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
