/** What brings records into a ledger: `tieout pull`, `import`, `set-aside`. */
import { usageError } from "../../core/errors.ts";
import {
  type VanishedCounts,
  type VanishingAcceptance,
  readCounts,
} from "../../core/review/restate/vanishing.ts";
import { readCredentials } from "../../main/services/pull/credentials.ts";
import { monthsTouched } from "../terminal/drift.ts";
import { writePreview, writePull, writePulls } from "../terminal/pulls.ts";
import { type Given, type Parse, command, option, toggle, wholeNumber } from "../terminal/command.ts";
import { FILE_OPTIONS, SERVICE, LEDGER, filesFrom, jsonFlag } from "../terminal/options.ts";
import { boundLongImport } from "../terminal/terminal.ts";

const counts: Parse<VanishedCounts> = (text, name) => {
  const read = readCounts(text);
  if (read === null)
    throw usageError(`${name} takes counts such as entries=295,transactions=12, not "${text}".`);
  return read;
};

const PULL_TAKES = {
  ...LEDGER,
  ...SERVICE,
  full: toggle("ask for the whole wallet history"),
  limit: option("<entries>", "ask for this many of the newest entries", wholeNumber(1)),
  acceptVanished: option(
    "<counts>",
    "keep the pull even if this many records that the ledger holds are gone, as the refusal names them",
    counts,
  ),
  by: option("<name>", "who accepts it"),
  note: option("<text>", "why"),
  ...jsonFlag("tieout.pull/1"),
};

