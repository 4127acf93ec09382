import { type ChangeWording, wordingOf } from "../core/fields/field-words.ts";
import { ZoneClock } from "../core/time.ts";
import { showSettings } from "../main/services/about/settings.ts";

/**
 * How a ledger's settings word amounts and times.
 *
 * @throws TieoutError when the ledger cannot be opened
 */
export function ledgerWording(ledger: string): ChangeWording {
  const { decimals, timeZone } = showSettings(ledger);
  return wordingOf(decimals, new ZoneClock(timeZone));
}
