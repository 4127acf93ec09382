import { Command } from "commander";
import { yearTies } from "../../../core/report/year/year.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { readYear, writeYear } from "../../../main/services/close/year.ts";
import { monthOption } from "../../options/month-option.ts";
import { writeYearReport } from "../../print/month/print-year.ts";
import { EXIT, type Session } from "../../session.ts";
import { harmless } from "../../terminal.ts";
import { usageError } from "../../usage.ts";

const HELP_AFTER = `
Shows twelve months side by side: opening, movements and closing of each, whether it opens on the closing of the month
before, what is unresolved at its end, what changed since it was signed, and who prepared and signed it. Signed months show
in every column what was signed, others what today's records say. Currencies are never added up. Where there
is no record, the line says so instead of showing zero. Nothing is written to the ledger.

--out writes it as a workbook of one sheet, with live formulas, for one page of paper. An existing file is replaced only with
--replace.

Exit status: 0 each month opens on the closing before it, and no signed closing or movement changed; 1 otherwise; 2 the ledger could
not be read.

Examples:
  tieout year wallet.tieout                           up to the last month that had ended at the newest pull
  tieout year wallet.tieout --to 2026-03 --out "Year to March.xlsx"`;

interface Flags {
  readonly to?: Month;
  readonly json?: boolean;
  readonly out?: string;
  readonly replace?: boolean;
}

/** `tieout year LEDGER [--to M] [--json] [--out FILE [--replace]]` */
export function yearCommand(session: Session): Command {
  return new Command("year")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--to <YYYY-MM>", "the last of the twelve months", monthOption("--to"))
    .option("--json", "print JSON (tieout.year/1)")
    .option("--out <path>", "also write a workbook of one sheet there (.xlsx)")
    .option("--replace", "replace the file at --out, even if it was edited")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { json = false, out, replace = false } = flags;
      const to = flags.to ?? null;
      if (replace && out === undefined) throw usageError("--replace needs --out.");
      const { terminal, context, progress } = session;
      const written = out === undefined ? null : await writeYear({ ledger, to, out, replace }, context);
      const year = out === undefined ? await readYear({ ledger, to }, context) : (written?.year ?? null);
      progress.clear();
      await writeYearReport(terminal, year, json);
      if (written !== null && out !== undefined) terminal.stderr.write(`Wrote ${harmless(out)}.\n`);
      if (year !== null && !yearTies(year)) session.exitStatus = EXIT.found;
    });
}
