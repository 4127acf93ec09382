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
      lists the newest backups, in the folder "NAME backups" or beside the ledger, as --from takes them; changes nothing
  tieout restore wallet.tieout --from "wallet backups/wallet 2026-11-21 120000.tieout"

The backup is copied, and the copy is verified as tieout verify does, before anything changes. The current ledger is then kept
beside it as "NAME before restore YYYY-MM-DD HHMMSS.tieout", and the copy takes its place. The audit trail records this. Pulls,
decisions and signatures made after the backup are only in the file that is kept. An export made after the backup no longer
belongs to the ledger: tieout verify --head reports AUDIT_TRUNCATED, as it should.`;

/** `tieout restore LEDGER [--from BACKUP]` */
export function restoreCommand(session: Session): Command {
  return new Command("restore")
    .argument("<ledger>", "the ledger (.tieout), even if damaged or gone")
    .option("--from <backup>", "the backup; without it, the newest ones are listed")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { from }: { readonly from?: string }) => {
      if (from === undefined) throw usageError(`Name a backup with --from. ${backupsWords(ledger)}`);
      const { keptAs, head } = await restoreLedger({ ledger, backup: from }, session.context);
      session.progress.clear();
      const { stdout } = session.terminal;
      stdout.write(`Restored ${harmless(ledger)} from ${harmless(from)}.\n`);
      stdout.write(
        keptAs === null
          ? "No file was there before.\n"
          : `The file that was there is kept as ${harmless(keptAs)}\n`,
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
    return `There is none in "${folder}" or beside the ledger. Make one with tieout back-up.`;
  }
  const newest = backups.slice(0, MOST_NAMED).map(({ path }) => `"${path}"`);
  const more = backups.length - newest.length;
  const others = more === 0 ? "" : `, and ${formatCount(more, "older one")}`;
  return `The newest ${newest.length === 1 ? "is" : "are"} ${newest.join(", ")}${others}. Scheduled backups are in "${folder}".`;
}
