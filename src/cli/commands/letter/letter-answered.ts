import type { Command } from "commander";
import { recordAnswer } from "../../../main/services/letter/letter-steps.ts";
import { type RecordedLetterFlags, recordedLetterCommand } from "../../options/letter-option.ts";
import { writeLetters } from "../../print/print-letters.ts";
import type { Session } from "../../session.ts";
import { integerArgument, usageError } from "../../usage.ts";

interface Flags extends RecordedLetterFlags {
  readonly file?: string;
  readonly evidence?: number;
  readonly note: string;
}

const HELP_AFTER = `
Examples:
  tieout letter-answered wallet.tieout 2026-08/1 --on 2026-09-10 --note "They correct 3 and 5 this month" --by "Ada Obi"
  tieout letter-answered wallet.tieout 2026-08/1 --on 2026-09-10 --note "Their mail" --file answer.eml --by "Ada Obi"
      attaches the file to the letter's month as evidence, as tieout attach does

A letter may have several answers. An answer clears nothing: a finding waits until a pull no longer has it, or until somebody explains
or accepts it.`;

/**
 * `tieout letter-answered LEDGER LETTER --on DAY --note TEXT [--file PATH|--evidence N] --by NAME [--json]`
 */
export function letterAnsweredCommand(session: Session): Command {
  return recordedLetterCommand("letter-answered", "the answer's date")
    .requiredOption("--note <text>", "what the answer says")
    .option("--file <path>", "the answer as a file, which is attached to the letter's month")
    .option(
      "--evidence <number>",
      "the month's evidence that has the answer",
      integerArgument("--evidence", 1),
    )
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
