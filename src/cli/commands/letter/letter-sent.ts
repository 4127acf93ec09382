import type { Command } from "commander";
import { recordSent } from "../../../main/services/letter/letter-steps.ts";
import { type RecordedLetterFlags, recordedLetterCommand } from "../../options/letter-option.ts";
import { writeLetters } from "../../print/print-letters.ts";
import type { Session } from "../../session.ts";

interface Flags extends RecordedLetterFlags {
  readonly to: string;
  readonly how?: string;
  readonly note?: string;
}

const HELP_AFTER = `
Examples:
  tieout letter-sent wallet.tieout 2026-08/1 --on 2026-09-03 --to "Escrow Ltd" --how "By mail" --by "Ada Obi"
  tieout letter-sent wallet.tieout 2026-08/1 --on 2026-09-04 --to "Escrow Ltd" --note "It went out a day later" --by "Ada Obi"
      a second run corrects the first; the note says why

From then on, each finding in the letter shows that it waits for an answer. A signed month stays as it was signed.`;

/** `tieout letter-sent LEDGER LETTER --on DAY --to WHOM [--how TEXT] --by NAME [--note TEXT] [--json]` */
export function letterSentCommand(session: Session): Command {
  return recordedLetterCommand("letter-sent", "the day on which it was sent")
    .requiredOption("--to <whom>", "to whom it was sent")
    .option("--how <text>", "how it was sent")
    .requiredOption("--by <name>", "who records it")
    .option("--note <text>", "a comment, or why the record is corrected")
    .option("--json", "print JSON (tieout.letters/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, letter: string, flags: Flags) => {
      const { on, to, how = "", by, note = "", json = false } = flags;
      await recordSent({ ledger, letter, on, to, how, by, note }, session.context);
      return writeLetters(session, ledger, (one) => one.ref === letter, json);
    });
}
