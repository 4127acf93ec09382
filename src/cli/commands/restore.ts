import { Command } from "commander";
import { formatAmount, formatCount } from "../../core/money.ts";
import { sayInstant } from "../../core/time.ts";
import { ledgerPlace, listBackups } from "../../main/services/backup/backup-plan.ts";
import { restoreLedger } from "../../main/services/backup/restore.ts";
import type { Session } from "../session.ts";
import { harmless } from "../terminal.ts";

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
      const { stdout } = session.terminal;
      if (from === undefined) {
        stdout.write(backupLines(ledger));
        return;
      }
      const { keptAs, head } = await restoreLedger({ ledger, backup: from }, session.context);
      session.progress.clear();
      stdout.write(`Restored ${harmless(ledger)} from ${harmless(from)}.\n`);
      stdout.write(
        keptAs === null
          ? "No file was there before.\n"
          : `The file that was there is kept as ${harmless(keptAs)}\n`,
      );
      stdout.write(`Head of the audit trail: ${head}\n`);
    });
}

const MOST_BACKUPS = 20;

/** The newest backups of a ledger, each as `--from` takes it, and where they are. */
function backupLines(ledger: string): string {
  const folder = harmless(ledgerPlace(ledger).backups);
  const backups = listBackups(ledger);
  if (backups.length === 0) {
    return `There are no backups in "${folder}" or beside the ledger. Make one with tieout back-up.\n`;
  }
  const lines = backups
    .slice(0, MOST_BACKUPS)
    .map(
      ({ path, atMs, bytes }) =>
        `  ${sayInstant(atMs)}  "${harmless(path)}"  (${formatAmount(bytes)} bytes)\n`,
    );
  const more = backups.length - lines.length;
  const others = more === 0 ? "" : `  … and ${formatCount(more, "older one")}\n`;
  return `Backups, newest first. Restore one with --from.\n${lines.join("")}${others}Scheduled backups are in "${folder}".\n`;
}
