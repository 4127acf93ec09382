import { Command } from "commander";
import { restoreLedger } from "../../main/services/restore.ts";
import type { Session } from "../session.ts";

const HELP_AFTER = `
The backup is copied and the copy proven as tieout verify proves a ledger, before anything is touched. What stands at the ledger's
name is then kept beside it as "NAME before restore YYYY-MM-DD HHMMSS.tieout", and the copy takes its place; its audit trail
says so. Pulls, decisions and signatures made after the backup are only in the file that is kept. An export printed
after the backup no longer belongs to the ledger: tieout verify --head says AUDIT_TRUNCATED of it, and is right.`;

/** `tieout restore LEDGER --from BACKUP` */
export function restoreCommand(session: Session): Command {
  return new Command("restore")
    .description("put a backup in the place of its ledger, and keep what stood there")
    .argument("<ledger>", "the ledger (.tieout), also where it is damaged or gone")
    .requiredOption("--from <backup>", "the backup")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { from }: { readonly from: string }) => {
      const { keptAs, head } = await restoreLedger({ ledger, backup: from }, session.context);
      session.progress.clear();
      const { stdout } = session.terminal;
      stdout.write(`Restored ${ledger} from ${from}.\n`);
      stdout.write(
        keptAs === null ? "Nothing stood there before.\n" : `What stood there is kept as ${keptAs}\n`,
      );
      stdout.write(`Head of the audit trail: ${head}\n`);
    });
}
