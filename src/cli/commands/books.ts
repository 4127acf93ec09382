/** The trader's general ledger: `tieout accounts`, `journal`, `books`. */
import { usageError } from "../../core/errors.ts";
import {
  ACCOUNT_PURPOSES,
  type AccountPurpose,
  BASIC_PURPOSES,
  type LedgerAccount,
  SUSPENSE_CAUSES,
} from "../../core/review/file/books.ts";
import { NO_CURRENCY } from "../../core/review/file/materiality.ts";
import { JOURNAL_PARTS, JOURNAL_PROGRAMS } from "../../core/review/file/journal.ts";
import {
  type Parse,
  anyText,
  collected,
  command,
  furtherArguments,
  needed,
  option,
  toggle,
  word,
} from "../terminal/command.ts";
import { LEDGER, LEDGER_MONTH, asMonth, jsonFlag } from "../terminal/options.ts";
import { EXIT, writeJson } from "../terminal/terminal.ts";
import {
  printAccounts,
  printBooks,
  printJournal,
  writeAccountsJson,
  writeJournalJson,
} from "../terminal/books.ts";

/** `wallet=1200`; nothing after the sign takes the account away. */
const asAccount: Parse<Omit<LedgerAccount, "currency">> = (text, name) => {
  const at = text.indexOf("=");
  if (at === -1)
    throw usageError(`${name} takes a purpose and an account, such as wallet=1200, not "${text}".`);
  const purpose = word<AccountPurpose>(ACCOUNT_PURPOSES)(text.slice(0, at).trim(), name, undefined);
  return { purpose, account: text.slice(at + 1).trim() };
};

