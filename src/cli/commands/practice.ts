/** All ledgers of a folder: `tieout close`, `clients`. */
import { usageError } from "../../core/errors.ts";
import { join } from "node:path";
import { LAST_DUE_DAY, byUrgency } from "../../core/review/clients/client.ts";
import type { ClosingTotals } from "../../core/review/clients/ledger-closing.ts";
import type { Month } from "../../core/review/close/close.ts";
import type { LedgerClient } from "../../main/services/practice/clients.ts";
import type { ServiceAccess } from "../../main/services/practice/practice.ts";
import { PATH_PREFIX, readClientCredentials } from "../../main/services/pull/credentials.ts";
import { LedgerFailures, WrittenClosings, writeClients, writeClosings } from "../terminal/clients.ts";
import {
  type Parse,
  anyText,
  argument,
  command,
  needed,
  negated,
  option,
  standardOption,
  toggle,
  wholeNumber,
} from "../terminal/command.ts";
import { AUTH, asMonth, jsonFlag } from "../terminal/options.ts";
import { EXIT, harmless } from "../terminal/terminal.ts";

const FOLDER = { folder: argument("the folder with the ledgers (.tieout)") };

const monthOrWord: Parse<Month | "last" | "next"> = (text, name) =>
  text === "last" || text === "next" ? text : asMonth(text, name, undefined);

export const PRACTICE_COMMANDS = {
  close: command({
    takes: {
      ...FOLDER,
      month: needed(
        "<YYYY-MM>",
        "the month; last means last month in each ledger's time zone, next the month that tieout clients lists",
        monthOrWord,
      ),
      out: option("<folder>", "folder for the workbooks (default: beside the ledgers)"),
      credentials: option("<folder>", "folder of the clients' credentials (default: beside the ledgers)"),
      baseUrl: option("<url>", "address of the service, for credentials without a baseUrl"),
      pull: negated("check and export without pulling"),
      full: toggle("ask for the whole wallet history, signed months included"),
      pathPrefix: standardOption("<path>", "prefix of every path of the services", anyText, PATH_PREFIX),
      ...AUTH,
      ...jsonFlag("tieout.close/1"),
    },
    after: `
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

How to schedule it with cron, systemd or Windows is in docs/practice.md.`,
    run: async (flags, session) => {
      const { folder, month: asked, out = folder, pull, full, json } = flags;
      if (full && !pull) throw usageError("Give either --full or --no-pull, not both.");
      const { closeFolder } = await import("../../main/services/practice/practice.ts");
      const { isFolder } = await import("../../main/services/practice/ledgers-in-folder.ts");
      const { credentials: inFolder = folder, baseUrl, pathPrefix, auth } = flags;
      if (pull && inFolder !== folder && !isFolder(inFolder))
        throw usageError("--credentials takes the folder with NAME.credentials.json of each ledger.");
      // What a client's file leaves open is as the flags say.
      const accessOf = (name: string): ServiceAccess => {
        const file = join(inFolder, `${name}.credentials.json`);
        const found = readClientCredentials(session.terminal.env, file, baseUrl);
        return {
          credentials: found.credentials,
          baseUrl: found.baseUrl,
          pathPrefix: found.pathPrefix ?? pathPrefix,
          authForm: found.authForm ?? auth,
        };
      };
      const written = new WrittenClosings();
      const request = { folder, out, month: asked, accessTo: pull ? accessOf : null, full };
      await writeClosings(session, closeFolder(request, session.context), written, json);
      const failures = written.failures.line();
      if (failures !== null) session.terminal.stderr.write(`${harmless(failures)}\n`);
      session.exitStatus = statusOf(written.tally.totals());
    },
  }),

  clients: command({
    takes: {
      ...FOLDER,
      dueDay: option(
        "<day>",
        "day of the next month on which a month is due; in a shorter month, its last day (default: no due date)",
        wholeNumber(1, LAST_DUE_DAY),
      ),
      ...jsonFlag("tieout.clients/1"),
    },
    after: `
Checks the ledgers of the folder and prints one line for each, by the day on which it is due, then the totals. Nothing is pulled
or written, and ledgers may be open in a window meanwhile. Subfolders and backups are skipped.

The month of a ledger is the newest one that is over and has records. It is checked under the ledger's own settings. Whether
a prepared or signed month differs is found under the options that were frozen with it.

Exit status: 0 done; 1 a month is overdue; 2 at least one ledger could not be read.

Examples:
  tieout clients clients
  tieout clients clients --due-day 10      each month is due on the 10th of the next`,
    run: async ({ folder, dueDay = null }, { context, progress }) => {
      const { readClients } = await import("../../main/services/practice/clients.ts");
      const { ledgersIn } = await import("../../main/services/practice/ledgers-in-folder.ts");
      const paths = ledgersIn(folder).map((name) => join(folder, name));
      const lines: LedgerClient[] = [];
      for await (const line of readClients({ paths, dueDay, checks: true }, context)) {
        lines.push(line);
        progress.update({ phase: "Checking", done: lines.length, total: paths.length, unit: "ledgers" });
      }
      return lines;
    },
    print: async (lines, { dueDay = null, json }, session) => {
      await writeClients(session.terminal, byUrgency(lines), dueDay, json);
      const failures = new LedgerFailures();
      for (const line of lines) failures.add(line);
      const failed = failures.line();
      if (failed !== null) session.terminal.stderr.write(`${harmless(failed)}\n`);
      if (failed !== null) session.exitStatus = EXIT.failed;
      else if (lines.some(({ client }) => client?.isOverdue === true)) session.exitStatus = EXIT.found;
    },
  }),
};

function statusOf({ failed, undecided }: ClosingTotals) {
  if (failed > 0) return EXIT.failed;
  return undecided > 0 ? EXIT.found : EXIT.done;
}
