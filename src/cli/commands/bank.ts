/** Statements of bank accounts: `tieout bank add`, `list`, `ties`. */
import { DATE_ORDERS } from "../../core/bank/cells.ts";
import { DECIMAL_MARKS, SEPARATORS } from "../../core/csv-text.ts";
import {
  command,
  commandGroup,
  furtherArguments,
  needed,
  option,
  usageError,
  word,
} from "../terminal/command.ts";
import { LEDGER, LEDGER_MONTH, jsonFlag } from "../terminal/options.ts";
import { printBank, printFiles, printTies, writeBankJson, writeTiesJson } from "../terminal/bank.ts";
import { print } from "../terminal/terminal.ts";

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
  }),
};
