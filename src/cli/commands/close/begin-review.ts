import type { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { beginReview } from "../../../main/services/close/close.ts";
import { monthCommand } from "../../options/month-option.ts";
import { writeStep } from "../../print/month/print-months.ts";
import type { Session } from "../../session.ts";

interface Flags {
  readonly month: Month;
  readonly by: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Example:
  tieout begin-review wallet.tieout --month 2026-10 --by "Ada Obi"

Every list of months then shows who is working on it. This step is optional: an open month can be prepared at once.`;

/** `tieout begin-review LEDGER --month YYYY-MM --by NAME [--json]` */
export function beginReviewCommand(session: Session): Command {
  return monthCommand("begin-review")
    .requiredOption("--by <name>", "who begins the review")
    .option("--json", "print JSON (tieout.months/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, by, json = false }: Flags) => {
      const facts = await beginReview({ ledger, month, by }, session.context);
      session.progress.clear();
      await writeStep(session.terminal, facts, json);
    });
}
