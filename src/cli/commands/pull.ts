import { Command } from "commander";
import {
  type VanishedCounts,
  type VanishingAcceptance,
  readCounts,
} from "../../core/review/pulls/vanishing.ts";
import { AUTHORIZATION_FORMS, PATH_PREFIX, readCredentials } from "../../main/services/pull/credentials.ts";
import { pullIntoLedger } from "../../main/services/pull/pull.ts";
import { writePull } from "../print/print-pull.ts";
import type { Session } from "../session.ts";
import { integerArgument, usageError, wordArgument } from "../usage.ts";

interface Flags {
  readonly baseUrl?: string;
  readonly pathPrefix: string;
  readonly auth: "key" | "basic" | "bearer";
  readonly full?: boolean;
  readonly limit?: number;
  readonly credentials?: string;
  readonly acceptVanished?: VanishedCounts;
  readonly by?: string;
  readonly note?: string;
  readonly json?: boolean;
}

const HELP_AFTER = `
Credentials come from the environment (TIEOUT_SECRET_KEY, TIEOUT_APP_ID, TIEOUT_PHONE, TIEOUT_PASSWORD)
or from a JSON file that only you may read (--credentials; baseUrl, secretKey, appId, phone, password).
They are sent to one address only: the baseUrl of their file, or the --base-url given with them.
Without phone and password, Tieout does not log in.

A routine pull asks for the newest entries, then for more, until they overlap what the ledger holds, past
any gap and any vanished entry. --full asks for the whole history. Only --full sees older changes. Signed
months not covered by this pull are listed, with the last pull that covered them. So are closed months whose
figures this pull changed. Nothing is kept unless the whole pull succeeds and no other pull was saved meanwhile.

An answer that lacks more than five and one per cent of what the ledger holds, or is empty, is asked for again.
If the second one lacks them, too, nothing is kept, and the refusal names how many would vanish. --accept-vanished
with these counts keeps the pull, with who accepts it (--by) and why (--note); the audit trail keeps both. If more
would vanish by then, it is refused again. Records that move while the pull runs are asked for again, three times at most.

Example:
  tieout pull wallet.tieout --credentials escrow.json
  tieout pull wallet.tieout --base-url https://api.example.com       credentials from the environment`;

/** `tieout pull LEDGER [--base-url URL] [--credentials FILE]` */
export function pullCommand(session: Session): Command {
  return new Command("pull")
    .argument("<ledger>", "the ledger (.tieout)")
    .option(
      "--base-url <url>",
      "address of the service, without the path prefix (default: baseUrl of the credentials file)",
    )
    .option("--path-prefix <path>", "prefix of every path", PATH_PREFIX)
    .option(
      "--auth <form>",
      "form of the Authorization value: key (unchanged), basic or bearer",
      wordArgument("--auth", AUTHORIZATION_FORMS),
      "key" as const,
    )
    .option("--full", "ask for the whole wallet history")
    .option("--limit <entries>", "ask for this many of the newest entries", integerArgument("--limit", 1))
    .option("--credentials <file>", "JSON file with the credentials, readable by you alone")
    .option(
      "--accept-vanished <counts>",
      "keep the pull even if this many records that the ledger holds are gone, as the refusal names them",
      countsArgument,
    )
    .option("--by <name>", "who accepts it")
    .option("--note <text>", "why")
    .option("--json", "print JSON (tieout.pull/1)")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string, flags: Flags) => {
      if (flags.full === true && flags.limit !== undefined) {
        throw usageError("Give either --full or --limit, not both.");
      }
      const { json = false } = flags;
      const accepted = acceptedOf(flags);
      const { env } = session.terminal;
      const { credentials, baseUrl } = readCredentials(env, flags.credentials, flags.baseUrl);
      const report = await pullIntoLedger(
        {
          ledger,
          service: { baseUrl, pathPrefix: flags.pathPrefix, authForm: flags.auth },
          credentials,
          history: flags.full === true ? { kind: "full" } : routineOr(flags.limit),
          accepted,
        },
        session.context,
      );
      await writePull(session, ledger, report, json);
    });
}

/** @throws TieoutError USAGE */
function countsArgument(text: string): VanishedCounts {
  const counts = readCounts(text);
  if (counts === null)
    throw usageError(`--accept-vanished takes counts such as entries=295,transactions=12, not "${text}".`);
  return counts;
}

function acceptedOf({ acceptVanished: shown, by, note }: Flags): VanishingAcceptance | undefined {
  if (shown === undefined) {
    if (by !== undefined || note !== undefined) throw usageError("--by and --note need --accept-vanished.");
    return undefined;
  }
  if (by === undefined || note === undefined)
    throw usageError("Give --by and --note with --accept-vanished.");
  return { by, note, shown };
}

function routineOr(limit: number | undefined) {
  return limit === undefined ? ({ kind: "routine" } as const) : ({ kind: "limit", limit } as const);
}
