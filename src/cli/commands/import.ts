import { Command } from "commander";
import { importIntoLedger } from "../../main/services/import.ts";
import { type FileFlags, addFileOptions, filesFrom } from "../file-options.ts";
import { printPull } from "../print-pull.ts";
import type { Session } from "../session.ts";
import { usageError } from "../usage.ts";

const HELP_AFTER = `
Each file is an answer of the service as it came: the whole envelope, or its bare array or record.
All files of one command are one pull. - is stdin.

Example:
  tieout import wallet.tieout --wallet history.json --transactions all.json --user me.json`;

/** `tieout import LEDGER [--wallet F]… [--transactions F]… [--user F] [--business F]…` */
export function importCommand(session: Session): Command {
  const command = new Command("import")
    .description("bring saved answers of the service into a ledger (made when absent)")
    .argument("<ledger>", "the ledger (.tieout)");
  return addFileOptions(command)
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: FileFlags) => {
      const files = filesFrom(flags);
      if (files === null) {
        throw usageError("Name at least one file: --wallet, --transactions, --user or --business.");
      }
      const report = await importIntoLedger({ ledger, files }, session.context);
      session.progress.clear();
      printPull(session.terminal, ledger, report);
    });
}
