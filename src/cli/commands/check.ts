import { Command } from "commander";
import type { Severity } from "../../core/reconcile/rules.ts";
import { type CheckSource, checkRecords } from "../../main/services/check/check.ts";
import { type CheckFlags, addCheckOptions, checkOptionsFrom, periodFrom } from "../check-options.ts";
import { type FileFlags, addFileOptions, filesFrom } from "../file-options.ts";
import { printCheck } from "../print/print-check.ts";
import { EXIT, type Session } from "../session.ts";
import { usageError, wordArgument } from "../usage.ts";
import { writeCheckJson } from "../print/check-json.ts";

interface Flags extends CheckFlags, FileFlags {
  readonly severity: Severity;
  readonly json?: boolean;
  readonly save?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout check wallet.tieout --month 2026-10
  tieout check --wallet history.json --transactions all.json --json
  tieout check wallet.tieout --from 2026-10-01 --to 2026-10-15 --severity error

With files instead of a ledger, nothing is written, and options not given are those of a new ledger.
Exit status 1 means findings of severity error.`;

/** `tieout check LEDGER|--wallet F… --transactions F…` */
export function checkCommand(session: Session): Command {
  const command = new Command("check").argument("[ledger]", "the ledger (.tieout)");
  return addCheckOptions(addFileOptions(command))
    .option(
      "--severity <word>",
      "lowest severity to list: error, warning or info",
      wordArgument("--severity", ["error", "warning", "info"]),
      "info" as const,
    )
    .option("--json", "print the whole result as JSON (tieout.check/1)")
    .option("--save", "keep the run in the ledger")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string | undefined, flags: Flags) => {
      const report = await checkRecords(
        {
          source: sourceFrom(ledger, flags),
          period: periodFrom(flags),
          options: checkOptionsFrom(flags),
          save: flags.save ?? false,
        },
        session.context,
      );
      session.progress.clear();
      // Before anything is printed: a reader may close the pipe early.
      if (report.result.counts.bySeverity.error > 0) session.exitStatus = EXIT.found;
      if (flags.json === true) await writeCheckJson(session.terminal, report.result, flags.severity);
      else {
        const { decimals, progress } = report;
        const print = { decimals, progress, severity: flags.severity, all: true };
        await printCheck(session.terminal, report.result, print);
        if (report.runId !== null) session.terminal.stdout.write(`\n  Kept as run ${report.runId}.\n`);
      }
    });
}

function sourceFrom(ledger: string | undefined, flags: Flags): CheckSource {
  const files = filesFrom(flags);
  if (ledger !== undefined) {
    if (files !== null) throw usageError("Give either a ledger or files, not both.");
    return { ledger };
  }
  if (files === null || files.wallet.length === 0 || files.transactions.length === 0) {
    throw usageError("Name a ledger, or at least one --wallet and one --transactions file.");
  }
  if (flags.save === true) throw usageError("--save keeps the run in a ledger; files have none.");
  return { files };
}
