import { Command } from "commander";
import type { Month } from "../../core/review/close/close.ts";
import { prepareMonth } from "../../main/services/close/close.ts";
import { listMonths } from "../../main/services/close/months.ts";
import { monthArgument } from "../month-option.ts";
import { earlierWords, writeStep } from "../print/print-months.ts";
import type { Session } from "../session.ts";

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

The month is checked under the ledger's settings, the run is kept, and its figures, options and decisions are frozen. Three
things stand in the way: errors that nobody decided on (tieout review), those outstanding from earlier months among them,
a month that is not over as far as the newest pull shows, and an opening that is not what the month before was signed to
close at. With --override and a note that says why, the month is prepared all the same, and the note and what was
overridden stay with it.`;

/** `tieout prepare LEDGER --month YYYY-MM --by NAME [--override NOTE] [--json]` */
export function prepareCommand(session: Session): Command {
  return new Command("prepare")
    .description("prepare a month for its signature: freeze what it rests on")
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption("--month <YYYY-MM>", "the month", monthArgument)
    .requiredOption("--by <name>", "who prepares it")
    .option("--override <note>", "prepare it although something stands in the way; the note says why")
    .option("--json", "print JSON (tieout.months/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, by, override, json = false }: Flags) => {
      const { terminal, progress, context } = session;
      const facts = await prepareMonth({ ledger, month, by, override: override ?? null }, context);
      progress.clear();
      await writeStep(terminal, facts, json);
      if (!json) terminal.stdout.write(earlierWords(listMonths(ledger), month));
    });
}
