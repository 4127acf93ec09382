import { Command } from "commander";
import { formatCount } from "../../core/money.ts";
import type { Month } from "../../core/review/close/close.ts";
import { writeLetter } from "../../main/services/letter/letter.ts";
import { monthArgument } from "../options/month-option.ts";
import type { Session } from "../session.ts";
import { harmless } from "../terminal.ts";

interface Flags {
  readonly month: Month;
  readonly out: string;
  readonly replace?: boolean;
}

const HELP_AFTER = `
Writes a .docx document about every finding of the month that is raised, also from earlier months: by counterparty,
with ids, dates, amounts, how the numbers come about, and a question. Notes of the review are not in it. Edit it before
you send it. An existing file is replaced only with --replace. If nothing is raised, no file is written.

Example:
  tieout letter wallet.tieout --month 2026-08 --out "Questions August.docx"`;

/** `tieout letter LEDGER --month M --out FILE [--replace]` */
export function letterCommand(session: Session): Command {
  return new Command("letter")
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption("--month <YYYY-MM>", "the month whose raised findings are asked about", monthArgument)
    .requiredOption("--out <path>", "path of the document (.docx)")
    .option("--replace", "replace the file at --out, even if it was edited")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, out, replace = false }: Flags) => {
      const { questions, groups, file } = await writeLetter({ ledger, month, out, replace }, session.context);
      session.progress.clear();
      const said =
        file === null
          ? "Nothing is raised. No letter was written."
          : `Wrote ${harmless(out)}: ${formatCount(questions, "question")} in ${formatCount(groups, "group")}.`;
      session.terminal.stdout.write(`${said}\n`);
    });
}
