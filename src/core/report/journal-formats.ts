/**
 * A released journal as the program reads it that imports it: its columns, its date form, its limits. One writer each
 * over the same entries; docs/journal.md has the layouts with where they are published.
 */
import { type CsvFields, CSV_DATA_FIELDS } from "../csv-text.ts";
import { plainAmount } from "../plain-text.ts";
import { type JournalProgram, type NumberedEntry, journalRefused } from "../review/file/journal.ts";
import type { Day } from "../time.ts";

/** What a file is made from. */
export interface JournalContent {
  readonly entries: readonly NumberedEntry[];
  readonly decimals: number;
  readonly currency: string | null;
  /** What Xero calls the tax rate of every line. */
  readonly taxRate: string | null;
  /** Between which balances the entries lie; null where they take earlier ones back. */
  readonly balances: { readonly opening: number; readonly closing: number; readonly firstDay: Day } | null;
}

/** What a program refuses beyond it. */
export interface ProgramLimits {
  /** How people call it. */
  readonly name: string;
  /** Characters of an account. */
  readonly account: number;
  /** Characters of an entry's number. */
  readonly reference: number;
  /** Lines of an entry. */
  readonly lines: number;
  /** Lines of a file. */
  readonly fileLines: number;
  /** Decimals of an amount. */
  readonly decimals: number;
}

const NONE = {
  account: Infinity,
  reference: Infinity,
  lines: Infinity,
  fileLines: Infinity,
  decimals: Infinity,
};

export const PROGRAM_LIMITS: Readonly<Record<JournalProgram, ProgramLimits>> = {
  qbo: { ...NONE, name: "QuickBooks Online", reference: 21, decimals: 2 },
  sage50: { ...NONE, name: "Sage 50 (UK)", account: 8, reference: 30, decimals: 2 },
  "sage50-us": { ...NONE, name: "Sage 50 (US)", account: 15, reference: 20, lines: 560, decimals: 2 },
  xero: { ...NONE, name: "Xero", account: 10, fileLines: 300, decimals: 2 },
  excel: { ...NONE, name: "Excel" },
  hledger: { ...NONE, name: "hledger" },
};

/** Refuses what the program would refuse. @throws TieoutError JOURNAL_REFUSED naming entry, account or limit */
export function assertWithinLimits(program: JournalProgram, { entries, decimals }: JournalContent): void {
  const limits = PROGRAM_LIMITS[program];
  const { name } = limits;
  if (decimals > limits.decimals)
    throw journalRefused(
      `${name} takes amounts with ${limits.decimals} decimals, and the ledger has ${decimals}`,
    );
  const lines = entries.flatMap((entry) => entry.lines);
  const long = lines.find(({ account }) => account.length > limits.account);
  if (long !== undefined)
    throw journalRefused(
      `${name} takes accounts of ${limits.account} characters at most, and ${long.account} is longer`,
    );
  for (const { number, lines: own } of entries) {
    if (number.length > limits.reference)
      throw journalRefused(
        `${name} takes references of ${limits.reference} characters at most, and ${number} is longer`,
      );
    if (own.length > limits.lines)
      throw journalRefused(
        `${name} takes ${limits.lines} lines of an entry at most, and ${number} has ${own.length}`,
      );
  }
  if (lines.length > limits.fileLines)
    throw journalRefused(
      `${name} takes ${limits.fileLines} lines of a file at most, and the journal has ${lines.length}. Release the month as one entry, with --each month`,
    );
}

/** The text of a file; that of Excel is a table of `EXCEL_COLUMNS`. @throws TieoutError JOURNAL_REFUSED */
export function journalText(program: Exclude<JournalProgram, "excel">, content: JournalContent): string {
  assertWithinLimits(program, content);
  return WRITERS[program](content);
}

const { text, line }: CsvFields = CSV_DATA_FIELDS;

/** On one line: some programs end a record where a line ends, whatever is quoted. */
function words(of: string): string {
  return text(of.replaceAll(/[\r\n\t]+/gu, " "));
}

function csv(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, ...rows].map(line).join("");
}

