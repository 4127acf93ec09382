import type { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { prepareMonth } from "../../../main/services/close/close.ts";
import { readStatement } from "../../../main/services/close/moments.ts";
import { CheckMemory } from "../../../main/services/check/check-memory.ts";
import { monthCommand } from "../../options/month-option.ts";
import { writeStatedStep } from "../../print/month/print-months.ts";
import type { Session } from "../../session.ts";

interface Flags {
  readonly month: Month;
  readonly by: string;
  readonly override?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Examples:
  tieout prepare wallet.tieout --month 2026-10 --by "Ada Obi"
  tieout prepare wallet.tieout --month 2026-10 --by "Ada Obi" --override "The provider answers next week, ticket 4711"

The month is checked under the ledger's settings. The run is kept, and its figures, options and decisions are frozen. The
conclusion is printed in the words of the workbook's lead schedule, with what qualifies it.
A month cannot be prepared with:

  undecided errors (tieout review), earlier months' included
  an end after the latest pull: the month is not yet over
  an opening that differs from the last signed closing

--override prepares it anyway. The note says why, and stays with what was overridden.`;

/** `tieout prepare LEDGER --month YYYY-MM --by NAME [--override NOTE] [--json]` */
export function prepareCommand(session: Session): Command {
  return monthCommand("prepare")
    .requiredOption("--by <name>", "who prepares it")
    .option("--override <note>", "prepare it despite obstacles; the note says why")
    .option("--json", "print JSON (tieout.months/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, by, override, json = false }: Flags) => {
      const context = { ...session.context, memory: new CheckMemory() };
      const facts = await prepareMonth({ ledger, month, by, override: override ?? null }, context);
      session.progress.clear();
      await writeStatedStep(session, facts, readStatement({ ledger, month }, context), json);
    });
}
