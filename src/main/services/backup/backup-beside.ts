/** Backs a ledger up in a folder beside it, on schedule or on request, and drops the oldest backups. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { NO_ROOM } from "../../ledger/file/make.ts";
import { type LedgerIdentity, findIdentity, identityOf, trailTest } from "../../ledger/file/put-back.ts";
import { syncFolderOf, unwritten } from "../../ledger/file/disk.ts";
import { type BackUpReport, backUpLedger, backUpSealed } from "./backup.ts";
import {
  type Backup,
  type BackupInterval,
  type LedgerPlace,
  SEALED_LEDGER_ENDING,
  freeBackupPath,
  isDue,
  ledgerPlace,
  listBackups,
  newestFirst,
} from "./backup-plan.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { removeUnfinished } from "../shared/leftovers.ts";

export interface BesideReport extends BackUpReport {
  readonly path: string;
}

/**
 * Copies a ledger into the folder of its backups, and removes the oldest of them beyond those to be kept:
 * nothing but our own backups of this very ledger.
 *
 * @param keep how many are kept, this one among them; null for all
 * @param passphrase of a copy that nothing else opens, which is neither counted nor removed later
 * @throws TieoutError EXPORT_TARGET, LEDGER_DISK_FULL, CANCELLED, and what opening a ledger raises; no backup
 *   is removed then
 */
export async function backUpBeside(
  ledger: string,
  keep: number | null,
  context: ServiceContext,
  passphrase?: string,
): Promise<BesideReport> {
  const place = ledgerPlace(ledger);
  const { ledgerId } = identityOf(place.path);
  makeBackupsFolder(place);
  const nowMs = context.now();
  const report = await backUpUnderFreeName(place, nowMs, context, passphrase);
  if (keep !== null) removeOldest(place, ledgerId, keep, report.path, nowMs);
  return report;
}

/** Backups that begin in the same second name themselves alike. */
const ATTEMPTS = 5;

async function backUpUnderFreeName(
  place: LedgerPlace,
  nowMs: number,
  context: ServiceContext,
  passphrase: string | undefined,
): Promise<BesideReport> {
  for (let attempt = 1; ; attempt += 1) {
    const path = freeBackupPath(place, nowMs, passphrase === undefined ? undefined : SEALED_LEDGER_ENDING);
    try {
      const report = await (passphrase === undefined
        ? backUpLedger(place.path, path, context)
        : backUpSealed(place.path, path, passphrase, context));
      return { ...report, path };
    } catch (error) {
      const isTaken = error instanceof TieoutError && error.code === "EXPORT_TARGET" && existsSync(path);
      if (!isTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * As `backUpBeside`, where the newest backup is older than the interval and the ledger has changed since.
 *
 * @returns null when nothing was to be done
 */
export async function backUpWhenDue(
  ledger: string,
  { every, keep }: { readonly every: BackupInterval; readonly keep: number },
  context: ServiceContext,
): Promise<BesideReport | null> {
  const nowMs = context.now();
  if (every === "never") return null;
  const identity = identityOf(ledger);
  const newest = newestOf(listBackups(ledger), identity, nowMs);
  if (!isDue(newest, every, nowMs) || newest?.head === identity.head) return null;
  return backUpBeside(ledger, keep, context);
}

/** The newest readable backup of this ledger, with the end of its trail. */
function newestOf(backups: readonly Backup[], { ledgerId }: LedgerIdentity, nowMs: number) {
  for (const backup of backups) {
    if (backup.kind !== "scheduled" || backup.atMs > nowMs) continue;
    const identity = identityIn(backup);
    if (identity?.ledgerId === ledgerId) return { ...backup, head: identity.head };
  }
  return undefined;
}

/** null for what cannot be read, for whatever reason: it is neither counted nor removed. */
function identityIn({ path }: Backup): LedgerIdentity | null {
  try {
    return findIdentity(path);
  } catch (error) {
    if (error instanceof TieoutError) return null;
    throw error;
  }
}

/** What a killed process left half copied goes, too. */
function makeBackupsFolder(place: LedgerPlace): void {
  try {
    if (mkdirSync(place.backups, { recursive: true }) !== undefined) syncFolderOf(place.backups);
    removeUnfinished(place.backups, place.stem);
  } catch (error) {
    const refused = { code: "EXPORT_TARGET", sentence: "Tieout cannot write to the backup folder" } as const;
    throw unwritten(error, place.backups, NO_ROOM, refused);
  }
}

/** One that cannot be removed now is left for the next time. */
function removeOldest(
  { path }: LedgerPlace,
  ledgerId: string,
  keep: number,
  made: string,
  nowMs: number,
): void {
  const ours = listBackups(path).flatMap((backup) => {
    const identity = backup.kind === "scheduled" ? identityIn(backup) : null;
    return identity?.ledgerId === ledgerId ? [{ ...backup, ...identity }] : [];
  });
  const others = newestFirst(ours, trailTest(path), nowMs).filter((backup) => backup.path !== made);
  for (const backup of others.slice(Math.max(keep - 1, 0))) {
    try {
      rmSync(backup.path);
    } catch {
      // Another program has it open.
    }
  }
}
