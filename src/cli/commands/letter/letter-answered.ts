import { Command } from "commander";
import type { Day } from "../../../core/time.ts";
import { recordAnswer } from "../../../main/services/letter/letter-steps.ts";
import { dayArgument } from "../../options/day-option.ts";
import { writeLetters } from "../../print/print-letters.ts";
import type { Session } from "../../session.ts";
import { integerArgument, usageError } from "../../usage.ts";

interface Flags {
  readonly on: Day;
  readonly file?: string;
  readonly evidence?: number;
  readonly by: string;
  readonly note: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout letter-answered wallet.tieout 2026-08/1 --on 2026-09-10 --note "They correct 3 and 5 this month" --by "Ada Obi"
  tieout letter-answered wallet.tieout 2026-08/1 --on 2026-09-10 --note "Their mail" --file answer.eml --by "Ada Obi"
      attaches the file to the letter's month as evidence, as tieout attach does

A letter may have several answers. An answer clears nothing: a finding waits until a pull no longer has it, or until somebody explains
or accepts it.`;

/** `tieout letter-answered LEDGER LETTER --on DAY --note TEXT [--file PATH|--evidence N] --by NAME [--json]` */
export function letterAnsweredCommand(session: Session): Command {
  return new Command("letter-answered")
    .argument("<ledger>", "the ledger (.tieout)")
    .argument("<letter>", "the letter's reference, such as 2026-08/1")
    .requiredOption("--on <YYYY-MM-DD>", "the answer's date", dayArgument("--on"))
    .requiredOption("--note <text>", "what the answer says")
    .option("--file <path>", "the answer as a file, which is attached to the letter's month")
    .option("--evidence <number>", "evidence of the month that shows it", integerArgument("--evidence", 1))
    .requiredOption("--by <name>", "who records it")
    .option("--json", "print JSON (tieout.letters/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, letter: string, flags: Flags) => {
      const { on, file: path, evidence = null, by, note, json = false } = flags;
      if (path !== undefined && evidence !== null) throw usageError("Give either --file or --evidence.");
      const file = path === undefined ? null : { path };
      await recordAnswer({ ledger, letter, on, file, evidence, by, note }, session.context);
      return writeLetters(session, ledger, (one) => one.ref === letter, json);
    });
}
