import { join } from "node:path";
import { Command } from "commander";
import type { ClosingTotals } from "../../../core/review/clients/ledger-closing.ts";
import {
  type AskedMonth,
  type ServiceAccess,
  closeFolder,
} from "../../../main/services/practice/practice.ts";
import {
  AUTHORIZATION_FORMS,
  PATH_PREFIX,
  readClientCredentials,
} from "../../../main/services/pull/credentials.ts";
import { monthArgument } from "../../options/month-option.ts";
import { WrittenClosings, writeClosings } from "../../print/month/print-closings.ts";
import { EXIT, type Session } from "../../session.ts";
import { harmless } from "../../terminal.ts";
import { usageError, wordArgument } from "../../usage.ts";

interface Flags {
  readonly month: AskedMonth;
  readonly out?: string;
  readonly credentials?: string;
  readonly baseUrl?: string;
  readonly pull: boolean;
  readonly full?: boolean;
  readonly pathPrefix: string;
  readonly auth: ServiceAccess["authForm"];
  readonly json?: boolean;
}

const HELP_AFTER = `
Works on several ledgers of the folder at once. For each one it pulls from the address in the client's credentials (baseUrl)
or --base-url, checks the month and writes the workbook (NAME 2026-10.xlsx, or NAME 2026-10 (2).xlsx if the first was edited).
It prints one line for each ledger, in order of name, then the totals. If a ledger fails, its line says why, and the next one
follows. Subfolders and backups are skipped. Nothing is prepared or signed.

The credentials of NAME.tieout are in NAME.credentials.json, beside it or in the --credentials folder, readable by you alone
(baseUrl, secretKey, appId, phone, password; pathPrefix and auth if they differ from the defaults). Without that file they come
from the environment, which needs --base-url. Credentials are never sent to an address that only the ledger names. If the ledger
was last pulled from another address, nothing is sent and its line says so. A ledger that was only ever imported is not pulled.

Exit status: 0 all done and no undecided errors; 1 undecided errors; 2 at least one ledger failed.

Examples:
  tieout close --month 2026-10 clients
  tieout close --month last clients --out workbooks      last month; schedule this line once

How to schedule it with cron, systemd or Windows is in docs/practice.md.`;

/**
 * `tieout close --month YYYY-MM|last|next DIR [--out DIR] [--credentials DIR] [--base-url URL] [--no-pull]
 * [--json]`
 */
export function closeCommand(session: Session): Command {
  return new Command("close")
    .argument("<folder>", "the folder with the ledgers (.tieout)")
    .requiredOption(
      "--month <YYYY-MM>",
      "the month; last means last month in each ledger's time zone, next the month that tieout clients lists",
      (text) => (text === "last" || text === "next" ? text : monthArgument(text)),
    )
    .option("--out <folder>", "folder for the workbooks (default: beside the ledgers)")
    .option("--credentials <folder>", "folder of the clients' credentials (default: beside the ledgers)")
    .option("--base-url <url>", "address of the service, for credentials without a baseUrl")
    .option("--no-pull", "check and export without pulling")
    .option("--full", "ask for the whole wallet history, signed months included")
    .option("--path-prefix <path>", "prefix of every path of the services", PATH_PREFIX)
    .option(
      "--auth <form>",
      "form of the Authorization value: key (unchanged), basic or bearer",
      wordArgument("--auth", AUTHORIZATION_FORMS),
      "key" as const,
    )
    .option("--json", "print JSON (tieout.close/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (folder: string, flags: Flags) => {
      const { month, out = folder, full = false, json = false } = flags;
      if (full && !flags.pull) throw usageError("Give either --full or --no-pull, not both.");
      const accessTo = flags.pull ? accessFrom(folder, flags, session) : null;
      const written = new WrittenClosings();
      const closings = closeFolder({ folder, out, month, accessTo, full }, session.context);
      await writeClosings(session, closings, written, json);
      const failures = written.failures.line();
      if (failures !== null) session.terminal.stderr.write(`${harmless(failures)}\n`);
      session.exitStatus = statusOf(written.tally.totals());
    });
}

function statusOf({ failed, undecided }: ClosingTotals) {
  if (failed > 0) return EXIT.failed;
  return undecided > 0 ? EXIT.found : EXIT.done;
}

/** What a client's file leaves open is as the flags say. */
function accessFrom(
  folder: string,
  { credentials: inFolder = folder, baseUrl, pathPrefix, auth }: Flags,
  { terminal }: Session,
): (name: string) => ServiceAccess {
  return (name) => {
    const file = join(inFolder, `${name}.credentials.json`);
    const found = readClientCredentials(terminal.env, file, baseUrl);
    return {
      credentials: found.credentials,
      baseUrl: found.baseUrl,
      pathPrefix: found.pathPrefix ?? pathPrefix,
      authForm: found.authForm ?? auth,
    };
  };
}
