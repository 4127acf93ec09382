/** A ledger's settings, as a use case: shown, and changed with a link of the audit trail. */
import { sameJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { KeptOptions } from "../../../core/options.ts";
import { countedInput } from "../../../core/reconcile/input/counted-dates.ts";
import { reconcile } from "../../../core/reconcile/reconcile.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { stateWords } from "../../../core/review/close/close-rules.ts";
import { monthStates } from "../../../core/review/close/month-states.ts";
import { frozenAmong, movedBySettings } from "../../../core/review/close/settings-effect.ts";
import { settingWords } from "../../../core/review/decisions/note-rules.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { readCheckInput } from "../../ledger/records/check-input.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { type LedgerSettings, differingIn, readSettings, saveSettings } from "../../ledger/acts/settings.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
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

/** The settings in force. @throws TieoutError when the ledger cannot be opened */
export function showSettings(ledger: string): LedgerSettings {
  return readLedger(ledger, readSettings);
}

/** What a change of settings would do, before it is made. */
export interface SettingsEffect {
  /** Whether it takes a name and a reason: something is prepared or signed, or the check goes by it. */
  readonly isSigned: boolean;
  /** What it moves in prepared and signed months, one sentence each. */
  readonly sentences: readonly string[];
}

/** Says what a change of settings would move. @throws TieoutError when the ledger cannot be opened or read */
export function readSettingsEffect(
  { ledger, given }: { readonly ledger: LedgerAt; readonly given: GivenSettings },
  { memory }: Pick<ServiceContext, "memory">,
): SettingsEffect {
  return readLedger(ledger, (db) => {
    const before = readSettings(db);
    const after = changedBy(before, given);
    const changed = differingIn(before, after);
    const { timeZone, decimals, ...options } = changed;
    const months = frozenAmong(monthStates(listCloseSteps(db)).values());
    const rechecks = Object.keys(options).length > 0;
    const isMoved = months.length > 0 && (rechecks || timeZone !== undefined);
    const input = isMoved ? (memory?.recordsOf(db).input ?? readCheckInput(db)) : null;
    const entries = input === null ? null : countedInput(input, after.options.chainScope).entries;
    const walletsBy = (month: Month, { options: checked, timeZone: zone }: LedgerSettings) => {
      const days = monthDays(month);
      if (input === null || days === null) return [];
      const period = periodOf(days.from, days.to, new ZoneClock(zone));
      return reconcile(input, { ...checked, timeZone: zone }, { period, sha256 }).wallets;
    };
    const zones = { before: before.timeZone, after: after.timeZone };
    return {
      isSigned: rechecks || (months.length > 0 && Object.keys(changed).length > 0),
      sentences: movedBySettings(
        { zones, rescales: decimals !== undefined, rechecks },
        months,
        entries?.dateCreatedAtMs ?? [],
        (month) => ({ before: walletsBy(month, before), after: walletsBy(month, after) }),
      ),
    };
  });
}

/**
 * Puts settings in force. Where nothing changes nothing is written.
 *
 * @throws TieoutError DECISION_INVALID where somebody is named without a reason, or nobody is although an
 *   option of the check changes or a month is prepared or signed; LEDGER_* as opening for writing raises
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
    const changed = !sameJson(after, before);
    const change = signed === null ? null : { ...signed, before: differingIn(before, after) };
    if (changed && signed === null) refuseUnsigned(db, differingIn(before, after));
    if (changed) saveSettings(db, after, context.now(), change);
    return { ...after, changed };
  });
}

/** @throws TieoutError DECISION_INVALID where the check goes by it, or a month is prepared or signed */
function refuseUnsigned(db: ReadableLedger, changed: ReturnType<typeof differingIn>): void {
  const { timeZone: _, decimals: __, ...options } = changed;
  if (Object.keys(options).length > 0) {
    throw new TieoutError("DECISION_INVALID", "Changing the check's options needs a name and a reason");
  }
  const newest = frozenAmong(monthStates(listCloseSteps(db)).values()).at(-1);
  if (newest === undefined) return;
  const words = `${monthTitle(newest.month)} is ${stateWords(newest)}`;
  throw new TieoutError("DECISION_INVALID", `${words}. Changing settings then needs a name and a reason`);
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
