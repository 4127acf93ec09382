/** The ledger as a whole: `tieout verify`, `anchor`, `settings`, `prune`, `back-up`, `restore`. */
import { usageError } from "../../core/errors.ts";
import { resolve } from "node:path";
import { formatAmount } from "../../core/money.ts";
import type { SettingsReport } from "../../main/services/backup/settings.ts";
import {
  argument,
  command,
  needed,
  option,
  optionalArgument,
  toggle,
  wholeNumber,
} from "../terminal/command.ts";
import { askPassphrase } from "../terminal/passphrase.ts";
import { LEDGER, RULE_OPTIONS, asAuditHead, asDecimals, asTimeZone, jsonFlag } from "../terminal/options.ts";
import { EXIT, type Session, print, writeJson } from "../terminal/terminal.ts";

export const LEDGER_COMMANDS = {
  verify: command({
    takes: {
      ledger: optionalArgument("the ledger (.tieout); none with --pack"),
      head: option("<hash>", "head of the audit trail, as printed in an export", asAuditHead),
      workbook: option("<file>", "an exported workbook (.xlsx) to compare with the ledger"),
      pack: option("<file>", "an evidence pack to verify, without its ledger"),
      trust: option("<file>", "root certificates in PEM that time stamps must lead to"),
      json: toggle(
        "print JSON (tieout.verify/1; with --workbook tieout.workbook/1, with --pack tieout.pack-proof/1)",
      ),
    },
    after: `
Proves SQLite's integrity, the tables and triggers, every link of the audit trail, every record against it, and the hashes of
the stored responses. Every pull is read again from its stored responses, and its rows, versions and absences are compared with
them, signed or not. Every signed month is re-performed from the stored responses and compared with what was signed. A pull whose
responses were pruned is listed as not compared. A month whose responses were pruned, or that was signed under other rules, is
reported as not proven. Neither is a failure. --json lists them (pulls.notCompared, signedMonths.notProven).

--head takes a hash that an export or verify printed earlier. It proves that nothing up to that link was cut, changed or
replaced. It proves nothing about later links: if they were cut, only a head printed later shows it.

--workbook compares an exported workbook with its ledger instead. Tieout rebuilds the workbook from the ledger as it was then,
and lists each cell that differs. Cells meant for a reviewer are counted, not listed. Anything that hides or disguises a figure
is listed, too: hidden sheets, rows and columns, number formats, pictures, macros. The report says what is not compared, such as
readable colours and the text of comments.

--pack verifies an evidence pack (tieout pack) by itself: its hashes, the rules of every link, and the month done again from the
pack's records. Of each claim it says whether it is proven, broken and where, or why it cannot be proven there.

Each time stamp (tieout anchor) is verified against the link that it is of, without any network. With --trust its path must lead to
one of those roots. Without it the root that the ledger keeps is taken, and its SHA-256 is printed: compare it with the authority's own.

Exit status 1 means that the proof failed, that the workbook was edited, that it does not belong to this ledger, or that a claim of
the pack is broken.

Examples:
  tieout verify wallet.tieout
  tieout verify wallet.tieout --workbook October.xlsx
  tieout verify --pack October.tieout-proof.zip`,
    run: async ({ ledger, head, workbook, pack, trust, json }, session) => {
      if (pack !== undefined) {
        if (ledger !== undefined || workbook !== undefined)
          throw usageError(
            "Give --pack alone, or with --head and --trust: a pack is verified without its ledger.",
          );
        return provePack(session, { pack, head: head ?? null, trust: trust ?? null, json });
      }
      if (ledger === undefined)
        throw usageError("Name the ledger (.tieout), or an evidence pack with --pack.");
      const { printProof, proveWorkbook, writeProofJson } = await import("../terminal/proof.ts");
      if (workbook !== undefined) {
        if (head !== undefined) throw usageError("Give either --head or --workbook, not both.");
        if (trust !== undefined) throw usageError("Give either --trust or --workbook, not both.");
        return proveWorkbook(session, ledger, workbook, json);
      }
      const { verifyLedgerFile } = await import("../../main/services/verify/verify.ts");
      const report = await verifyLedgerFile(ledger, head ?? null, session.context, trust ?? null);
      session.progress.clear();
      if (!report.ok) session.exitStatus = EXIT.found;
      return json ? writeProofJson(session.terminal, report) : printProof(session.terminal, report);
    },
  }),

  anchor: command({
    takes: {
      ...LEDGER,
      tsa: needed("<url>", "address of a time-stamp authority (RFC 3161)"),
      trust: needed("<file>", "the authority's root certificate in PEM"),
      ...jsonFlag("tieout.anchor/1"),
    },
    after: `
Asks a time-stamp authority to state that the newest link of the audit trail, and so all before it, exists at its time. Nothing but
the link's hash is sent. The token that comes back is verified before it is kept, as a link of its own: hash, nonce, signature, that
the certificate is for time stamps alone, and its path to the given root as of the token's time. tieout verify verifies it again,
without any network. Nothing happens unless this command is run.

The root certificate is the authority's own, from its website. Compare its SHA-256 by another way.

Exit status: 0 the token is kept; 2 nothing was kept.

Example:
  tieout anchor wallet.tieout --tsa https://tsa.example/tsr --trust tsa-root.pem`,
    run: async ({ ledger, tsa, trust }, { context }) => {
      const { anchorLedger } = await import("../../main/services/pull/anchor.ts");
      return anchorLedger({ ledger, tsa, trust }, context);
    },
    print: async (report, { json }, { terminal }) => {
      const { printAnchor, writeAnchorJson } = await import("../terminal/proof.ts");
      return (json ? writeAnchorJson : printAnchor)(terminal, report);
    },
  }),

  settings: command({
    takes: {
      ...LEDGER,
      timeZone: option("<zone>", "time zone of days and months (default UTC)", asTimeZone),
      decimals: option("<digits>", "decimal places of the amounts shown (default 0)", asDecimals),
      ...RULE_OPTIONS,
      by: option("<name>", "who changes the check settings"),
      note: option("<text>", "why"),
      dryRun: toggle("only say what a change would move in prepared and signed months; write nothing"),
    },
    signs: false,
    after: `
Without options, shows the settings and writes nothing. check, review, export and the window use these settings for options
that are not given. The audit trail records each change. Earlier runs and workbooks keep the options they were made with.
Changing check settings needs --by and --note, and so does any change once a month is prepared or signed. It then says what
moves in such months, and --dry-run says so before. They keep the decimals and options they were prepared with.

Examples:
  tieout settings wallet.tieout --time-zone Africa/Lagos --decimals 2
  tieout settings wallet.tieout --cutoff-days 5 --by "Ada Obi" --note "The provider settles within a week"`,
    run: async (flags, { context }) => {
      const {
        ledger,
        timeZone: zone,
        decimals: digits,
        basis: settlementBasis,
        by,
        note,
        dryRun,
        ...rest
      } = flags;
      const options = { ...rest, settlementBasis };
      const isOfCheck = Object.values(options).some((given) => given !== undefined);
      const isChange = isOfCheck || zone !== undefined || digits !== undefined;
      if (isOfCheck && !dryRun && (by === undefined || note === undefined)) {
        throw usageError("Changing check settings needs --by NAME and --note TEXT.");
      }
      const { changeSettings, readSettingsEffect, showSettings } =
        await import("../../main/services/backup/settings.ts");
      if (!isChange) return settingsLines(showSettings(ledger));
      const given = { timeZone: zone, decimals: digits, options, by, note };
      const { sentences } = readSettingsEffect({ ledger, given }, context);
      if (dryRun) return sentences.length === 0 ? [NOTHING_MOVES] : sentences;
      const report = await changeSettings(ledger, given, context);
      const said = report.changed
        ? ["The settings were changed. The audit trail records it.", ...sentences]
        : ["These settings were already in force. Nothing was written."];
      return [...settingsLines(report), ...said];
    },
    print: (lines, _, { terminal }) => {
      terminal.stdout.write(`${lines.join("\n")}\n`);
    },
  }),

  prune: command({
    takes: {
      ...LEDGER,
      keepBodies: needed(
        "<pulls>",
        "how many of the newest pulls keep their stored responses",
        wholeNumber(0),
      ),
    },
    after: `
Entries, transactions, versions and hashes stay; the pruning is a link in the audit trail.

A signed month depends on the responses of every pull up to its preparation. Once one of them is dropped, \`tieout verify\` can never
re-perform the month again, and says that it is not proven. Such months are named, and on a terminal you are asked first.

Example:
  tieout prune wallet.tieout --keep-bodies 12`,
    run: async ({ ledger, keepBodies }, session) => {
      const { terminal, context } = session;
      const isAsking = terminal.stdin.isTTY && terminal.stdout.isTTY;
      const { pruneLedger } = await import("../../main/services/backup/prune.ts");
      const { askToPrune, prunedWords } = await import("../terminal/keeping.ts");
      const report = await (isAsking
        ? pruneLedger(ledger, keepBodies, context, (unproven) => askToPrune(session, unproven))
        : pruneLedger(ledger, keepBodies, context));
      return report === null ? "Nothing was dropped.\n" : prunedWords(report, isAsking);
    },
    print: async (words, _, { terminal }) => print(terminal, words),
  }),

  "back-up": command({
    takes: {
      ...LEDGER,
      out: option("<file>", "path of the copy"),
      encrypt: toggle("encrypt the copy, so that only a passphrase opens it"),
    },
    after: `
Examples:
  tieout back-up wallet.tieout
  tieout back-up wallet.tieout --out /media/usb/wallet.tieout
  tieout back-up wallet.tieout --encrypt --out /media/usb/wallet.tieout.age

Without --out the copy goes into the folder "NAME backups" beside the ledger and is named after the time (UTC). The copy is a
complete ledger. Tieout reopens and checks it before naming it. A change written to the ledger meanwhile is either wholly in
the copy or not at all. No existing file is replaced or removed. Put a backup back with tieout restore.

With --encrypt the copy is a file of age (age-encryption.org), which "age --decrypt" opens, too. The passphrase is in
TIEOUT_PASSPHRASE, or you are asked for it; nobody can open the copy without it. The file's name and size are all that it shows.`,
    run: async ({ ledger, out, encrypt }, session) => {
      const { context } = session;
      const passphrase = encrypt ? await askPassphrase(session, true) : undefined;
      if (out === undefined) {
        const { backUpBeside } = await import("../../main/services/backup/backup-beside.ts");
        return backUpBeside(ledger, null, context, passphrase);
      }
      const { backUpLedger, backUpSealed } = await import("../../main/services/backup/backup.ts");
      const report = await (passphrase === undefined
        ? backUpLedger(ledger, out, context)
        : backUpSealed(ledger, out, passphrase, context));
      return { ...report, path: resolve(out) };
    },
    print: async (report, _, { terminal }) => {
      const { backedUpLines } = await import("../terminal/keeping.ts");
      terminal.stdout.write(backedUpLines(report));
    },
  }),

  restore: command({
    takes: {
      ledger: argument("the ledger (.tieout), even if damaged or gone"),
      from: option("<backup>", "the backup; without it, the newest ones are listed"),
    },
    after: `
Examples:
  tieout restore wallet.tieout
      lists the newest backups, in the folder "NAME backups" or beside the ledger, as --from takes them; changes nothing
  tieout restore wallet.tieout --from "wallet backups/wallet 2026-11-21 120000.tieout"

The backup is copied, and the copy is verified as tieout verify does, before anything changes. The current ledger is then kept
beside it as "NAME before restore YYYY-MM-DD HHMMSS.tieout", and the copy takes its place. The audit trail records this. Pulls,
decisions and signatures made after the backup are only in the file that is kept. An export made after the backup no longer
belongs to the ledger: tieout verify --head reports AUDIT_TRUNCATED, as it should. An encrypted backup needs its passphrase, in
TIEOUT_PASSPHRASE or typed.`,
    run: async ({ ledger, from }, session) => {
      const { context } = session;
      const { backupLines, restoredLines } = await import("../terminal/keeping.ts");
      if (from === undefined) return backupLines(ledger);
      const { restoreLedger } = await import("../../main/services/backup/backup.ts");
      const { isSealed } = await import("../../main/services/backup/sealed-copy.ts");
      const passphrase = isSealed(from) ? await askPassphrase(session, false) : undefined;
      const { keptAs, head } = await restoreLedger({ ledger, backup: from, passphrase }, context);
      return restoredLines({ ledger, from, keptAs, head });
    },
    print: (words, _, { terminal }) => {
      terminal.stdout.write(words);
    },
  }),
};

