/** Backing a ledger up, as a use case: one whole file under another name, verified like a ledger. */
import { createHash } from "node:crypto";
import { existsSync, realpathSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { ComparedPulls } from "../../../core/words/proof.ts";
import { MISSING_FOLDER_REMEDY } from "../../../core/remedies.ts";
import { NO_ROOM, copyLedgerTo } from "../../ledger/file/make.ts";
import { logStandsBeside } from "../../ledger/file/header.ts";
import { refuseLongCopy } from "../../ledger/file/names.ts";
import { openForReading } from "../../ledger/file/open.ts";
import { goOn, refuseCancelled } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { removeAbandonedHere, removeUnfinished } from "../shared/leftovers.ts";
import { unwritten } from "../../ledger/file/disk.ts";
import { withLedger } from "../shared/use-ledger.ts";
import { refuseUnproven } from "../verify/verify.ts";

export interface BackUpReport {
  /** The size of the backup's file. */
  readonly bytes: number;
  /** Of the backup's bytes, 64 hex digits. */
  readonly sha256: string;
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
    await copyLedgerTo(
      ledger,
      to,
      replaced,
      (done, total) => {
        refuseCancelled(context, "The backup was interrupted");
        context.onProgress?.({ phase: "Backing up", done, total, unit: "pages" });
      },
      async (copy) => {
        const words = "The ledger failed verification and was not backed up: ";
        pulls = await refuseUnproven(copy, ledger, words, context);
      },
    );
    return { ...(await measure(to)), replaced, pulls };
  } catch (error) {
    throw unwritten(error, to, NO_ROOM, (code) => {
      const sentence = `The backup could not be written: ${code}`;
      return new TieoutError("EXPORT_TARGET", sentence, { file: to }, error);
    });
  }
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

/** Reads a file whole, piece by piece: its length and its SHA-256, 64 hex digits. */
export async function measure(path: string): Promise<Pick<BackUpReport, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  const file = await open(path);
  try {
    for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024 })) {
      hash.update(chunk as Uint8Array);
    }
  } finally {
    await file.close();
  }
  return { bytes: statSync(path).size, sha256: hash.digest("hex") };
}
