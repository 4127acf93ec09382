import { Command } from "commander";
import { formatAmount } from "../../core/money.ts";
import { LEFT_TO_VERIFY_LINE } from "../../core/report/words/proof-words.ts";
import { monthOfPeriod } from "../../core/report/month-of-period.ts";
import { EXPORT_FORMATS, type ExportFormat, isFileFormat } from "../../core/report/format.ts";
import { type ExportReport, exportLedger } from "../../main/services/workbook/export.ts";
import { type CheckFlags, addCheckOptions, checkOptionsFrom, periodFrom } from "../options/check-options.ts";
import { monthsTouched } from "../months-touched.ts";
import { driftWords } from "../print/month/print-drift.ts";
import type { Session } from "../session.ts";
import { harmless } from "../terminal.ts";
import { usageError, wordArgument } from "../usage.ts";

interface Flags extends CheckFlags {
  readonly all?: boolean;
  readonly out: string;
  readonly format: ExportFormat;
  readonly replace?: boolean;
  readonly binder?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout export wallet.tieout --month 2026-10 --out October.xlsx
  tieout export wallet.tieout --month 2026-10 --out October.pdf --binder
  tieout export wallet.tieout --all --out whole-history --format csv

The export shows the ledger as of one moment, even while others write to it. The check is kept as a run. The export prints the
head of the audit trail at that run, and the trail records the SHA-256 of the file. If writing fails or is interrupted, an
earlier file stays unchanged; the run may stay, and the error then says so. Tables come with a file of their checksums, and the
trail records the SHA-256 of that file.

The binder has the workbook's sheets for a partner, on paper: conclusion, proofs, exceptions, outstanding items, changes and
audit, without the records themselves. A browser on this machine prints it: Chrome, Edge or Chromium, or the one that
TIEOUT_CHROMIUM names.

An earlier export at --out is replaced only if unchanged since this ledger wrote it. Otherwise the command stops with
EXPORT_EDITED: import a reviewer's ticks and notes with tieout import --review, give another name, or use --replace.

A prepared or signed month is exported with its current figures. If they differ from what was prepared or signed, the differences
are listed.`;

/**
 * `tieout export LEDGER --month YYYY-MM|--all --out PATH [--format xlsx|pdf|csv|json | --binder] [--replace]`
 */
export function exportCommand(session: Session): Command {
  const command = new Command("export")
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption(
      "--out <path>",
      "path of the workbook or binder; with csv and json, folder for the tables",
    )
    .option(
      "--format <word>",
      `what to write: ${EXPORT_FORMATS.join(", ")}`,
      wordArgument("--format", EXPORT_FORMATS),
      "xlsx" as const,
    )
    .option("--binder", "write the binder to print, as --format pdf does; needs Chrome, Edge or Chromium")
    .option("--all", "the whole history instead of a period")
    .option("--replace", "replace the file at --out, even if it was edited");
  return addCheckOptions(command)
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const period = periodFrom(flags);
      if ((flags.all ?? false) === (period !== null)) {
        throw usageError("Give a period: --month YYYY-MM, --from and --to, or --all.");
      }
      const { out, replace = false } = flags;
      const format = flags.binder === true ? "pdf" : flags.format;
      const report = await exportLedger(
        { ledger, period, options: checkOptionsFrom(flags), out, format, replace },
        session.context,
      );
      session.progress.clear();
      session.terminal.stdout.write(`${report.verdict}\n${writtenLines(report, { out, format })}`);
      const month = monthOfPeriod(period);
      if (month === null) return;
      session.terminal.stdout.write(driftWords(monthsTouched(session, ledger, { month }) ?? []));
    });
}

/** What was written where, and the hashes that the audit trail and the export hold of each other. */
function writtenLines(report: ExportReport, { out, format }: Pick<Flags, "out" | "format">): string {
  const { files, proof, runId, replaced, audit } = report;
  const size = formatAmount(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const what = isFileFormat(format) ? `${size} bytes` : `${files.length} tables, ${size} bytes`;
  return [
    `${replaced ? "Replaced" : "Wrote"} ${harmless(out)} (${what}), run ${runId}.`,
    `SHA-256 of ${harmless(proof.name)}: ${proof.sha256}`,
    `Head of the audit trail: ${audit.head} (link ${audit.sequence})`,
    LEFT_TO_VERIFY_LINE,
    "",
  ].join("\n");
}
