/** Backups in words. */
import type { BackupFacts, Preferences } from "../../../ipc/contract.ts";

/** What each is from, in a few words. */
export const KIND_WORDS: Readonly<Record<BackupFacts["kind"], string>> = {
  scheduled: "Backup",
  "before-update": "Before an update of Tieout",
  "before-restore": "Before a restore",
};

type Interval = Preferences["backups"]["every"];

export const INTERVALS = [
  { id: "day", label: "Every day" },
  { id: "week", label: "Every week" },
  { id: "never", label: "Never automatically" },
] as const satisfies readonly { readonly id: Interval; readonly label: string }[];

/** The newest of those made on schedule or by hand; null while there is none. */
export function lastBackup(backups: readonly BackupFacts[]): BackupFacts | null {
  return backups.find(({ kind }) => kind === "scheduled") ?? null;
}

/** How the name begins that what stands there now will have; the time of the restore follows. */
export function keptName(ledgerName: string): string {
  return `${ledgerName.replace(/\.tieout$/u, "")} before restore`;
}
