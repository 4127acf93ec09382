/** Statements of bank accounts as a use case: read, shown, kept as evidence, and joined into accounts. */
import { hash } from "node:crypto";
import { keptLinesText } from "../../../core/bank/kept-lines.ts";
import {
  type BankAccount,
  type BankStatement,
  balanceBreaks,
  closingBalance,
  openingBalance,
} from "../../../core/bank/statement.ts";
import { type StatementReading, readingWords } from "../../../core/bank/reading.ts";
import { type CountedStatement, gapWords, statementWords } from "../../../core/bank/statement-words.ts";
import { invalidStatement } from "../../../core/bank/table.ts";
import { attachedName, bankAccountName, evidenceWords } from "../../../core/review/file/attachment.ts";
import { type KeptBank, bankPlaces, readKeptBank } from "../../ledger/acts/bank-books.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { FileToAttach, insertFiles } from "./attach.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type LedgerAt, readProven, writeLedger } from "../shared/use-ledger.ts";
import { type ReadingHints, type StatementFile, readStatementBytes } from "../import/read-statement.ts";

interface FileFound {
  readonly file: string;
  readonly reading: StatementReading;
  readonly statements: readonly CountedStatement[];
}

export interface KeptFile extends FileFound {
  readonly evidence: number;
  readonly by: string;
  readonly atMs: number;
}

export interface BankAccountReport extends Omit<BankAccount, "lines" | "repeats"> {
  readonly account: string;
  readonly currency: string | null;
  readonly lines: number;
  readonly files: readonly KeptFile[];
}

export interface BankReport {
  /** Decimals of all amounts of the report. */
  readonly places: number;
  readonly accounts: readonly BankAccountReport[];
}

export interface BankFiles {
  readonly ledger: string;
  readonly files: readonly string[];
  /** The bank account's name in this ledger. */
  readonly account: string;
  readonly hints: ReadingHints;
}

/** Statements as they would be kept. */
export interface BankPreview {
  readonly places: number;
  readonly files: readonly FileFound[];
}

/**
 * Reads statements and shows how, without keeping anything.
 *
 * @throws TieoutError BANK_STATEMENT_INVALID; FILE_UNREADABLE; EVIDENCE_INVALID for a file that is
 *   empty or too large; LEDGER_* as opening raises
 */
export async function previewStatements(asked: BankFiles): Promise<BankPreview> {
  return withRead(asked, async (read, places) => ({ places, files: read.map(foundOf) }));
}

/** How each file would be read, and what its balances prove, in the words of the command line. @throws as `previewStatements` */
export async function previewWords(
  asked: BankFiles,
): Promise<{ readonly file: string; readonly words: string[] }[]> {
  const { places, files } = await previewStatements(asked);
  return files.map((one) => ({ file: one.file, words: fileWords(one, places) }));
}

/** The accounts with what their files prove, in words. @throws as `listBank` */
export function bankWords(ledger: LedgerAt) {
  const { places, accounts } = listBank(ledger);
  return accounts.map(({ account, currency, lines, gaps, files }) => ({
    account,
    currency,
    lines,
    words: [
      ...gaps.map((gap) => gapWords(gap, places)),
      ...files.map((one) => [`Evidence ${one.evidence}, ${one.file}.`, ...fileWords(one, places)].join(" ")),
    ],
  }));
}

function fileWords({ reading, statements }: FileFound, places: number): string[] {
  return [...readingWords(reading), ...statements.flatMap((one) => statementWords(one, places))];
}

/**
 * Keeps statements whole, as evidence of their account, all or none.
 *
 * @returns what was kept, with the numbers of the evidence in the order of the files
 * @throws TieoutError as `previewStatements`; DECISION_INVALID without a name; EVIDENCE_INVALID for a file that
 *   the account has already
 */
