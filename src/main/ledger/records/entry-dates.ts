/** The creation times of entries, as the first pull of each brought them. */
import type { ReadableLedger } from "../file/connection.ts";

/**
 * The lowest walletID, of those from one on, that was created at a time or later, milliseconds UTC; null
 * where none was.
 */
export function firstEntryFrom(db: ReadableLedger, walletID: number, fromMs: number): number | null {
  const first = db
    .prepare<[number, number], number>(
      "SELECT wallet_id FROM entry WHERE wallet_id >= ? AND date_created_ms >= ? ORDER BY wallet_id LIMIT 1",
    )
    .pluck()
    .get(walletID, fromMs);
  return first ?? null;
}

/** When an entry was created, milliseconds UTC; null where the ledger never held it. */
export function createdAt(db: ReadableLedger, walletID: number): number | null {
  const atMs = db
    .prepare<[number], number>("SELECT date_created_ms FROM entry WHERE wallet_id = ?")
    .pluck()
    .get(walletID);
  return atMs ?? null;
}
