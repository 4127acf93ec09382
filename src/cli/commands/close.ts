import { join } from "node:path";
import { Command } from "commander";
import type { Month } from "../../core/review/close/close.ts";
import { type ServiceAccess, closeFolder } from "../../main/services/close/practice.ts";
import { AUTHORIZATION_FORMS, PATH_PREFIX, readClientCredentials } from "../credentials.ts";
import { monthArgument } from "../month-option.ts";
import { ClosingTally, failureLine, writeClosings } from "../print/print-closings.ts";
import { EXIT, type Session } from "../session.ts";
import { harmless } from "../terminal.ts";
import { usageError, wordArgument } from "../usage.ts";

interface Flags {
  readonly month: Month | "last";
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
For every ledger of the folder, in the order of their names, one after the other: pull from where its last pull went, check
the month, write its workbook (NAME 2026-10.xlsx; NAME 2026-10 (2).xlsx where somebody saved that one since), and print one line; then a line of totals. What fails for one ledger is
said in its line, and the next gets its turn. Ledgers in folders below, and backups, are left alone. Nothing is prepared or
signed: people do that.

The credentials of NAME.tieout are in NAME.credentials.json beside it, or in the folder that --credentials names, readable
by you alone (baseUrl, secretKey, appId, phone, password; pathPrefix and auth where they are not the usual ones); where there
is no such file, in the environment. They are sent to their file's baseUrl, or to --base-url; never to an address that only
the ledger names. A ledger last pulled from another address is not pulled, nor one that was only ever imported.

Exit status: 0 all done and no undecided errors; 1 some errors are undecided; 2 some ledger could not be done.

Examples:
  tieout close --month 2026-10 clients
  tieout close --month last clients --out workbooks      the month before today's: one scheduled line for every month

How to schedule it with cron, systemd or Windows is in docs/practice.md.`;

/** `tieout close --month YYYY-MM|last DIR [--out DIR] [--credentials DIR] [--base-url URL] [--no-pull] [--json]` */
export function closeCommand(session: Session): Command {
  return new Command("close")
    .description("pull, check and export a month for every ledger in a folder")
    .argument("<folder>", "the folder with the ledgers (.tieout)")
    .requiredOption(
      "--month <YYYY-MM>",
      "the month; last is the one before today's, in each ledger's zone",
      (text) => (text === "last" ? text : monthArgument(text)),
    )
    .option("--out <folder>", "where the workbooks go (beside the ledgers, unless given)")
    .option("--credentials <folder>", "where the clients' credentials are (beside the ledgers, unless given)")
    .option("--base-url <url>", "where the services answer, for credentials that name no address")
    .option("--no-pull", "check and export what the ledgers hold")
    .option("--full", "ask for the whole wallet history, signed months and all")
    .option("--path-prefix <path>", "what every path of the services starts with", PATH_PREFIX)
    .option(
      "--auth <form>",
      "form of the Authorization value: key (as it is), basic or bearer",
      wordArgument("--auth", AUTHORIZATION_FORMS),
      "key" as const,
    )
    .option("--json", "print JSON (tieout.close/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (folder: string, flags: Flags) => {
      const { month, out = folder, full = false, json = false } = flags;
      if (full && !flags.pull) throw usageError("--full is about pulling; --no-pull does not go with it.");
      const accessTo = flags.pull ? accessFrom(folder, flags, session) : null;
      const tally = new ClosingTally();
      const closings = closeFolder({ folder, out, month, accessTo, full }, session.context);
      await writeClosings(session, tally.counting(closings), tally, json);
      const failures = failureLine(tally);
      if (failures !== null) session.terminal.stderr.write(`${harmless(failures)}\n`);
      session.exitStatus = statusOf(tally);
    });
}

function statusOf({ failed, undecided }: ClosingTally) {
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
