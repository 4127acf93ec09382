import { Command } from "commander";
import { listMonthsSince } from "../../../main/services/close/months.ts";
import { writeMonths } from "../../print/month/print-months.ts";
import type { Session } from "../../session.ts";

const HELP_AFTER = `
Lists every month from the oldest record to the newest pull, newest first, with the steps taken:

  open         no step was taken yet
  in review    somebody began the review, or the month was reopened
  prepared     every error has a decision, or a note overrides it; run, options, figures and decisions are frozen
  signed off   a second person signed exactly that

Each line also says what came after a month was prepared or signed: changes by later pulls, other decisions on its
exceptions, and entries dated in it that count in another month. tieout restatements lists them.

The steps are tieout begin-review, tieout prepare, tieout sign-off and tieout reopen.

Example:
  tieout months wallet.tieout`;

/** `tieout months LEDGER [--json]` */
export function monthsCommand(session: Session): Command {
  return new Command("months")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--json", "print JSON (tieout.months/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { json = false }: { readonly json?: boolean }) =>
      writeMonths(session.terminal, listMonthsSince(ledger, session.context), json),
    );
}
