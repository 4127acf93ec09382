/** What an auditor runs: `tieout audit`, an own pull held against what a month was signed on; `examine`, what to ask. */
import { usageError } from "../../core/errors.ts";
import { openQuestions } from "../../core/review/file/examined.ts";
import { standsByOwnPull } from "../../core/review/restate/own-pull.ts";
import { readCredentials } from "../../main/services/pull/credentials.ts";
import { WITHHOLDABLE, type Withholdable } from "../../core/words/pack.ts";
import { type Given, type Parse, command, needed, option, optionalArgument } from "../terminal/command.ts";
import { LEDGER, LEDGER_MONTH, SERVICE, asAuditHead, asMonth, jsonFlag } from "../terminal/options.ts";
import { EXIT, harmless, print, writeJson } from "../terminal/terminal.ts";

/** @example `names,phones` */
const asWithheld: Parse<readonly Withholdable[]> = (text, name) => {
  const asked = new Set(text.split(",").map((one) => one.trim()));
  const unknown = [...asked].find((one) => !WITHHOLDABLE.some((known) => known === one));
  if (unknown !== undefined)
    throw usageError(`${name} takes ${WITHHOLDABLE.join(", ")}, with commas between them, not "${unknown}".`);
  return WITHHOLDABLE.filter((one) => asked.has(one));
};

const AUDIT_TAKES = {
  ledger: optionalArgument("the client's ledger (.tieout); none with --pack"),
  month: option("<YYYY-MM>", "the signed month; that of the pack with --pack", asMonth),
  pack: option("<file>", "an evidence pack to compare with, without its ledger"),
  head: option("<hash>", "with --pack, head of the audit trail as it was printed once", asAuditHead),
  own: option(
    "<file>",
    "the auditor's own ledger (.tieout), created if absent; beside the other file if not given",
  ),
};

/** Where the month is read, and the auditor's own file. @throws UsageError unless it is one of ledger and pack */
function audited({ ledger, month, pack, head, own }: Given<typeof AUDIT_TAKES>) {
  const ownOf = (file: string) =>
    own ?? `${file.replace(/(?:\.tieout-proof)?\.(?:tieout|zip)$/iu, "")}, own pull.tieout`;
  if (pack !== undefined) {
    if (ledger !== undefined || month !== undefined)
      throw usageError("Give --pack without ledger and --month: a pack says which month it is of.");
    return { of: { is: "pack", file: pack, head: head ?? null }, own: ownOf(pack) } as const;
  }
  if (ledger === undefined) throw usageError("Name the ledger (.tieout), or an evidence pack with --pack.");
  if (month === undefined) throw usageError("Name the month with --month.");
  if (head !== undefined) throw usageError("Give --head with --pack. tieout verify takes it for a ledger.");
  return { of: { is: "ledger", file: ledger, month }, own: ownOf(ledger) } as const;
}

