import type { Command } from "commander";
import type { Month } from "../../../core/review/close/close.ts";
import { reopenMonth } from "../../../main/services/close/close.ts";
import { listMonths } from "../../../main/services/close/months.ts";
import { monthCommand } from "../../options/month-option.ts";
import { laterWords, writeStep } from "../../print/month/print-months.ts";
import type { Session } from "../../session.ts";

interface Flags {
  readonly month: Month;
  readonly by: string;
  readonly reason: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Example:
  tieout reopen wallet.tieout --month 2026-10 --by "Bola Ade" --reason "The provider restated three entries"

The month is in review again. Its earlier steps stay in the ledger and in its audit trail; tieout months lists them.`;

/** `tieout reopen LEDGER --month YYYY-MM --by NAME --reason TEXT [--json]` */
export function reopenCommand(session: Session): Command {
  return monthCommand("reopen")
    .requiredOption("--by <name>", "who reopens it")
    .requiredOption("--reason <text>", "why")
    .option("--json", "print JSON (tieout.months/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { month, by, reason, json = false }: Flags) => {
      const { terminal, progress, context } = session;
      const facts = await reopenMonth({ ledger, month, by, note: reason }, context);
      progress.clear();
      await writeStep(terminal, facts, json);
      if (!json) terminal.stdout.write(laterWords(listMonths(ledger), month));
    });
}
