import { Command } from "commander";
import { importIntoLedger } from "../../main/services/import.ts";
import { printPull } from "../print-pull.ts";
import type { Session } from "../session.ts";
import { collect, usageError } from "../usage.ts";

interface Flags {
  readonly wallet?: string[];
  readonly transactions?: string[];
  readonly user?: string;
  readonly business?: string[];
}

const HELP_AFTER = `
Each file is an answer of the service as it came: the whole envelope, or its bare array or record.
All files of one command are one pull. - is stdin.

Example:
  tieout import wallet.tieout --wallet history.json --transactions all.json --user me.json`;

/** `tieout import LEDGER [--wallet F]… [--transactions F]… [--user F] [--business F]…` */
export function importCommand(session: Session): Command {
  return new Command("import")
    .description("bring saved answers of the service into a ledger (made when absent)")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--wallet <file>", "saved wallet history; may be given several times", collect)
    .option("--transactions <file>", "saved transaction list; may be given several times", collect)
    .option("--user <file>", "saved user record")
    .option("--business <file>", "saved business record; may be given several times", collect)
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      const files = {
        wallet: flags.wallet ?? [],
        transactions: flags.transactions ?? [],
        user: flags.user ?? null,
        business: flags.business ?? [],
      };
      if (
        files.wallet.length + files.transactions.length + files.business.length === 0 &&
        files.user === null
      ) {
        throw usageError("Name at least one file: --wallet, --transactions, --user or --business.");
      }
      const report = await importIntoLedger({ ledger, files }, session.context);
      session.progress.clear();
      printPull(session.terminal, ledger, report);
    });
}
