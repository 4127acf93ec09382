/** A ledger's settings, as a use case: shown, and changed with a link of the audit trail. */
import { openForReading, openForWriting } from "../ledger/open.ts";
import { type LedgerSettings, readSettings, saveSettings } from "../ledger/settings.ts";
import type { ServiceContext } from "./context.ts";
import { useLedger } from "./use-ledger.ts";

export interface SettingsReport extends LedgerSettings {
  /** Whether they are others than before. */
  readonly changed: boolean;
}

/**
 * The settings in force.
 *
 * @throws TieoutError when the ledger cannot be opened
 */
export function showSettings(ledger: string): LedgerSettings {
  const db = openForReading(ledger);
  return useLedger(db, () => readSettings(db));
}

/**
 * Puts settings in force. What is left out stays; where nothing changes nothing is written.
 *
 * @param given an IANA zone, 0 to 6 decimals
 * @throws TieoutError LEDGER_* as opening for writing raises
 */
export async function changeSettings(
  ledger: string,
  given: Partial<LedgerSettings>,
  context: ServiceContext,
): Promise<SettingsReport> {
  const db = await openForWriting(ledger);
  return useLedger(db, () => {
    const before = readSettings(db);
    const after = { ...before, ...given };
    const changed = after.timeZone !== before.timeZone || after.decimals !== before.decimals;
    if (changed) saveSettings(db, after, context.now());
    return { ...after, changed };
  });
}