export const AUDIT_COMMANDS = {
  examine: command({
    takes: { ...LEDGER_MONTH, ...jsonFlag("tieout.examine/1") },
    after: `
Lists what an examiner asks of a month before relying on it: where the records are from, whether they are whole, what they prove, who
decided what, whether the provider confirms, what changed since. Each answer is computed from the records, asserted by somebody in
words that nothing proves, or missing. It names the sheet of the workbook that has it, the hash that pins it down, and of what is
open who owes it and what closes it. What a month was signed without stays open in later months until it is signed with it. Sheet E1
of the workbook is the same list.

Exit status: 0 nobody but the auditor owes anything; 1 otherwise; 2 the ledger could not be read.

Example:
  tieout examine wallet.tieout --month 2026-08`,
    run: async ({ ledger, month }, { context }) => {
      const { readQuestions } = await import("../../main/services/close/moments.ts");
      return readQuestions({ ledger, month }, context);
    },
    print: async (examined, { month, json }, session) => {
      const { terminal } = session;
      if (json) await writeJson(terminal, { schema: "tieout.examine/1", month, ...examined });
      else {
        const { questionLines } = await import("../terminal/questions.ts");
        await print(terminal, questionLines(month, examined));
      }
      // What the auditor does is no fault of the month, and no ledger can record it.
      const open = openQuestions(examined.questions).filter(({ owner }) => owner !== "the auditor");
      if (open.length > 0) session.exitStatus = EXIT.found;
    },
  }),

  audit: command({
    takes: {
      ...AUDIT_TAKES,
      out: option("<file>", "also write the page to sign there, as .pdf or .xlsx"),
      ...SERVICE,
      ...jsonFlag("tieout.audit/1"),
    },
    after: `
For an auditor, on the auditor's machine and with credentials that the service gave the auditor. Pulls the whole history into a
file of the auditor's own, and compares it record by record with everything that the month was signed on: what is identical, what
differs field by field, what is gone or was not there. Of each difference it says whether the client's ledger states it by itself,
because a later pull found it, too. The client's ledger is only read. The page ends with a line to sign. The responses' hashes are
on it, the responses themselves in the auditor's file, which tieout verify proves.

--pack does the same with an evidence pack (tieout pack), on a machine that has no ledger. The pack is verified first, and a broken one
is refused. What the pack withholds is not compared, and the page says how many texts of how many records that is. Of a difference
the pack's restatements say whether the ledger states it, or that they do not tell.

A .pdf is printed by Chrome, Edge or Chromium, as the binder of tieout export. No existing file is replaced.

Credentials are given as to tieout pull.

Exit status: 0 every record is identical, or the ledger states what differs; 1 otherwise; 2 nothing could be compared.

Examples:
  tieout audit client.tieout --month 2026-08 --own "Client, own pull.tieout" --credentials auditor.json --out "Own pull.pdf"
  tieout audit --pack August.tieout-proof.zip --credentials auditor.json --out "Own pull.pdf"`,
    run: async ({ out, ...flags }, { terminal, context }) => {
      const { of, own } = audited(flags);
      const { credentials, baseUrl } = readCredentials(terminal.env, flags.credentials, flags.baseUrl);
      const service = { baseUrl, pathPrefix: flags.pathPrefix, authForm: flags.auth };
      const { auditByOwnPull } = await import("../../main/services/practice/own-pull.ts");
      return (await auditByOwnPull({ of, own, out, service, credentials }, context)).report;
    },
    print: async (report, { out, json, ...flags }, session) => {
      const { terminal } = session;
      const { of, own } = audited(flags);
      const { ownPullDocument, ownPullLines } = await import("../terminal/own-pull.ts");
      if (json) await writeJson(terminal, ownPullDocument(report));
      else await print(terminal, ownPullLines(report, { source: of.file, own }));
      if (out !== undefined) terminal.stderr.write(`Wrote ${harmless(out)}.\n`);
      if (!standsByOwnPull(report)) session.exitStatus = EXIT.found;
    },
  }),

  pack: command({
    takes: {
      ...LEDGER,
      month: needed("<YYYY-MM>", "the signed month", asMonth),
      out: needed("<file>", "the pack (.tieout-proof.zip)"),
      without: option("<what>", "leave out names, phones or notes, with commas between them", asWithheld),
      ...jsonFlag("tieout.packed/1"),
    },
    after: `
Writes everything that a signed month rests on into one file, so that somebody without Tieout can check it: its records and where
they came from, the audit trail from its first link, decisions, matches, signatures, evidence, the check that was kept, workbook and
binder, and what follows for each entry and payment. docs/evidence-pack.md says exactly what is in it. tieout verify --pack
verifies it.

--without leaves out names, phones or notes. Hashes stay checkable: each text has a salt of its own. Workbook, binder and evidence
are left out with any of them.

The ledger keeps the seal of the pack, whose link is the pack's head. The same pack again writes nothing. No existing file is
replaced. To have an authority state when the pack existed, run tieout anchor, and pack the month again: the pack has the time stamp
of its head then, whatever is left out.

Examples:
  tieout pack wallet.tieout --month 2026-08 --out August.tieout-proof.zip
  tieout pack wallet.tieout --month 2026-08 --out August.tieout-proof.zip --without names,phones`,
    run: async ({ ledger, month, out, without = [] }, { context }) => {
      const { packMonth } = await import("../../main/services/export/pack-month.ts");
      return packMonth({ ledger, month, out, without, replace: false }, context);
    },
    print: async (report, { out, json }, { terminal }) => {
      const { packedDocument, packedLines } = await import("../terminal/pack.ts");
      if (json) await writeJson(terminal, packedDocument(report));
      else await print(terminal, packedLines(report, out));
    },
  }),
};
