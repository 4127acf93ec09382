/**
 * A ledger's settings: time zone, decimals and options of the check. Each change is a new version and a link
 * of the audit trail.
 */
import { DEFAULT_KEPT_OPTIONS, type KeptOptions } from "../../../core/options.ts";
import { isTimeZone } from "../../../core/time.ts";
import type { StoredRow } from "../tables/record-table.ts";
import { appendLink, writeAlone } from "../file/audit.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { schemaVersion, OPTIONS_BEFORE } from "../file/schema.ts";
import { isStored, misread } from "../../../schema/stored.ts";
import { keptOptions } from "../../../schema/values.ts";

/** Settings of schemas before this one hold no options of a check. */
export const OPTIONS_SINCE = 3;

export interface LedgerSettings {
  /** IANA name. */
  readonly timeZone: string;
  /** Digits after the point when amounts are shown; display only. */
  readonly decimals: number;
  /** The default options of checks. */
  readonly options: KeptOptions;
}

/** What is in force before anybody set anything. */
export const FIRST_SETTINGS: LedgerSettings = { timeZone: "UTC", decimals: 0, options: DEFAULT_KEPT_OPTIONS };

type SettingRow = Omit<LedgerSettings, "options"> & KeptOptions;

/** Each setting's column, in their order after the version. */
const COLUMNS: Readonly<Record<keyof SettingRow, string>> = {
  timeZone: "time_zone",
  decimals: "decimals",
  convention: "convention",
  settlementBasis: "settlement_basis",
  tolerance: "tolerance",
  cutoffDays: "cutoff_days",
  chainScope: "chain_scope",
};
const NAMES = Object.keys(COLUMNS) as (keyof SettingRow)[];
const FIRST_NAMES: readonly (keyof SettingRow)[] = ["timeZone", "decimals"];
export const SETTING_COLUMNS = Object.values(COLUMNS);

/** The values of a row, in the order of `SETTING_COLUMNS`. */
export function settingRow(settings: LedgerSettings): (string | number)[] {
  const row = flat(settings);
  return NAMES.map((name) => row[name]);
}

function flat({ timeZone, decimals, options }: LedgerSettings): SettingRow {
  return { timeZone, decimals, ...options };
}

/** The settings in force. @throws TieoutError AUDIT_MISMATCH where they hold what nobody can set */
export function readSettings(db: ReadableLedger): LedgerSettings {
  const names = schemaVersion(db) < OPTIONS_SINCE ? FIRST_NAMES : NAMES;
  const held = names.map((name) => `${COLUMNS[name]} AS ${name}`).join(", ");
  const newest = query<SettingRow>(db).row(`SELECT ${held} FROM setting ORDER BY version DESC LIMIT 1`);
  if (newest === undefined) return FIRST_SETTINGS;
  const { timeZone, decimals, ...kept } = newest;
  const differs = (what: string) =>
    misread({ file: db.name, record: "setting", sentence: `${what} from what was written` });
  if (!isTimeZone(timeZone)) throw differs("The time zone differs");
  const options = { ...OPTIONS_BEFORE, ...kept };
  if (!isStored(keptOptions, options)) throw differs("The options of the check differ");
  return { timeZone, decimals, options };
}

/** Who changed settings, why, and what each changed one was before. */
export interface SettingsChange {
  readonly by: string;
  readonly note: string;
  readonly before: Partial<SettingRow>;
}

/** What each setting was that is another now. */
export function differingIn(before: LedgerSettings, after: LedgerSettings): SettingsChange["before"] {
  const now: Readonly<Record<string, unknown>> = flat(after);
  return Object.fromEntries(Object.entries(flat(before)).filter(([name, value]) => now[name] !== value));
}

/** Puts settings in force. @param change null without a name: the link has the settings alone then */
export function saveSettings(
  db: WritableLedger,
  settings: LedgerSettings,
  atMs: number,
  change: SettingsChange | null = null,
): void {
  const { timeZone, decimals } = settings;
  const { convention, settlementBasis, tolerance, cutoffDays, chainScope } = settings.options;
  const options: KeptOptions = { convention, settlementBasis, tolerance, cutoffDays, chainScope };
  writeAlone(db, () => {
    const row = settingRow({ timeZone, decimals, options });
    db.prepare<[StoredRow]>(
      `INSERT INTO setting (${SETTING_COLUMNS.join(", ")}) VALUES (${row.map(() => "?").join(", ")})`,
    ).run(row);
    appendLink(db, atMs, "setting", {
      timeZone,
      decimals,
      options: { ...options },
      ...(change === null ? {} : { ...change, before: { ...change.before } }),
    });
  });
}
