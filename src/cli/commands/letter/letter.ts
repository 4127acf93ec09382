import { letterName } from "../../../core/review/letters/letter-words.ts";
import { Command } from "commander";
import { formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { writeLetter } from "../../../main/services/letter/letter.ts";
import type { Day } from "../../../core/time.ts";
import { dayArgument } from "../../options/letter-option.ts";
import { monthArgument } from "../../options/month-option.ts";
import type { Session } from "../../session.ts";
import { harmless } from "../../terminal.ts";

interface Flags {
  readonly month: Month;
  readonly out: string;
  readonly replace?: boolean;
  readonly by?: string;
  readonly to?: string;
  readonly from?: string;
  readonly confirmTo?: string;
  readonly replyBy?: Day;
}

const HELP_AFTER = `
Writes a .docx document with a question about every raised finding of the month, also from earlier months. Questions are
grouped by counterparty, with ids, dates, amounts and how the numbers come about. Review notes, and what later pulls
cleared, are left out. Edit it before you send it. An existing file is replaced only with --replace. If no question is
left, no file is written.

With --by, the letter gets a reference such as 2026-08/1, which is printed on it. The ledger records the letter with its questions
and the document's SHA-256. Without --by it is a draft, and nothing is recorded.

Examples:
  tieout letter wallet.tieout --month 2026-08 --out "Draft August.docx"
  tieout letter wallet.tieout --month 2026-08 --out "Questions August.docx" --by "Ada Obi" --from "Marina Foods, 1 Marina, Lagos" \\
    --to "Escrow Ltd" --reply-by 2026-09-15 --confirm-to "Harbour Audit, audit@harbour.example"

Next: tieout letter-sent, tieout letter-answered and tieout letters.`;

/**
 * `tieout letter LEDGER --month M --out FILE [--by NAME] [--to WHOM] [--from WHOM] [--reply-by DAY]
 * [--confirm-to WHOM] [--replace]`
 */
export function letterCommand(session: Session): Command {
  return new Command("letter")
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption("--month <YYYY-MM>", "the month whose raised findings are asked about", monthArgument)
    .requiredOption("--out <path>", "path of the document (.docx)")
    .option("--by <name>", "who writes it; records the letter in the ledger")
    .option("--to <whom>", "to whom it is sent, with the address")
    .option("--from <whom>", "who sends it, with the address")
    .option("--reply-by <YYYY-MM-DD>", "until when an answer is asked for", dayArgument("--reply-by"))
    .option("--confirm-to <whom>", "to whom the balance is confirmed directly, such as the auditor")
    .option("--replace", "replace the file at --out, even if it was edited")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const { month, out, replace = false, by = null } = flags;
      const { to = "", from = "", confirmTo = "", replyBy = null } = flags;
      const request = { ledger, month, out, replace, by, address: { to, from, confirmTo, replyBy } };
      const { questions, groups, file, ref } = await writeLetter(request, session.context);
      session.progress.clear();
      const recorded = ref === null ? "" : ` Recorded as ${letterName(ref)}, reference ${ref}.`;
      const said =
        file === null
          ? "Nothing that is raised is still open. No letter was written."
          : `Wrote ${harmless(out)}: ${formatCount(questions, "question")} in ${formatCount(groups, "group")}.${recorded}`;
      session.terminal.stdout.write(`${said}\n`);
    });
}
