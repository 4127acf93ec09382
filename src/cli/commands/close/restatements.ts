import { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { readRestatements } from "../../../main/services/close/register.ts";
import { monthArgument } from "../../options/month-option.ts";
import { writeRestatements } from "../../print/month/print-restatements.ts";
import type { Session } from "../../session.ts";

interface Flags {
  readonly month?: Month | null;
  readonly json?: boolean;
}

const HELP_AFTER = `
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
  tieout restatements wallet.tieout --month 2026-10 --json`;

/** `tieout restatements LEDGER [--month M] [--json]` */
export function restatementsCommand(session: Session): Command {
  return new Command("restatements")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--month <YYYY-MM>", "only changes to this month", monthArgument)
    .option("--json", "print JSON (tieout.restatements/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month = null, json = false }: Flags) => {
      await writeRestatements(session.terminal, readRestatements(ledger, { month }), { month, json });
    });
}
