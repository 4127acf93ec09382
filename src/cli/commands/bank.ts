/** Statements of bank accounts: `tieout bank add`, `list`, `ties`. */
import { usageError } from "../../core/errors.ts";
import { DIFFERENCE_CLASSES, type LinePlace } from "../../core/bank/accepted.ts";
import { TIE_KINDS } from "../../core/bank/ties.ts";
import { matchesDocument } from "../../core/review/standing/documents.ts";
import type { AcceptedChoice } from "../../main/services/review/bank-accept.ts";
import { DATE_ORDERS } from "../../core/bank/cells.ts";
import { DECIMAL_MARKS, SEPARATORS } from "../../core/csv-text.ts";
import {
  type Given,
  type Parse,
  collected,
  command,
  commandGroup,
  furtherArguments,
  needed,
  option,
  toggle,
  wholeNumber,
  word,
} from "../terminal/command.ts";
import { LEDGER, LEDGER_MONTH, asMonth, jsonFlag } from "../terminal/options.ts";
import { printBank, printFiles, printTies, writeBankJson, writeTiesJson } from "../terminal/bank.ts";
import { driftWords, monthsTouched } from "../terminal/drift.ts";
import { printMatches } from "../terminal/matches.ts";
import { print, writeJsonList } from "../terminal/terminal.ts";
import { ledgerWording } from "../terminal/words.ts";

/** What is short is never the only way. */
const TIE_KINDS_ALONE = TIE_KINDS.filter((kind) => kind !== "short");
const anyId = wholeNumber(Number.MIN_SAFE_INTEGER);

const asLine: Parse<LinePlace> = (text, name) => {
  const [evidence, at] = (/^(\d{1,15}):(\d{1,15})$/u.exec(text)?.slice(1) ?? []).map(Number);
  if (evidence !== undefined && at !== undefined) return { evidence, at };
  throw usageError(`${name} takes the numbers of evidence and row, such as 3:12, not "${text}".`);
};

const add = command({
  takes: {
    ...LEDGER,
    files: furtherArguments("the bank's files: .xlsx, CSV, MT940, camt.053 or camt.052"),
    account: needed("<name>", "the bank account's name in this ledger"),
    dates: option("<word>", `how dates are written: ${DATE_ORDERS.join(", ")}`, word(DATE_ORDERS)),
    separator: option("<word>", `between the columns: ${SEPARATORS.join(", ")}`, word(SEPARATORS)),
    decimalMark: option("<word>", `in amounts: ${DECIMAL_MARKS.join(", ")}`, word(DECIMAL_MARKS)),
    by: option("<name>", "who adds them; without it nothing is kept"),
    note: option("<text>", "where they come from"),
  },
  after: `
Examples:
  tieout bank add wallet.tieout August.csv --account "GTBank current"
      shows how the file is read and what its balances prove; keeps nothing
  tieout bank add wallet.tieout August.csv --account "GTBank current" --by "Ada Obi"
      keeps it
  tieout bank add wallet.tieout August.csv --account "GTBank current" --dates day-first --decimal-mark comma
      where the file does not tell by itself

Titles, separators, the order of dates and of lines are found out: the reading with which the balances follow is taken. Compare it
with the file before you keep it. A file is kept whole, as evidence: its bytes in the ledger, their SHA-256 in the audit trail. It is
read ever after as it was shown. A file that cannot be read whole is refused with its row, and nothing is kept. Take one back with
tieout attach --withdraw.`,
  run: async (flags, { context }) => {
    const { ledger, files, account, dates: dateOrder, separator, decimalMark, by, note = "" } = flags;
    if (files.length === 0) throw usageError("Name the bank's files.");
    const hints = { dateOrder, decimalMark, separator };
    const { addStatements, previewStatements } =
      await import("../../main/services/review/bank-statements.ts");
    const asked = { ledger, files, account, hints };
    if (by === undefined) return { ...(await previewStatements(asked)), evidence: null };
    return addStatements({ ...asked, by, note }, context);
  },
  print: async (found, _flags, { terminal }) => {
    await printFiles(terminal, found, found.evidence);
    if (found.evidence === null)
      await print(terminal, "Nothing is kept. If this is what the files say, run it again with --by NAME.\n");
  },
});

const list = command({
  takes: { ...LEDGER, ...jsonFlag("tieout.bank/1") },
  after: `
Every bank account, with its files: how each is read, from which balance to which it goes, and which balances do not follow. Lines
that several files share count once. Money that moved between two files and is on neither is a gap.`,
  run: async ({ ledger }) => {
    const { listBank } = await import("../../main/services/review/bank-statements.ts");
    return listBank(ledger);
  },
  print: async (report, { json }, { terminal }) =>
    json ? writeBankJson(terminal, report) : printBank(terminal, report),
});

