import { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { monthArgument } from "../../options/month-option.ts";
import { writeLetters } from "../../print/print-letters.ts";
import type { Session } from "../../session.ts";

interface Flags {
  readonly month?: Month;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout letters wallet.tieout
  tieout letters wallet.tieout --month 2026-08 --json

A question waits until the newest pull no longer has its finding, or until somebody explains or accepts it. Days are counted from
the day the letter was sent to the day of the newest pull.`;

/** `tieout letters LEDGER [--month M] [--json]` */
export function lettersCommand(session: Session): Command {
  return new Command("letters")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--month <YYYY-MM>", "only the letters of this month", monthArgument)
    .option("--json", "print JSON (tieout.letters/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, json = false }: Flags) =>
      writeLetters(session, ledger, (letter) => month === undefined || letter.month === month, json),
    );
}