export const BOOKS_COMMANDS = {
  accounts: command({
    takes: {
      ...LEDGER,
      account: option(
        "<purpose=account>",
        "an account of the general ledger, as its program names it; may be given several times",
        collected(asAccount),
      ),
      currency: option("<code>", "for this currency alone", anyText),
      by: option("<name>", "who sets them"),
      note: option("<text>", "why"),
      ...jsonFlag("tieout.accounts/1"),
    },
    after: `
Examples:
  tieout accounts wallet.tieout
      shows the accounts that are set, and what is missing
  tieout accounts wallet.tieout --account wallet=1200 --account "sales=Income:Escrow sales" --by "Ada Obi" --note "The client's chart"
  tieout accounts wallet.tieout --currency USD --account wallet=1210 --by "Ada Obi" --note "A wallet of its own"
  tieout accounts wallet.tieout --account tax= --by "Ada Obi" --note "The provider withholds none"
      takes an account away

Purposes: ${BASIC_PURPOSES.join(", ")}.
Withdrawals and top-ups without an account of their own go to the bank's. Suspense may have an account for one cause, such as
suspense/orphan-payref: ${SUSPENSE_CAUSES.join(", ")}.

Each change is a new version with a name and a reason, and a link of the audit trail.`,
    run: async ({ ledger, account = [], currency = null, by, note }, { context }) => {
      const { changeAccounts, readAccounts } = await import("../../main/services/close/accounts.ts");
      if (account.length === 0) {
        if (by !== undefined || currency !== null)
          throw usageError("Give the accounts: --account wallet=1200.");
        return readAccounts(ledger);
      }
      if (by === undefined || note === undefined)
        throw usageError("Setting accounts needs --by NAME and --note TEXT.");
      const given = account.map((one) => ({ ...one, currency }));
      return changeAccounts({ ledger, given, by, note }, context);
    },
    print: async (report, { ledger, json }, { terminal }) =>
      json ? writeAccountsJson(terminal, report) : printAccounts(terminal, ledger, report),
  }),

  books: command({
    takes: {
      ...LEDGER,
      file: furtherArguments("a trial balance of the general ledger at the month's end: CSV or .xlsx"),
      month: needed("<YYYY-MM>", "the month", asMonth),
      currency: option(
        "<code>",
        `of a ledger with several currencies, the wallet's; ${NO_CURRENCY} where none is stated`,
        anyText,
      ),
      by: option("<name>", "who keeps it; without it nothing is kept"),
      note: option("<text>", "where it comes from"),
      ...jsonFlag("tieout.books/1"),
    },
    after: `
Examples:
  tieout books wallet.tieout "Trial balance August.csv" --month 2026-08
      what the general ledger has of the wallet's account, beside the closing of sheet A1; keeps nothing
  tieout books wallet.tieout "Trial balance August.csv" --month 2026-08 --by "Ada Obi"
      keeps the file as evidence
  tieout books wallet.tieout --month 2026-08
      beside the newest that is kept

A row of titles has debit and credit, or a balance. The row counts in which a cell is the wallet's account, as tieout accounts has
it, alone or before a sign, such as 1200 - Escrow wallet. The file's bytes are kept in the ledger, their SHA-256 in the audit trail.
Take it back with tieout attach --withdraw. Exit status 1 means that the balances differ.`,
    run: async ({ ledger, file, month, currency: asked, by, note = "" }, session) => {
      const { addBooks, readBooks } = await import("../../main/services/review/trial-balance.ts");
      const of = { ledger, month, currency: asked === NO_CURRENCY ? null : asked };
      const [path, other] = file;
      if (other !== undefined) throw usageError("Give one trial balance at a time.");
      if (path === undefined && by !== undefined) throw usageError("Name the trial balance to keep.");
      const report =
        path === undefined
          ? readBooks(of, session.context)
          : await addBooks({ ...of, path, by: by ?? null, note }, session.context);
      if (report.books !== null && report.books.balance !== report.closing) session.exitStatus = EXIT.found;
      return report;
    },
    print: async (report, { json }, { terminal }) =>
      json ? writeJson(terminal, { schema: "tieout.books/1", ...report }) : printBooks(terminal, report),
  }),

  journal: command({
    takes: {
      ...LEDGER_MONTH,
      currency: option(
        "<code>",
        `of a ledger with several currencies, the one to post; ${NO_CURRENCY} where none is stated`,
        anyText,
      ),
      each: option(
        "<word>",
        `what makes one entry: ${JOURNAL_PARTS.join(", ")} (default day)`,
        word(JOURNAL_PARTS),
      ),
      for: option(
        "<program>",
        `the program that imports it: ${JOURNAL_PROGRAMS.join(", ")}`,
        word(JOURNAL_PROGRAMS),
      ),
      out: option("<path>", "path of the file"),
      taxRate: option("<name>", "what Xero calls the tax rate of every line, such as Tax Exempt"),
      by: option("<name>", "who releases it; without it nothing is written"),
      note: option("<text>", "why a month that was released is posted otherwise now"),
      replace: toggle("replace the file at --out, even if it was edited"),
      ...jsonFlag("tieout.journal/1"),
    },
    after: `
Examples:
  tieout journal wallet.tieout --month 2026-08
      what the month would be posted as, and its releases; writes nothing
  tieout journal wallet.tieout --month 2026-08 --for qbo --out "August.csv" --by "Ada Obi"
      releases it for QuickBooks Online
  tieout journal wallet.tieout --month 2026-08 --for xero --tax-rate "Tax Exempt" --each month --out "August.csv" --by "Ada Obi"
  tieout journal wallet.tieout --month 2026-08 --for qbo --out "August 2.csv" --by "Ada Obi" --note "The provider corrected 3 entries"
      of a month that was released and has changed: its reversal and its successor, in one file

Programs: qbo is QuickBooks Online, sage50 Sage 50 of the United Kingdom, sage50-us that of the United States (once Peachtree), excel
one sheet, which TallyPrime reads, too. Accounts are set with tieout accounts, and what movements without a payment are with tieout
actions. What is open waits on suspense, by its cause.

A release is a link of the audit trail with the file's SHA-256. The same month again is the same file to the byte, or refused.`,
    run: async (flags, { context }) => {
      const {
        ledger,
        month,
        currency: asked,
        each = null,
        out,
        taxRate = null,
        by,
        note = "",
        replace,
      } = flags;
      const { readJournal, releaseJournal } = await import("../../main/services/export/journal.ts");
      const currency = asked === NO_CURRENCY ? null : asked;
      const of = { ledger, month, currency, each };
      let release = null;
      if (by !== undefined) {
        if (flags.for === undefined || out === undefined)
          throw usageError("Releasing a journal needs --for PROGRAM and --out PATH.");
        const request = { ...of, program: flags.for, out, taxRate, by, note, replace };
        release = await releaseJournal(request, context);
      } else if (flags.for !== undefined || out !== undefined) {
        throw usageError("Releasing a journal needs --by NAME.");
      }
      return { release, report: readJournal(of, context) };
    },
    print: async (found, { json }, { terminal }) =>
      json ? writeJournalJson(terminal, found) : printJournal(terminal, found),
  }),
};
