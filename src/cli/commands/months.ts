import { Command } from "commander";
import { listMonthsSince } from "../../main/services/close/months.ts";
import { writeMonths } from "../print/print-months.ts";
import type { Session } from "../session.ts";

const HELP_AFTER = `
Every month from the oldest record to the newest pull, newest first, each with the steps that were taken in it:

  open         no step of its close was taken yet
  in review    somebody took it into review, or it was reopened
  prepared     every error is decided on, or overridden with a note; run, options, figures and decisions are frozen
  signed off   another person signed exactly that

Beside it stands what came after a month was prepared or signed: changes by later pulls, other decisions on its exceptions, and
entries dated in it that count in another month, which \`tieout restatements\` lists there.

A month is taken into review with tieout begin-review, prepared with tieout prepare, signed off with tieout sign-off, reopened
with tieout reopen.

Example:
  tieout months wallet.tieout`;

/** `tieout months LEDGER [--json]` */
export function monthsCommand(session: Session): Command {
  return new Command("months")
    .description("list the months of a ledger and how each stands in its close")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--json", "print JSON (tieout.months/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { json = false }: { readonly json?: boolean }) =>
      writeMonths(session.terminal, listMonthsSince(ledger), json),
    );
}
