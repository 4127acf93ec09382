/** What came after: `tieout year`, `restatements`. */
import { usageError } from "../../core/errors.ts";
import { yearTies } from "../../core/report/year.ts";
import { writeRestatements, writeYearReport } from "../terminal/year.ts";
import { command, option, toggle } from "../terminal/command.ts";
import { LEDGER, asMonth, jsonFlag } from "../terminal/options.ts";
import { EXIT, harmless } from "../terminal/terminal.ts";

export const HISTORY_COMMANDS = {
  year: command({
    takes: {
      ...LEDGER,
      to: option("<YYYY-MM>", "the last of the twelve months", asMonth),
      ...jsonFlag("tieout.year/1"),
      out: option("<path>", "also write a workbook of one sheet there (.xlsx)"),
      replace: toggle("replace the file at --out, even if it was edited"),
    },
    after: `
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
  tieout year wallet.tieout --to 2026-03 --out "Year to March.xlsx"`,
    run: async ({ ledger, to = null, out, replace }, { context }) => {
      if (replace && out === undefined) throw usageError("--replace needs --out.");
      const { readYear, writeYear } = await import("../../main/services/export/year.ts");
      if (out === undefined) return { year: await readYear({ ledger, to }, context), isWritten: false };
      const written = await writeYear({ ledger, to, out, replace }, context);
      return { year: written?.year ?? null, isWritten: written !== null };
    },
    print: async ({ year, isWritten }, { out = "", json }, session) => {
      await writeYearReport(session.terminal, year, json);
      if (isWritten) session.terminal.stderr.write(`Wrote ${harmless(out)}.\n`);
      if (year !== null && !yearTies(year)) session.exitStatus = EXIT.found;
    },
  }),

  restatements: command({
    takes: {
      ...LEDGER,
      month: option("<YYYY-MM>", "only changes to this month", asMonth),
      ...jsonFlag("tieout.restatements/1"),
    },
    after: `
Lists every entry and every paid transaction that a later pull changed, newest pull first:

  changed      the content changed, field by field
  approved     an unapproved entry was approved, and nothing else changed
  vanished     missing from a pull that covers its date
  returned     present again after it vanished
  back-dated   new, although an earlier pull should have had it, or dated in a month already signed

A change to a signed month shows its effect on each wallet: on the sum of movements, and on the stated closing. If only the
movements change, the stated balances no longer follow them, and a check of the month shows the break.
Then come signed closings that no longer agree with the ledger. Exit status 0, whatever is found.

Examples:
  tieout restatements wallet.tieout
  tieout restatements wallet.tieout --month 2026-10 --json`,
    run: async ({ ledger, month: asked = null }) => {
      const { readRestatements } = await import("../../main/services/close/register.ts");
      return readRestatements(ledger, { month: asked });
    },
    print: async (register, { month: asked = null, json }, { terminal }) =>
      writeRestatements(terminal, register, { month: asked, json }),
  }),
};
