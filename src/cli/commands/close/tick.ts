import type { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { tickStep } from "../../../main/services/close/month-file.ts";
import { monthCommand } from "../../options/month-option.ts";
import { writeMonthFile } from "../../print/month/print-month-file.ts";
import type { Session } from "../../session.ts";
import { integerArgument } from "../../usage.ts";

interface Flags {
  readonly month: Month;
  readonly step: number;
  readonly undo?: boolean;
  readonly by: string;
  readonly note?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout tick wallet.tieout --month 2026-10 --step 1 --by "Ada Obi"
  tieout tick wallet.tieout --month 2026-10 --step 1 --undo --note "One response was cut off" --by "Ada Obi"

tieout file --month lists the steps with their numbers. Each tick is a link of the audit trail. Once the month is signed off, its file is closed.`;

/** `tieout tick LEDGER --month M --step N --by NAME [--undo] [--note TEXT] [--json]` */
export function tickCommand(session: Session): Command {
  return monthCommand("tick")
    .requiredOption("--step <number>", "the step of the checklist", integerArgument("--step", 1))
    .option("--undo", "undo the tick")
    .requiredOption("--by <name>", "who did it")
    .option("--note <text>", "a comment")
    .option("--json", "print JSON (tieout.file/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, step, undo = false, by, note = "", json = false }: Flags) => {
      await tickStep({ ledger, month, step, done: !undo, by, note }, session.context);
      return writeMonthFile(session, ledger, month, json);
    });
}
