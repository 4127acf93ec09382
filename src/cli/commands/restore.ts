import { Command } from "commander";
import { formatCount } from "../../core/money.ts";
import { ledgerPlace, listBackups } from "../../main/services/backup/backup-plan.ts";
import { restoreLedger } from "../../main/services/backup/restore.ts";
import type { Session } from "../session.ts";
import { harmless } from "../terminal.ts";
import { usageError } from "../usage.ts";

const HELP_AFTER = `
Examples:
  tieout restore wallet.tieout
      names the newest backups, in the folder "NAME backups" or beside the ledger, for --from to take; puts nothing back
  tieout restore wallet.tieout --from "wallet backups/wallet 2026-11-21 120000.tieout"

The backup is copied and the copy proven as tieout verify proves a ledger, before anything is touched. What stands at the ledger's
name is then kept beside it as "NAME before restore YYYY-MM-DD HHMMSS.tieout", and the copy takes its place; its audit trail
says so. Pulls, decisions and signatures made after the backup are only in the file that is kept. An export printed
after the backup no longer belongs to the ledger: tieout verify --head says AUDIT_TRUNCATED of it, and is right.`;

/** `tieout restore LEDGER [--from BACKUP]` */
export function restoreCommand(session: Session): Command {
  return new Command("restore")
    .description("put a backup in the place of its ledger, and keep what stood there")
    .argument("<ledger>", "the ledger (.tieout), also where it is damaged or gone")
    .option("--from <backup>", "the backup; without it the newest ones are named")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { from }: { readonly from?: string }) => {
      if (from === undefined) throw usageError(`Say which backup, with --from. ${backupsWords(ledger)}`);
      const { keptAs, head } = await restoreLedger({ ledger, backup: from }, session.context);
      session.progress.clear();
      const { stdout } = session.terminal;
      stdout.write(`Restored ${harmless(ledger)} from ${harmless(from)}.\n`);
      stdout.write(
        keptAs === null
          ? "Nothing stood there before.\n"
          : `What stood there is kept as ${harmless(keptAs)}\n`,
      );
      stdout.write(`Head of the audit trail: ${head}\n`);
    });
}

const MOST_NAMED = 3;

/** Where the backups of a ledger are, and the newest of them, each as `--from` takes it. */
function backupsWords(ledger: string): string {
  const { backups: folder } = ledgerPlace(ledger);
  const backups = listBackups(ledger);
  if (backups.length === 0) {
    return `There is none in "${folder}" nor beside the ledger; tieout back-up makes them there.`;
  }
  const newest = backups.slice(0, MOST_NAMED).map(({ path }) => `"${path}"`);
  const more = backups.length - newest.length;
  const others = more === 0 ? "" : `, and ${formatCount(more, "older one")}`;
  return `The newest ${newest.length === 1 ? "is" : "are"} ${newest.join(", ")}${others}; scheduled ones are in "${folder}".`;
}