export async function addStatements(
  asked: BankFiles & { readonly by: string; readonly note: string },
  context: ServiceContext,
): Promise<BankPreview & { readonly evidence: readonly number[] }> {
  const words = evidenceWords(asked, false);
  const account = bankAccountName(asked.account);
  return withRead(asked, async (read, places) => {
    const atMs = context.now();
    const evidence = await writeLedger(asked.ledger, context, (db) => {
      const kept = read.map(({ file, reading }) => {
        const subject = { kind: "bank", account, reading } as const;
        return insertFiles(db, [file], { subject, ...words, atMs });
      });
      for (const [at, { statements }] of read.entries()) {
        for (const { id: statement, name } of kept[at] ?? []) {
          const subject = { kind: "lines", statement, places } as const;
          insertFiles(db, [linesFile(name, statements)], { subject, by: words.by, note: "", atMs });
        }
      }
      return kept.flat();
    });
    return { places, files: read.map(foundOf), evidence: evidence.map(({ id }) => id) };
  });
}

/**
 * The bank accounts of a ledger, by name, with their statements in the order in which they were kept.
 *
 * @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail
 */
export function listBank(ledger: LedgerAt): BankReport {
  return readProven(ledger, (db) => {
    const { places, accounts } = bankIn(db);
    return {
      places,
      accounts: accounts.map(({ account, currency, files, joined: { lines, shared, gaps } }) => ({
        account,
        currency,
        lines: lines.length,
        shared,
        gaps,
        files: files.map(({ evidence: { id, by, atMs, name }, reading, statements }) => {
          return { ...foundOf({ name, reading, statements }), evidence: id, by, atMs };
        }),
      })),
    };
  });
}

function bankIn(db: ReadableLedger): Pick<KeptBank, "places" | "accounts"> {
  return readKeptBank(db) ?? { places: bankPlaces(readSettings(db).decimals), accounts: [] };
}

interface ReadFile extends StatementFile {
  readonly name: string;
}

/** What was read of a statement, as a file of its own. */
function linesFile(name: string, statements: readonly BankStatement[]) {
  const content = Buffer.from(keptLinesText(statements), "utf8");
  return {
    name: attachedName(`${name}.lines.json`),
    bytes: content.length,
    sha256: hash("sha256", content, "hex"),
    content: () => [content],
  };
}

/** Files that stay open while they are read and kept; what is read are the bytes that are kept. */
async function withRead<T>(
  { ledger, files, account, hints }: BankFiles,
  work: (read: readonly (ReadFile & { readonly file: FileToAttach })[], places: number) => Promise<T>,
): Promise<T> {
  const { places, accounts } = readProven(ledger, bankIn);
  const open: FileToAttach[] = [];
  try {
    for (const path of files) open.push(new FileToAttach(path));
    const read: (ReadFile & { file: FileToAttach })[] = [];
    for (const file of open) {
      const { name } = file;
      const bytes = Buffer.concat(Array.from(file.content(), (part) => Buffer.from(part)));
      read.push({ name, file, ...(await readStatementBytes(bytes, { name, places, hints })) });
    }
    const before = accounts.find((one) => one.account === bankAccountName(account));
    const kept = (before?.files ?? []).map(({ evidence, statements }) => ({
      name: evidence.name,
      statements,
    }));
    refuseSeveralCurrencies([...kept, ...read]);
    return await work(read, places);
  } finally {
    for (const file of open) file[Symbol.dispose]();
  }
}

/** What was read of a file, however. */
type NamedStatements = Pick<ReadFile, "name" | "statements">;

function currenciesOf(files: readonly NamedStatements[]): Set<string> {
  const stated = files.flatMap(({ statements }) => statements.map(({ currency }) => currency));
  return new Set(stated.filter((currency) => currency !== null));
}

/** An account has one currency; what states none is of it. */
function refuseSeveralCurrencies(files: readonly NamedStatements[]): void {
  const [currency, other] = currenciesOf(files);
  if (currency === undefined || other === undefined) return;
  const file = files.find((one) => currenciesOf([one]).has(other));
  throw invalidStatement(
    file?.name ?? "",
    `It is in ${other}, and the account's other statements are in ${currency}. Each currency is an account of its own`,
  );
}

function foundOf({ name, reading, statements }: ReadFile): FileFound {
  return { file: name, reading, statements: statements.map(provenOf) };
}

function provenOf(statement: BankStatement): CountedStatement {
  const { lines, ...rest } = statement;
  return {
    ...rest,
    opening: openingBalance(statement),
    closing: closingBalance(statement),
    from: lines[0]?.day ?? null,
    to: lines.at(-1)?.day ?? null,
    lines: lines.length,
    breaks: balanceBreaks(statement),
  };
}
