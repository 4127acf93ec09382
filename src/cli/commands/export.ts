/** `tieout export`. */
import { usageError } from "../../core/errors.ts";
import { withoutUndefined } from "../../core/given.ts";
import { formatAmount } from "../../core/money.ts";
import { EXPORT_FORMATS, type ExportFormat, isDocument } from "../../core/report/sheet/format.ts";
import { monthOfPeriod } from "../../core/words/month.ts";
import { DECIMAL_MARKS, SEPARATORS } from "../../core/csv-text.ts";
import { LEFT_TO_VERIFY_LINE } from "../../core/words/proof.ts";
import type { ExportReport } from "../../main/services/export/export.ts";
import { driftWords, monthsTouched } from "../terminal/drift.ts";
import { type Given, command, needed, option, standardOption, toggle, word } from "../terminal/command.ts";
import { CHECKING_OPTIONS, CHECK_AFTER, LEDGER, checkOptionsFrom, periodFrom } from "../terminal/options.ts";
import { boundYoungSpace, compileLittle, harmless } from "../terminal/terminal.ts";

const TAKES = {
  ...LEDGER,
  out: needed(
    "<path>",
    "path of the workbook, the binder or the .zip of the tables; with --folder, of the folder for them",
  ),
  format: standardOption(
    "<word>",
    `what to write: ${EXPORT_FORMATS.join(", ")}`,
    word(EXPORT_FORMATS),
    "xlsx",
  ),
  binder: toggle("write the binder to print, as --format pdf does; needs Chrome, Edge or Chromium"),
  folder: toggle("write the tables into a folder instead of a .zip file"),
  separator: option(
    "<word>",
    `between the columns of csv: ${SEPARATORS.join(", ")}; semicolon where the comma marks decimals`,
    word(SEPARATORS),
  ),
  decimalMark: option("<word>", `in the amounts of csv: ${DECIMAL_MARKS.join(", ")}`, word(DECIMAL_MARKS)),
  all: toggle("the whole history instead of a period"),
  replace: toggle("replace the file at --out, even if it was edited"),
  ...CHECKING_OPTIONS,
};

export const EXPORT_COMMANDS = {
  export: command({
    takes: TAKES,
    after:
      CHECK_AFTER +
      `
Examples:
  tieout export wallet.tieout --month 2026-10 --out October.xlsx
  tieout export wallet.tieout --month 2026-10 --out October.pdf --binder
  tieout export wallet.tieout --month 2026-10 --out October.zip --format csv --decimal-mark comma
  tieout export wallet.tieout --all --out whole-history --format csv-data --folder

The export shows the ledger as of one moment, even while others write to it. The check is kept as a run. The export prints the
head of the audit trail at that run, and the trail records the SHA-256 of the file. If writing fails or is interrupted, an
earlier file stays unchanged; the run may stay, and the error then says so.

Tables are one file per table of the workbook, together in one .zip file, or in a folder with --folder. A folder also gets a file
of their checksums, and the trail records the SHA-256 of that file. csv is for Excel and LibreOffice: what they would take for a
number, such as the payref 00123 or 1E5, is written as ="00123" and keeps its digits, and a text that they would calculate begins
with an apostrophe. csv-data is for programs: UTF-8, comma, the names, integers and UTC times of json, and texts as they are.

The binder has the workbook's sheets for a partner, on paper: conclusion, proofs, exceptions, outstanding items, changes and
audit, without the records themselves. A browser on this machine prints it: Chrome, Edge or Chromium, or the one that
TIEOUT_CHROMIUM names.

An earlier export at --out is replaced only if unchanged since this ledger wrote it. Otherwise the command stops with
EXPORT_EDITED: give another name, or use --replace. A reviewer's ticks and notes in a workbook can be imported first with
tieout import --review; edits of tables and binders cannot.

A prepared or signed month is exported with its current figures. If they differ from what was prepared or signed, the differences
are listed.`,
    run: async (flags, { context }) => {
      compileLittle(flags.ledger);
      const period = periodFrom(flags);
      if (flags.all === (period !== null)) {
        throw usageError("Give a period: --month YYYY-MM, --from and --to, or --all.");
      }
      const { ledger, out, replace, folder: asFolder, separator, decimalMark } = flags;
      const format = flags.binder ? "pdf" : flags.format;
      refuseUnfit(format, flags);
      const csv = withoutUndefined({ separator, decimalMark });
      const options = checkOptionsFrom(flags);
      const { exportLedger } = await import("../../main/services/export/export.ts");
      return exportLedger(
        { ledger, period, options, out, format, asFolder, csv, replace },
        boundYoungSpace(context),
      );
    },
    print: async (report, flags, session) => {
      session.terminal.stdout.write(`${report.verdict}\n${writtenLines(report, flags.out)}`);
      const month = monthOfPeriod(periodFrom(flags));
      if (month === null) return;
      const drifted = await monthsTouched(session, flags.ledger, { month });
      session.terminal.stdout.write(driftWords(drifted ?? []));
    },
  }),
};

/** Refuses options that the format has no use for, and a zip file that would not be known as one. */
function refuseUnfit(
  format: ExportFormat,
  { out, folder, separator, decimalMark }: Given<typeof TAKES>,
): void {
  if (format !== "csv" && (separator !== undefined || decimalMark !== undefined)) {
    throw usageError("--separator and --decimal-mark belong to --format csv.");
  }
  if (isDocument(format)) {
    if (folder) throw usageError("--folder belongs to tables: --format csv, csv-data or json.");
  } else if (!folder && out.trim() !== "" && !/\.zip$/iu.test(out)) {
    throw usageError("Tables are one .zip file: end --out in .zip, or add --folder for a folder.");
  }
}

/** What was written where, and the hashes that the audit trail and the export hold of each other. */
function writtenLines(report: ExportReport, out: string): string {
  const { files, tables, proof, runId, replaced, audit } = report;
  const size = formatAmount(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const what = tables === null ? `${size} bytes` : `${tables} tables, ${size} bytes`;
  return [
    `${replaced ? "Replaced" : "Wrote"} ${harmless(out)} (${what}), run ${runId}.`,
    `SHA-256 of ${harmless(proof.name)}: ${proof.sha256}`,
    `Head of the audit trail: ${audit.head} (link ${audit.sequence})`,
    LEFT_TO_VERIFY_LINE,
    "",
  ].join("\n");
}