interface PackToProve {
  readonly pack: string;
  readonly head: string | null;
  readonly trust: string | null;
  readonly json: boolean;
}

async function provePack(session: Session, { pack, head, trust, json }: PackToProve): Promise<void> {
  const { verifyPack } = await import("../../main/services/export/verify-pack.ts");
  const proof = await verifyPack(pack, head, session.context, trust);
  session.progress.clear();
  if (!proof.ok) session.exitStatus = EXIT.found;
  if (json) return writeJson(session.terminal, proof);
  const { packProofLines } = await import("../terminal/pack.ts");
  await print(session.terminal, packProofLines(proof));
}

const NOTHING_MOVES = "No entry and no closing of a month that is prepared or signed off moves.";

function settingsLines({
  timeZone: zone,
  decimals: digits,
  options,
}: Omit<SettingsReport, "changed">): string[] {
  const shown = digits === 0 ? "" : ` (${formatAmount(options.tolerance, digits)})`;
  const days = options.cutoffDays === 1 ? "day" : "days";
  return [
    `Time zone    ${zone}`,
    `Decimals     ${digits}`,
    `Convention   ${options.convention}`,
    `Basis        ${options.settlementBasis}`,
    `Tolerance    ${options.tolerance}${shown}`,
    `Cut-off      ${options.cutoffDays} ${days}`,
    `Chain scope  ${options.chainScope}`,
  ];
}
