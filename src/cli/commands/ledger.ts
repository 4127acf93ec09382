/** The ledger as a whole: `tieout verify`, `settings`, `prune`, `back-up`, `restore`. */
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { formatAmount, formatCount } from "../../core/money.ts";
import { backedUpWords } from "../../core/report/words/proof-words.ts";
import { monthTitle } from "../../core/report/words/verdict.ts";
import type { Month } from "../../core/review/close/close.ts";
import { sayInstant } from "../../core/time.ts";
import type { SettingsReport } from "../../main/services/about/settings.ts";
import type { PruneReport } from "../../main/services/backup/prune.ts";
import {
  type Parse,
  argument,
  command,
  toggle,
  wholeNumber,
  needed,
  option,
  usageError,
} from "../terminal/command.ts";
import { LEDGER, RULE_OPTIONS, asDecimals, asTimeZone } from "../terminal/options.ts";
import { EXIT, type Session } from "../terminal/session.ts";
import { harmless, print } from "../terminal/terminal.ts";

const auditHead: Parse<string> = (text, name) => {
  const head = text.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/u.test(head)) return head;
  throw usageError(`${name} takes 64 digits and letters a to f, as the export printed them, not "${text}".`);
};

export const LEDGER_COMMANDS = {
  verify: command({
    takes: {
      ...LEDGER,
      head: option("<hash>", "head of the audit trail, as printed in an export", auditHead),
      workbook: option("<file>", "an exported workbook (.xlsx) to compare with the ledger"),
      json: toggle("print JSON (tieout.verify/1; with --workbook tieout.workbook/1)"),
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
is listed, too: hidden sheets, rows and columns, number formats, pictures, macros. Fonts, colours and the text of comments are
not compared.

Exit status 1 means that the proof failed, that the workbook was edited, or that it does not belong to this ledger.

Examples:
  tieout verify wallet.tieout
  tieout verify wallet.tieout --workbook October.xlsx`,
    run: async ({ ledger, head, workbook, json }, session) => {
      const { printProof, proveWorkbook, writeProofJson } = await import("../print/proof.ts");
      if (workbook !== undefined) {
        if (head !== undefined) throw usageError("Give either --head or --workbook, not both.");
        return proveWorkbook(session, ledger, workbook, json);
      }
      const { verifyLedgerFile } = await import("../../main/services/proof/verify.ts");
      const report = await verifyLedgerFile(ledger, head ?? null, session.context);
      session.progress.clear();
      if (!report.ok) session.exitStatus = EXIT.found;
      return json ? writeProofJson(session.terminal, report) : printProof(session.terminal, report);
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
    },
    after: `
Without options, shows the settings and writes nothing. check, review, export and the window use these settings for options
that are not given. The audit trail records each change. Earlier runs and workbooks keep the options they were made with.
Changing check settings needs --by and --note, and so does any change once a month is prepared or signed. It then says what
moves in such months. They keep the decimals and options they were prepared with.

Examples:
  tieout settings wallet.tieout --time-zone Africa/Lagos --decimals 2
  tieout settings wallet.tieout --cutoff-days 5 --by "Ada Obi" --note "The provider settles within a week"`,
    run: async (flags, { context }) => {
      const { ledger, timeZone: zone, decimals: digits, basis: settlementBasis, by, note, ...rest } = flags;
      const options = { ...rest, settlementBasis };
      const isOfCheck = Object.values(options).some((given) => given !== undefined);
      const isChange = isOfCheck || zone !== undefined || digits !== undefined;
      if (isOfCheck && (by === undefined || note === undefined)) {
        throw usageError("Changing check settings needs --by NAME and --note TEXT.");
      }
      const { changeSettings, readSettingsEffect, showSettings } =
        await import("../../main/services/about/settings.ts");
      if (!isChange) return settingsLines(showSettings(ledger));
      const given = { timeZone: zone, decimals: digits, options, by, note };
      const { sentences } = readSettingsEffect({ ledger, given }, context);
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
      const report = await (isAsking
        ? pruneLedger(ledger, keepBodies, context, (unproven) => askToPrune(session, unproven))
        : pruneLedger(ledger, keepBodies, context));
      return report === null ? "Nothing was dropped.\n" : prunedWords(report, isAsking);
    },
    print: async (words, _, { terminal }) => print(terminal, words),
  }),

  "back-up": command({
    takes: { ...LEDGER, out: option("<file>", "path of the copy") },
    after: `
Examples:
  tieout back-up wallet.tieout
  tieout back-up wallet.tieout --out /media/usb/wallet.tieout

Without --out the copy goes into the folder "NAME backups" beside the ledger and is named after the time (UTC). The copy is a
complete ledger. Tieout reopens and checks it before naming it. A change written to the ledger meanwhile is either wholly in
the copy or not at all. No existing file is replaced or removed. Put a backup back with tieout restore.`,
    run: async ({ ledger, out }, { context }) => {
      if (out === undefined) {
        const { backUpBeside } = await import("../../main/services/backup/backup-beside.ts");
        return backUpBeside(ledger, null, context);
      }
      const { backUpLedger } = await import("../../main/services/backup/backup.ts");
      return { ...(await backUpLedger(ledger, out, context)), path: resolve(out) };
    },
    print: ({ path, bytes, sha256, pulls }, _, { terminal }) => {
      terminal.stdout.write(
        `Backed up to ${harmless(path)} (${formatAmount(bytes)} bytes).\nSHA-256: ${sha256}\n` +
          `${harmless(backedUpWords(pulls))}\n`,
      );
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
belongs to the ledger: tieout verify --head reports AUDIT_TRUNCATED, as it should.`,
    run: async ({ ledger, from }, { context }) => {
      if (from === undefined) return backupLines(ledger);
      const { restoreLedger } = await import("../../main/services/backup/restore.ts");
      const { keptAs, head } = await restoreLedger({ ledger, backup: from }, context);
      const kept =
        keptAs === null
          ? "No file was there before."
          : `The file that was there is kept as ${harmless(keptAs)}`;
      return `Restored ${harmless(ledger)} from ${harmless(from)}.\n${kept}\nHead of the audit trail: ${head}\n`;
    },
    print: (words, _, { terminal }) => {
      terminal.stdout.write(words);
    },
  }),
};

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

async function askToPrune(
  { terminal, progress, signal }: Session,
  unproven: readonly Month[],
): Promise<boolean> {
  progress.clear();
  await print(terminal, unprovenWords(unproven, "then"));
  const lines = createInterface({ input: terminal.stdin, output: terminal.stdout });
  try {
    return /^y(?:es)?$/iu.test((await lines.question("Drop them anyway? [y/N] ", { signal })).trim());
  } finally {
    lines.close();
  }
}

/** @param isTold whether the months were named before it was done */
function prunedWords(
  { bodies, bytes, unproven, sizeBefore, sizeAfter }: PruneReport,
  isTold: boolean,
): string {
  const dropped =
    bodies === 0
      ? "There were no stored responses to drop.\n"
      : `Dropped ${formatCount(bodies, "stored response")} (${formatAmount(bytes)} bytes); ${bodies === 1 ? "its hash stays" : "their hashes stay"}.\n`;
  const smaller =
    sizeAfter < sizeBefore ? `The file is ${formatAmount(sizeBefore - sizeAfter)} bytes smaller.\n` : "";
  return `${dropped}${smaller}${isTold || unproven.length === 0 ? "" : unprovenWords(unproven, "now")}`;
}

/**
 * @example
 *   `Note: August 2026 is signed off. tieout verify can no longer re-perform its figures, and reports it as not proven.`
 */
function unprovenWords(unproven: readonly Month[], since: "then" | "now"): string {
  const titles = unproven.map(monthTitle);
  const last = titles.at(-1) ?? "";
  const isOne = titles.length === 1;
  const months = isOne ? `${last} is` : `${titles.slice(0, -1).join(", ")} and ${last} are`;
  const [its, it] = isOne ? ["its", "it"] : ["their", "them"];
  const once = since === "then" ? "Once the responses are dropped, " : "";
  return `Note: ${months} signed off. ${once}\`tieout verify\` can no longer re-perform ${its} figures, and reports ${it} as not proven.\n`;
}

const MOST_BACKUPS = 20;

/** The newest backups of a ledger, each as `--from` takes it, and where they are. */
async function backupLines(ledger: string): Promise<string> {
  const { ledgerPlace, listBackups } = await import("../../main/services/backup/backup-plan.ts");
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
