/** A ledger's settings, as a use case: shown, and changed with a link of the audit trail. */
import { canonicalJson } from "../../../core/canonical.ts";
import type { KeptOptions } from "../../../core/options.ts";
import { settingWords } from "../../../core/review/decisions/note-rules.ts";
import {
  type LedgerSettings,
  differingIn,
  readSettings,
  saveSettings,
} from "../../ledger/people/settings.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readLedger, writeLedger } from "../shared/use-ledger.ts";

/** What is to change; what is left out stays. */
export interface GivenSettings {
  /** IANA name. */
  readonly timeZone?: string | undefined;
  /** 0 to 6. */
  readonly decimals?: number | undefined;
  readonly options?: { readonly [K in keyof KeptOptions]?: KeptOptions[K] | undefined } | undefined;
  /** Who changes them and why; both or neither. */
  readonly by?: string | undefined;
  readonly note?: string | undefined;
}

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
  return readLedger(ledger, readSettings);
}

/**
 * Puts settings in force. Where nothing changes nothing is written.
 *
 * @throws TieoutError DECISION_INVALID where somebody is named without a reason; LEDGER_* as opening for
 *   writing raises
 */
export async function changeSettings(
  ledger: string,
  given: GivenSettings,
  context: ServiceContext,
): Promise<SettingsReport> {
  const signed = signatureOf(given);
  return writeLedger(ledger, context, (db) => {
    const before = readSettings(db);
    const after = changedBy(before, given);
    const changed = textOf(after) !== textOf(before);
    const change = signed === null ? null : { ...signed, before: differingIn(before, after) };
    if (changed) saveSettings(db, after, context.now(), change);
    return { ...after, changed };
  });
}

function signatureOf({ by, note }: GivenSettings): { readonly by: string; readonly note: string } | null {
  if (by === undefined && note === undefined) return null;
  return settingWords({ by: by ?? "", note: note ?? "" });
}

function changedBy(
  before: LedgerSettings,
  { timeZone, decimals, options = {} }: GivenSettings,
): LedgerSettings {
  return {
    timeZone: timeZone ?? before.timeZone,
    decimals: decimals ?? before.decimals,
    options: {
      convention: options.convention ?? before.options.convention,
      settlementBasis: options.settlementBasis ?? before.options.settlementBasis,
      tolerance: options.tolerance ?? before.options.tolerance,
      cutoffDays: options.cutoffDays ?? before.options.cutoffDays,
      chainScope: options.chainScope ?? before.options.chainScope,
    },
  };
}

function textOf({ options, ...settings }: LedgerSettings): string {
  return canonicalJson({ ...settings, options: { ...options } });
}