export const INTAKE_COMMANDS = {
  pull: command({
    takes: PULL_TAKES,
    signs: false,
    after: `
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
  tieout pull wallet.tieout --base-url https://api.example.com       credentials from the environment`,
    run: async (flags, { terminal, context }) => {
      const { ledger, pathPrefix, auth: authForm, full, limit } = flags;
      if (full && limit !== undefined) throw usageError("Give either --full or --limit, not both.");
      const accepted = acceptedOf(flags);
      const { credentials, baseUrl } = readCredentials(terminal.env, flags.credentials, flags.baseUrl);
      const service = { baseUrl, pathPrefix, authForm };
      const { pullIntoLedger } = await import("../../main/services/pull/pull.ts");
      return pullIntoLedger(
        { ledger, service, credentials, history: historyOf(full, limit), accepted },
        context,
      );
    },
    print: async (report, { ledger, json }, session) => writePull(session, ledger, report, json),
  }),

  import: command({
    takes: {
      ...LEDGER,
      review: option("<file>", "an exported workbook (.xlsx) with a reviewer's ticks and notes"),
      accept: option("<which>", "with --review: import all, or the lines with these numbers, such as 1,3"),
      by: option("<name>", "with --review: the reviewer's name"),
      providedBy: option(
        "<who>",
        "who provided the files, and how: kept with the import, shown on sheet Audit",
      ),
      preview: toggle("say what the import would do, and keep nothing of it"),
      json: toggle("with --review or --preview: print JSON (tieout.reviewed/1, tieout.preview/1)"),
      ...FILE_OPTIONS,
    },
    after: `
Each file is a response of the service, saved unchanged: the whole envelope, or the array or record in it.
All files of one command are one pull. - is stdin.

--preview says what the import would do and keeps nothing: records new, changed, vanished and returned, gaps, signed months that would
be restated, and whether the files are older than what the ledger holds. An import can be set aside later: tieout set-aside.

--review imports a reviewer's ticks and notes from an exported workbook: sheet Exceptions, columns Reviewer's tick and Reviewer's
note. A tick (✓, ok, yes) agrees with the decision beside it, or accepts what nobody decided yet. The words accepted, explained,
raised and open set that decision, with the note as its reason. Any other note is a point, which the preparer answers
(tieout points); it changes no decision.

Tieout lists each line with what it would become. On a terminal it asks for each one; otherwise nothing is written without
--accept. --accept all imports the lines without a caution; import a line with a caution by its number. The reviewer's name comes
from --by, or from the sheet Lead, beside "Reviewed by"; if both lack it, a terminal asks for it. If other cells were edited, a
note says so: the reviewer may have worked with figures that are not the ledger's.

Examples:
  tieout import wallet.tieout --wallet history.json --transactions all.json --user me.json
  tieout import wallet.tieout --wallet history.json --preview
  tieout import wallet.tieout --review October.xlsx
  tieout import wallet.tieout --review October.xlsx --accept 1,3 --by "Bola Ade"`,
    run: async (flags, session) => {
      const { ledger, review, preview, accept, by, providedBy, json } = flags;
      const files = filesFrom(flags);
      if (review !== undefined) {
        if (preview)
          throw usageError("--preview is for files of the service; --review asks before it writes.");
        if (files !== null) throw usageError("Give either --review or files of the service, not both.");
        // Reading a workbook takes what an import of responses need not load.
        const { takeReview } = await import("./take-review.ts");
        return takeReview(session, ledger, { review, accept, by, json });
      }
      if (accept !== undefined || by !== undefined) throw usageError("--accept and --by need --review.");
      if (json && !preview) throw usageError("--json needs --review or --preview.");
      if (files === null) {
        throw usageError(
          "Name at least one file with --wallet, --transactions, --user or --business, or a workbook with --review.",
        );
      }
      if (preview) return writePreview(session, { ledger, files }, json);
      const { bytesToImport, importIntoLedger } = await import("../../main/services/import/import.ts");
      const report = await importIntoLedger(
        { ledger, files, providedBy },
        boundLongImport(session.context, bytesToImport(files)),
      );
      return writePull(session, ledger, report, false);
    },
  }),

  "set-aside": command({
    takes: {
      ...LEDGER,
      pull: option("<number>", "the pull or import", wholeNumber(1)),
      putBack: toggle("put it back"),
      by: option("<name>", "who decides it"),
      note: option("<text>", "why"),
      ...jsonFlag("tieout.pulls/1"),
    },
    after: `
A pull or import that is set aside counts as if it had never been made: what it brought, changed or missed is gone from every check,
list and figure, and later pulls are compared with those before it. Nothing is removed. It can be put back, and then everything is as
before. Months that were signed on it show as restated. The only pull that counts cannot be set aside.

Examples:
  tieout set-aside wallet.tieout
      all pulls and imports, with what each brought
  tieout set-aside wallet.tieout --pull 2 --by "Ada Obi" --note "The file of September, imported by mistake"
  tieout set-aside wallet.tieout --pull 2 --put-back --by "Ada Obi" --note "It was the right file"`,
    run: async ({ ledger, pull, putBack, by, note, json }, session) => {
      if (pull === undefined) {
        if (putBack || by !== undefined || note !== undefined)
          throw usageError("--put-back, --by and --note need --pull.");
        return writePulls(session, ledger, null, null, json);
      }
      if (by === undefined || note === undefined) throw usageError("Give --by and --note with --pull.");
      const { takePullStep } = await import("../../main/services/pull/set-aside.ts");
      const step = putBack ? "put-back" : "set-aside";
      const taken = await takePullStep({ ledger, pullId: pull, step, by, note }, session.context);
      const drifted = await monthsTouched(session, ledger, "all");
      return writePulls(session, ledger, taken, drifted, json);
    },
  }),
};

function acceptedOf(flags: Given<typeof PULL_TAKES>): VanishingAcceptance | undefined {
  const { acceptVanished: shown, by, note } = flags;
  if (shown === undefined) {
    if (by !== undefined || note !== undefined) throw usageError("--by and --note need --accept-vanished.");
    return undefined;
  }
  if (by === undefined || note === undefined)
    throw usageError("Give --by and --note with --accept-vanished.");
  return { by, note, shown };
}

function historyOf(full: boolean, limit: number | undefined) {
  if (full) return { kind: "full" } as const;
  return limit === undefined ? ({ kind: "routine" } as const) : ({ kind: "limit", limit } as const);
}
