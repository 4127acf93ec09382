import { Command } from "commander";
import { changeSettings, showSettings } from "../../main/services/settings.ts";
import { type CheckFlags, decimalsArgument, timeZoneArgument } from "../check-options.ts";
import type { Session } from "../session.ts";

type Flags = Pick<CheckFlags, "timeZone" | "decimals">;

const HELP_AFTER = `
Without options the settings are shown, and nothing is written. They are what check, review and export go by where their
own --time-zone and --decimals are not given. A change is a link of the audit trail; runs and workbooks kept before it
name the zone they were made in and stay as they are.

Example:
  tieout settings wallet.tieout --time-zone Africa/Lagos --decimals 2`;

/** `tieout settings LEDGER [--time-zone ZONE] [--decimals N]` */
export function settingsCommand(session: Session): Command {
  return new Command("settings")
    .description("show or change a ledger's time zone and the digits its amounts are shown with")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--time-zone <zone>", "zone in which days and months are cut (UTC at first)", timeZoneArgument)
    .option(
      "--decimals <digits>",
      "digits after the point when amounts are shown (0 at first)",
      decimalsArgument,
    )
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { timeZone, decimals }: Flags) => {
      const isChange = timeZone !== undefined || decimals !== undefined;
      const given = {
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(decimals === undefined ? {} : { decimals }),
      };
      const report = isChange
        ? await changeSettings(ledger, given, session.context)
        : { ...showSettings(ledger), changed: false };
      const lines = [
        `Time zone  ${report.timeZone}`,
        `Decimals   ${report.decimals}`,
        ...(isChange && !report.changed ? ["They were so already; nothing was written."] : []),
        ...(report.changed ? ["Changed, and recorded in the audit trail."] : []),
      ];
      session.terminal.stdout.write(`${lines.join("\n")}\n`);
    });
}
