/** A ledger's settings: how days are cut and amounts shown. Each change is a new version and a link of the audit trail. */
import { appendLink } from "./audit.ts";
import type { ReadableLedger, WritableLedger } from "./connection.ts";
import { guarded } from "./sqlite-error.ts";

export interface LedgerSettings {
  /** IANA name. */
  readonly timeZone: string;
  /** Digits after the point when amounts are shown; display only. */
  readonly decimals: number;
}

const FIRST: LedgerSettings = { timeZone: "UTC", decimals: 0 };

/** The settings in force. */
export function readSettings(db: ReadableLedger): LedgerSettings {
  const newest = db
    .prepare<[], LedgerSettings>(
      "SELECT time_zone AS timeZone, decimals FROM setting ORDER BY version DESC LIMIT 1",
    )
    .get();
  return newest ?? FIRST;
}

/**
 * Puts new settings in force.
 *
 * @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL, LEDGER_VALUE
 */
export function saveSettings(db: WritableLedger, { timeZone, decimals }: LedgerSettings, atMs: number): void {
  guarded(db.name, () => {
    db.transaction(() => {
      db.prepare("INSERT INTO setting (time_zone, decimals) VALUES (?, ?)").run(timeZone, decimals);
      appendLink(db, atMs, "setting", { timeZone, decimals });
    }).immediate();
  });
}
