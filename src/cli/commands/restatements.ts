import { Command } from "commander";
import type { Month } from "../../core/review/close/close.ts";
import { readRestatements } from "../../main/services/close/restatements.ts";
import { monthArgument } from "../month-option.ts";
import { writeRestatements } from "../print/print-restatements.ts";
import type { Session } from "../session.ts";

interface Flags {
  readonly month?: Month | null;
  readonly json?: boolean;
}

const HELP_AFTER = `
Every entry, and every paid transaction, of which a later pull said something else, the newest pull first:

  changed      another content, field by field
  approved     an entry that was not approved is approved now, and nothing else changed
  vanished     gone from a pull that reaches back to it
  returned     there again after it vanished
  back-dated   brought for the first time although an earlier pull should have had it, or into a month signed before

One that touches a signed month says so, with what it does to that month, all wallets together: to the sum of its movements,
and to the closing that the service states. Where movements change and the closing stays, the stated balances do not follow
the movements any more, and a check of the month shows the break.
Below stand the signed closings that the ledger states otherwise now. Exit status 0, whatever is found.

Examples:
  tieout restatements wallet.tieout
  tieout restatements wallet.tieout --month 2026-10 --json`;

/** `tieout restatements LEDGER [--month M] [--json]` */
export function restatementsCommand(session: Session): Command {
  return new Command("restatements")
    .description("list what later pulls changed of what was known, and signed, before")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--month <YYYY-MM>", "only what touches this month", monthArgument)
    .option("--json", "print JSON (tieout.restatements/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month = null, json = false }: Flags) => {
      await writeRestatements(session.terminal, readRestatements(ledger, { month }), { month, json });
    });
}