const WRITERS: Readonly<Record<Exclude<JournalProgram, "excel">, (content: JournalContent) => string>> = {
  qbo: ({ entries, decimals }) =>
    csv(
      ["JournalNo", "JournalDate", "Account Name", "Debits", "Credits", "Description"],
      entries.flatMap((entry) =>
        entry.lines.map(({ account, amount, text: said }) => [
          entry.number,
          dayFirst(entry.day, "/"),
          words(account),
          ...sidesOf(amount, decimals),
          words(`${entry.text}: ${said}`),
        ]),
      ),
    ),
  sage50: ({ entries, decimals }) =>
    csv(
      [
        "Type",
        "Account Reference",
        "Nominal A/C Ref",
        "Department Code",
        "Date",
        "Reference",
        "Details",
        "Net Amount",
        "Tax Code",
        "Tax Amount",
      ],
      entries.flatMap((entry) =>
        entry.lines.map(({ account, amount, text: said }) => [
          amount > 0 ? "JD" : "JC",
          "",
          words(account),
          "0",
          dayFirst(entry.day, ""),
          entry.number,
          words(cut(said, 60)),
          plainAmount(Math.abs(amount), decimals),
          // Outside the scope of VAT, as the program itself posts journals.
          "T9",
          plainAmount(0, 2),
        ]),
      ),
    ),
  "sage50-us": ({ entries, decimals }) =>
    csv(
      ["Date", "Reference", "Number of Distributions", "G/L Account", "Description", "Amount"],
      entries.flatMap((entry) =>
        entry.lines.map(({ account, amount, text: said }) => [
          monthFirst(entry.day),
          entry.number,
          String(entry.lines.length),
          words(account),
          words(cut(said, 160)),
          plainAmount(amount, decimals),
        ]),
      ),
    ),
  xero: ({ entries, decimals, taxRate }) =>
    csv(
      ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"],
      entries.flatMap((entry) =>
        entry.lines.map(({ account, amount, text: said }) => [
          words(`${entry.number} ${entry.text}`),
          dayFirst(entry.day, "/"),
          words(said),
          words(account),
          words(taxRate ?? ""),
          plainAmount(amount, decimals),
        ]),
      ),
    ),
  hledger: hledgerText,
};

/** Debit, then credit, of which one is empty. */
function sidesOf(amount: number, decimals: number): [debit: string, credit: string] {
  const plain = plainAmount(Math.abs(amount), decimals);
  return amount > 0 ? [plain, ""] : ["", plain];
}

function dayFirst(day: Day, between: string): string {
  return day.split("-").toReversed().join(between);
}

/** @example `08/31/26` */
function monthFirst(day: Day): string {
  const [year = "", month, of] = day.split("-");
  return `${month}/${of}/${year.slice(-2)}`;
}

function cut(said: string, most: number): string {
  const signs = Array.from(said);
  return signs.length <= most ? said : `${signs.slice(0, most - 1).join("")}…`;
}

/** A sheet for people and for programs that read one: titles in its first row. */
export const EXCEL_COLUMNS = ["Date", "Voucher number", "Account", "Debit", "Credit", "Narration"] as const;

export interface ExcelRow {
  readonly day: Day;
  readonly number: string;
  readonly account: string;
  /** In the service's unit. */
  readonly debit: number | null;
  readonly credit: number | null;
  readonly text: string;
}

export function excelRows({ entries }: Pick<JournalContent, "entries">): ExcelRow[] {
  return entries.flatMap(({ day, number, text: of, lines }) =>
    lines.map(({ account, amount, text: said }) => ({
      day,
      number,
      account,
      debit: amount > 0 ? amount : null,
      credit: amount < 0 ? 0 - amount : null,
      text: `${of}: ${said}`,
    })),
  );
}

/** An account that the journal of one month opens from, so that its closing can be asserted. */
const OPENING_ACCOUNT = "equity:opening balance of the month";

/** A journal of hledger, with the wallet's balance asserted after each entry. */
function hledgerText({ entries, decimals, currency, balances }: JournalContent): string {
  const commodity = currency === null ? "" : ` ${commodityOf(currency)}`;
  const amountText = (amount: number) => `${plainAmount(amount, decimals)}${commodity}`;
  const blocks: string[] = [];
  let balance = balances?.opening ?? 0;
  const wallet = entries.flatMap(({ lines }) => lines).find(({ purpose }) => purpose === "wallet");
  if (balances !== null && wallet !== undefined && balance !== 0)
    blocks.push(
      `${balances.firstDay} opening\n    ${accountText(wallet.account)}  ${amountText(balance)}\n    ${OPENING_ACCOUNT}\n`,
    );
  for (const { day, number, text: of, lines } of entries) {
    const postings = lines.map(({ purpose, account, amount, text: said }) => {
      if (purpose === "wallet") balance += amount;
      return `    ${accountText(account)}  ${amountText(amount)}  ; ${plainLine(said)}\n`;
    });
    if (balances !== null && wallet !== undefined)
      postings.push(`    ${accountText(wallet.account)}  ${amountText(0)} = ${amountText(balance)}\n`);
    blocks.push(`${day} (${number}) ${plainLine(of).replaceAll(";", ",")}\n${postings.join("")}`);
  }
  return blocks.join("\n");
}

/** Two blanks end an account's name; a sign in front would mean something else. */
function accountText(account: string): string {
  return plainLine(account)
    .replaceAll(/\s+/gu, " ")
    .replace(/^[!*(["';=]+/u, (signs) => signs.replaceAll(/./gu, "_"));
}

function plainLine(of: string): string {
  return of.replaceAll(/[\r\n\t\u2028\u2029]+/gu, " ");
}

function commodityOf(currency: string): string {
  return /^\p{L}+$/u.test(currency) ? currency : `"${currency.replaceAll(/["\r\n]/gu, "_")}"`;
}
