import { join } from "node:path";
import { Command } from "commander";
import { LAST_DUE_DAY, byUrgency } from "../../core/review/clients/client.ts";
import { type ClientLine, readClients } from "../../main/services/clients/clients.ts";
import { ledgersIn } from "../../main/services/clients/ledgers-in-folder.ts";
import { LedgerFailures } from "../print/ledger-failures.ts";
import { writeClients } from "../print/month/print-clients.ts";
import { EXIT, type Session } from "../session.ts";
import { harmless } from "../terminal.ts";
import { integerArgument } from "../usage.ts";

const HELP_AFTER = `
Checks the ledgers of the folder and prints one line for each, the most urgent first, then the totals. Nothing is pulled or
written, and ledgers may be open in a window meanwhile. Subfolders and backups are skipped.

The month of a ledger is its oldest one that is not signed off, counted from the first month with a step of the close. If all are
signed off, or none has a step, it is last month. It is checked under the ledger's own settings. Whether
a prepared or signed month differs is found under the options that were frozen with it.

Exit status: 0 done; 1 a month is overdue; 2 at least one ledger could not be read.

Examples:
  tieout clients clients
  tieout clients clients --due-day 10      each month is due on the 10th of the next`;

interface Flags {
  readonly dueDay?: number;
  readonly json?: boolean;
}

/** `tieout clients DIR [--due-day N] [--json]` */
export function clientsCommand(session: Session): Command {
  return new Command("clients")
    .argument("<folder>", "the folder with the ledgers (.tieout)")
    .option(
      "--due-day <day>",
      "day of the next month on which a month is due; in a shorter month, its last day (default: no due date)",
      integerArgument("--due-day", 1, LAST_DUE_DAY),
    )
    .option("--json", "print JSON (tieout.clients/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (folder: string, flags: Flags) => {
      const { dueDay = null, json = false } = flags;
      const ledgers = ledgersIn(folder);
      const found: ClientLine[] = [];
      const failures = new LedgerFailures();
      const paths = ledgers.map((name) => join(folder, name));
      for await (const line of readClients({ paths, dueDay, checks: true }, session.context)) {
        found.push(line);
        failures.add(line);
        session.progress.update({
          phase: "Checking",
          done: found.length,
          total: ledgers.length,
          unit: "ledgers",
        });
      }
      session.progress.clear();
      await writeClients(session.terminal, byUrgency(found), dueDay, json);
      const failed = failures.line();
      if (failed !== null) session.terminal.stderr.write(`${harmless(failed)}\n`);
      if (failed !== null) session.exitStatus = EXIT.failed;
      else if (found.some(({ client }) => client?.isOverdue === true)) session.exitStatus = EXIT.found;
    });
}
