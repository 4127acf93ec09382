import type { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { signOffMonth } from "../../../main/services/close/close.ts";
import { listMoments, readStatement } from "../../../main/services/close/moments.ts";
import { CheckMemory } from "../../../main/services/check/check-memory.ts";
import { monthCommand } from "../../options/month-option.ts";
import { writeStatedStep } from "../../print/month/print-months.ts";
import type { Session } from "../../session.ts";

interface Flags {
  readonly month: Month;
  readonly by: string;
  readonly note?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Example:
  tieout sign-off wallet.tieout --month 2026-10 --by "Bola Ade"

A second person signs, not the one who prepared the month. Tieout checks the month again and compares figures, exceptions and
decisions. If any differ from those prepared, nothing is signed and the changes are listed. The conclusion that was signed is
printed in the words of the workbook's lead schedule, with what qualifies it. Signed figures stay. Later changes
show as restatements, and the next month must open with the signed closing.`;

/** `tieout sign-off LEDGER --month YYYY-MM --by NAME [--note TEXT] [--json]` */
export function signOffCommand(session: Session): Command {
  return monthCommand("sign-off")
    .requiredOption("--by <name>", "who signs")
    .option("--note <text>", "a comment")
    .option("--json", "print JSON (tieout.months/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, by, note = "", json = false }: Flags) => {
      const context = { ...session.context, memory: new CheckMemory() };
      const facts = await signOffMonth({ ledger, month, by, note }, context);
      session.progress.clear();
      const [signature] = listMoments({ ledger, month });
      const at = signature === undefined ? ledger : { path: ledger, sequence: signature.sequence };
      await writeStatedStep(session, facts, readStatement({ ledger: at, month }, context), json);
    });
}
