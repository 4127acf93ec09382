import { Command } from "commander";
import {
  type SettingsReport,
  changeSettings,
  readSettingsEffect,
  showSettings,
} from "../../main/services/about/settings.ts";
import { formatAmount } from "../../core/money.ts";
import {
  type CheckFlags,
  addRuleOptions,
  decimalsArgument,
  timeZoneArgument,
} from "../options/check-options.ts";
import type { Session } from "../session.ts";
import { usageError } from "../usage.ts";

interface Flags extends Omit<CheckFlags, "month" | "from" | "to"> {
  readonly by?: string;
  readonly note?: string;
}

const HELP_AFTER = `
Without options, shows the settings and writes nothing. check, review, export and the window use these settings for options
that are not given. The audit trail records each change. Earlier runs and workbooks keep the options they were made with.
Changing check settings needs --by and --note, and so does any change once a month is prepared or signed. It then says what
moves in such months. They keep the decimals and options they were prepared with.

Examples:
  tieout settings wallet.tieout --time-zone Africa/Lagos --decimals 2
  tieout settings wallet.tieout --cutoff-days 5 --by "Ada Obi" --note "The provider settles within a week"`;

/** `tieout settings LEDGER [--time-zone ZONE] [--decimals N] [--convention … --by NAME --note TEXT]` */
export function settingsCommand(session: Session): Command {
  const command = new Command("settings")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--time-zone <zone>", "time zone of days and months (default UTC)", timeZoneArgument)
    .option("--decimals <digits>", "decimal places of the amounts shown (default 0)", decimalsArgument);
  return addRuleOptions(command)
    .option("--by <name>", "who changes the check settings")
    .option("--note <text>", "why")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { timeZone, decimals, basis: settlementBasis, by, note, ...rest } = flags;
      const options = { ...rest, settlementBasis };
      const isOfCheck = Object.values(options).some((given) => given !== undefined);
      const isChange = isOfCheck || timeZone !== undefined || decimals !== undefined;
      if (isOfCheck && (by === undefined || note === undefined)) {
        throw usageError("Changing check settings needs --by NAME and --note TEXT.");
      }
      const given = { timeZone, decimals, options, by, note };
      const { sentences } = isChange
        ? readSettingsEffect({ ledger, given }, session.context)
        : { sentences: [] };
      const report = isChange
        ? await changeSettings(ledger, given, session.context)
        : { ...showSettings(ledger), changed: false };
      const lines = [
        ...linesOf(report),
        ...(isChange && !report.changed
          ? ["These settings were already in force. Nothing was written."]
          : []),
        ...(report.changed ? ["The settings were changed. The audit trail records it.", ...sentences] : []),
      ];
      session.terminal.stdout.write(`${lines.join("\n")}\n`);
    });
}

function linesOf({ timeZone, decimals, options }: Omit<SettingsReport, "changed">): string[] {
  const shown = decimals === 0 ? "" : ` (${formatAmount(options.tolerance, decimals)})`;
  const days = options.cutoffDays === 1 ? "day" : "days";
  return [
    `Time zone    ${timeZone}`,
    `Decimals     ${decimals}`,
    `Convention   ${options.convention}`,
    `Basis        ${options.settlementBasis}`,
    `Tolerance    ${options.tolerance}${shown}`,
    `Cut-off      ${options.cutoffDays} ${days}`,
    `Chain scope  ${options.chainScope}`,
  ];
}
