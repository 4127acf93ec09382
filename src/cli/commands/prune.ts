import { Command } from "commander";
import { formatAmount } from "../../core/money.ts";
import { pruneLedger } from "../../main/services/backup/prune.ts";
import type { Session } from "../session.ts";
import { integerArgument } from "../usage.ts";

/** `tieout prune LEDGER --keep-bodies N` */
export function pruneCommand(session: Session): Command {
  return new Command("prune")
    .description("drop the stored answers of older pulls, keeping their hashes")
    .argument("<ledger>", "the ledger (.tieout)")
    .requiredOption(
      "--keep-bodies <pulls>",
      "how many of the newest pulls keep their stored answers",
      integerArgument("--keep-bodies", 0),
    )
    .addHelpText(
      "after",
      "\nExample:\n  tieout prune wallet.tieout --keep-bodies 12\n\nEntries, transactions, versions and hashes stay; the pruning is a link in the audit trail.",
    )
    .action(async (ledger: string, flags: { readonly keepBodies: number }) => {
      const report = await pruneLedger(ledger, flags.keepBodies, session.context);
      session.progress.clear();
      session.terminal.stdout.write(
        report.bodies === 0
          ? "There was no stored answer to drop.\n"
          : `Dropped ${formatAmount(report.bodies)} stored answers (${formatAmount(report.bytes)} bytes); their hashes stay.\n`,
      );
      if (report.sizeAfter < report.sizeBefore) {
        session.terminal.stdout.write(
          `The file is smaller by ${formatAmount(report.sizeBefore - report.sizeAfter)} bytes.\n`,
        );
      }
    });
}
