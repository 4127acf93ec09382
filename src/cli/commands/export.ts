import { Command } from "commander";
import { formatAmount } from "../../core/money.ts";
import { exportLedger } from "../../main/services/export.ts";
import { type CheckFlags, addCheckOptions, checkOptionsFrom, periodFrom } from "../check-options.ts";
import type { Session } from "../session.ts";
import { usageError } from "../usage.ts";

interface Flags extends CheckFlags {
  readonly all?: boolean;
  readonly out: string;
}

const HELP_AFTER = `
Examples:
  tieout export wallet.tieout --month 2026-10 --out October.xlsx
  tieout export wallet.tieout --all --out Whole.xlsx

The export is recorded in the ledger's audit trail, and the trail's head is printed in it.`;

/** `tieout export LEDGER --month YYYY-MM|--all --out PATH` */
export function exportCommand(session: Session): Command {
  const command = new Command("export")
    .description("write the month's workbook")
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption("--out <path>", "the workbook's path")
    .option("--all", "the whole history instead of a period");
  return addCheckOptions(command)
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const period = periodFrom(flags);
      if ((flags.all ?? false) === (period !== null)) {
        throw usageError("Say which period: --month YYYY-MM (or --from and --to), or --all.");
      }
      const report = await exportLedger(
        { ledger, period, options: checkOptionsFrom(flags), out: flags.out },
        session.context,
      );
      session.progress.clear();
      session.terminal.stdout.write(
        `${report.verdict}\nWrote ${flags.out} (${formatAmount(report.bytes)} bytes), run ${report.runId}.\n` +
          `Head of the audit trail: ${report.audit.head} (link ${report.audit.sequence})\n`,
      );
    });
}
