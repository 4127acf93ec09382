import { resolve } from "node:path";
import { Command } from "commander";
import { formatAmount } from "../../core/money.ts";
import { backedUpWords } from "../../core/words/proof.ts";
import { backUpLedger } from "../../main/services/backup/backup.ts";
import { backUpBeside } from "../../main/services/backup/backup-beside.ts";
import type { Session } from "../session.ts";
import { harmless } from "../terminal.ts";

const HELP_AFTER = `
Examples:
  tieout back-up wallet.tieout
  tieout back-up wallet.tieout --out /media/usb/wallet.tieout

Without --out the copy goes into the folder "NAME backups" beside the ledger and is named after the time (UTC). The copy is a
complete ledger. Tieout reopens and checks it before naming it. A change written to the ledger meanwhile is either wholly in
the copy or not at all. No existing file is replaced or removed. Put a backup back with tieout restore.`;

/** `tieout back-up LEDGER [--out FILE]` */
export function backUpCommand(session: Session): Command {
  return new Command("back-up")
    .argument("<ledger>", "the ledger (.tieout)")
    .option("--out <file>", "path of the copy")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, { out }: { readonly out?: string }) => {
      const report =
        out === undefined
          ? await backUpBeside(ledger, null, session.context)
          : { ...(await backUpLedger(ledger, out, session.context)), path: resolve(out) };
      session.progress.clear();
      session.terminal.stdout.write(
        `Backed up to ${harmless(report.path)} (${formatAmount(report.bytes)} bytes).\nSHA-256: ${report.sha256}\n` +
          `${harmless(backedUpWords(report.pulls))}\n`,
      );
    });
}