const ties = command({
  takes: { ...LEDGER_MONTH, ...jsonFlag("tieout.bank-ties/1") },
  after: `
Entries of the month that have no payref, such as withdrawals and top-ups, each with the statement lines that it came to: one line
of its amount, two lines or two entries that come to the same, or a line that a fee has made smaller by at most a fiftieth, from a
day before to seven days after money left the wallet, and the other way round for money that came in. Only what nothing else would
do is said to be tied; where there are several ways, all are listed, and what is short is listed as perhaps. Amounts and days decide; texts prove nothing.`,
  run: async ({ ledger, month }, { context }) => {
    const { tieBank } = await import("../../main/services/review/bank-ties.ts");
    return tieBank({ ledger, month }, context);
  },
  print: async (found, { json }, { terminal }) =>
    json ? writeTiesJson(terminal, found) : printTies(terminal, found),
});

const ACCEPT_TAKES = {
  ...LEDGER,
  month: option("<YYYY-MM>", "the month whose entries are accepted; with --all", asMonth),
  all: toggle("all entries of the month that are on the statements in one way alone"),
  kind: option("<word>", `of --all only these: ${TIE_KINDS_ALONE.join(", ")}`, word(TIE_KINDS_ALONE)),
  entry: option("<walletID>", "an entry; may be given several times", collected(anyId)),
  line: option("<evidence:row>", "a line of it, such as 3:12; may be given several times", collected(asLine)),
  difference: option(
    "<word>",
    `what the lines differ by: ${DIFFERENCE_CLASSES.join(", ")}`,
    word(DIFFERENCE_CLASSES),
  ),
  note: needed("<text>", "why"),
  by: needed("<name>", "who accepts them"),
  ...jsonFlag("tieout.match/1"),
};
type AcceptFlags = Given<typeof ACCEPT_TAKES>;

const accept = command({
  takes: ACCEPT_TAKES,
  after: `
Examples:
  tieout bank accept wallet.tieout --month 2026-08 --all --note "The only line each can be" --by "Ada Obi"
      every entry of the month that is on the statements in one way alone
  tieout bank accept wallet.tieout --entry 77 --entry 78 --note "Checked with the bank" --by "Ada Obi"
      these, of which each must be so
  tieout bank accept wallet.tieout --entry 79 --line 3:12 --note "The payout of the 14th, by its reference" --by "Ada Obi"
      one of several, named with its line: row 12 of evidence 3, as tieout bank ties lists it
  tieout bank accept wallet.tieout --entry 80 --line 3:14 --difference fee --note "NIP charge" --by "Ada Obi"
      one that is short, and what the rest is

Each is a match by hand, bound to the SHA-256 of its entries and lines: tieout match lists and undoes it. It is reopened when a later
pull changes an entry, or its statement is withdrawn. Until then the bank supports the entry.`,
  run: async (flags, { context }) => {
    const { ledger, note, by } = flags;
    const { acceptTies } = await import("../../main/services/review/bank-accept.ts");
    return acceptTies({ ledger, choice: choiceFrom(flags), note, by }, context);
  },
  print: async (matches, { ledger, json }, session) => {
    const { terminal } = session;
    if (json) return writeJsonList(terminal, matchesDocument(matches), "matches");
    if (matches.length === 0) return print(terminal, "There is nothing to accept.\n");
    await printMatches(terminal, matches, ledgerWording(ledger));
    const walletIDs = matches.flatMap(({ entries }) => entries.map(({ walletID }) => walletID));
    const drifted = await monthsTouched(session, ledger, { walletIDs, payIDs: [] });
    return print(terminal, driftWords(drifted ?? []));
  },
});

/** @throws TieoutError USAGE when they say several things, or none */
function choiceFrom({ month, all, kind, entry = [], line = [], difference }: AcceptFlags): AcceptedChoice {
  if (all !== (month !== undefined)) throw usageError("Give --month and --all together.");
  if (month !== undefined) {
    if (entry.length > 0 || line.length > 0 || difference !== undefined)
      throw usageError("--all takes no --entry, --line or --difference.");
    return { by: "month", month, kind: kind ?? null };
  }
  if (kind !== undefined) throw usageError("--kind goes with --all.");
  if (entry.length === 0) throw usageError("Name what to accept with --entry, or a month with --all.");
  if (line.length > 0) return { by: "lines", walletIDs: entry, lines: line, difference: difference ?? null };
  if (difference !== undefined) throw usageError("--difference goes with --line.");
  return { by: "entries", walletIDs: entry };
}

export const BANK_COMMANDS = {
  bank: commandGroup({
    add: { description: "show how a bank's files are read, or keep them", command: add },
    list: {
      description: "list the bank accounts, their files, and what their balances prove",
      command: list,
    },
    ties: {
      description: "list a month's entries without a payref with their statement lines",
      command: ties,
    },
    accept: { description: "accept statement lines as what entries came to", command: accept },
  }),
};
