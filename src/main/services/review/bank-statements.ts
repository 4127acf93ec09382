/** Statements of bank accounts as a use case: read, shown, kept as evidence, and joined into accounts. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type StatementBreak,
  type BankAccount,
  type BankStatement,
  balanceBreaks,
  closingBalance,
  joinStatements,
  openingBalance,
} from "../../../core/bank/statement.ts";
import type { StatementReading } from "../../../core/bank/reading.ts";
import { invalidStatement } from "../../../core/bank/table.ts";
import {
  type Evidence,
  bankAccountName,
  evidenceIn,
  evidenceWords,
} from "../../../core/review/file/attachment.ts";
import { compareBytes } from "../../../core/text.ts";
import type { Day } from "../../../core/time.ts";
import { listAttachments, readAttachment } from "../../ledger/acts/attachment.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { FileToAttach, insertFiles } from "./attach.ts";
import { inPrivateFolder } from "../shared/leftovers.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type LedgerAt, readProven, writeLedger } from "../shared/use-ledger.ts";
import { type ReadingHints, type StatementFile, readStatementFile } from "./read-statement.ts";

/** A statement and what its own balances prove. Amounts are integers with the report's `places` decimals. */
export interface ProvenStatement extends Omit<BankStatement, "lines"> {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly lines: number;
  /** Balances that do not follow, in the order of the lines; none where none is stated. */
  readonly breaks: readonly StatementBreak[];
}

interface FileFound {
  readonly file: string;
  readonly reading: StatementReading;
  readonly statements: readonly ProvenStatement[];
}

export interface KeptFile extends FileFound {
  readonly evidence: number;
  readonly by: string;
  readonly atMs: number;
}

export interface BankAccountReport extends Omit<BankAccount, "lines"> {
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
 * Banks write hundredths, whatever the ledger shows: nothing of theirs may be rounded.
 *
 * @param decimals of the ledger's amounts
 */
function placesFor(decimals: number): number {
  return Math.max(2, decimals);
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
    const evidence = await writeLedger(asked.ledger, context, (db) =>
      read.flatMap(({ file, reading }) => {
        const subject = { kind: "bank", account, reading } as const;
        return insertFiles(db, [file], { subject, ...words, atMs: context.now() });
      }),
    );
    return { places, files: read.map(foundOf), evidence: evidence.map(({ id }) => id) };
  });
}

/**
 * The bank accounts of a ledger, by name, with their statements in the order in which they were kept.
 *
 * @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail
 */
export async function listBank(ledger: LedgerAt): Promise<BankReport> {
  const { places, accounts } = await readBank(ledger);
  return {
    places,
    accounts: accounts.map(({ account, currency, files, joined: { lines, shared, gaps } }) => ({
      account,
      currency,
      lines: lines.length,
      shared,
      gaps,
      files: files.map((one) => {
        const { id, by, atMs } = one.evidence;
        return { ...foundOf(one), evidence: id, by, atMs };
      }),
    })),
  };
}

/** A file with what was read in it. */
interface ReadFile extends StatementFile {
  readonly name: string;
}

interface KeptStatements extends ReadFile {
  readonly account: string;
  readonly evidence: Evidence;
}

/** A bank account with its lines. */
export interface ReadAccount {
  readonly account: string;
  /** null where no file says. */
  readonly currency: string | null;
  readonly files: readonly KeptStatements[];
  readonly joined: BankAccount;
}

interface ReadBank {
  readonly places: number;
  readonly accounts: readonly ReadAccount[];
}

export async function readBank(ledger: LedgerAt): Promise<ReadBank> {
  const { places, kept } = readProven(ledger, (db) => ({
    places: placesFor(readSettings(db).decimals),
    kept: evidenceIn(listAttachments(db)).flatMap((evidence) => bytesOf(db, evidence)),
  }));
  const files: KeptStatements[] = [];
  for (const { account, reading, evidence, bytes } of kept) {
    const { name } = evidence;
    const found = await readBytes(bytes, { name, places, hints: hintsOf(reading) });
    files.push({ account, evidence, name, ...found });
  }
  const accounts = [...Map.groupBy(files, ({ account }) => account)]
    .toSorted(([one], [other]) => compareBytes(one, other))
    .map(([account, own]) => ({
      account,
      currency: [...currenciesOf(own)][0] ?? null,
      files: own,
      joined: joinStatements(
        own.flatMap(({ evidence: { id }, statements }) =>
          statements.map((statement) => ({ ...statement, evidence: id })),
        ),
      ),
    }));
  return { places, accounts };
}

/** The bytes of a statement that was not withdrawn; nothing of other evidence. */
function bytesOf(db: ReadableLedger, evidence: Evidence) {
  const { subject, withdrawn } = evidence;
  if (subject.kind !== "bank" || withdrawn !== null) return [];
  const { account, reading } = subject;
  return [{ account, reading, evidence, bytes: Buffer.concat([...readAttachment(db, evidence)]) }];
}

/** Read again as it was read when it was kept, whatever would be found out today. */
function hintsOf({ table }: StatementReading): ReadingHints {
  if (table === null) return {};
  const { dateOrder, decimalMark, newestFirst, separator, sheet } = table;
  return {
    dateOrder,
    decimalMark,
    newestFirst,
    separator: separator ?? undefined,
    sheet: sheet ?? undefined,
  };
}

interface HowToRead {
  readonly name: string;
  readonly places: number;
  readonly hints: ReadingHints;
}

/** Libraries that read workbooks want a file: its bytes in one of our own. */
async function readBytes(bytes: Uint8Array, { name, places, hints }: HowToRead): Promise<StatementFile> {
  return inPrivateFolder("statement", async (folder) => {
    const path = join(folder, "statement");
    await writeFile(path, bytes);
    return readStatementFile(path, name, places, hints);
  });
}

/** Files that stay open while they are read and kept; what is read are the bytes that are kept. */
async function withRead<T>(
  { ledger, files, account, hints }: BankFiles,
  work: (read: readonly (ReadFile & { readonly file: FileToAttach })[], places: number) => Promise<T>,
): Promise<T> {
  const { places, accounts } = await readBank(ledger);
  const open: FileToAttach[] = [];
  try {
    for (const path of files) open.push(new FileToAttach(path));
    const read: (ReadFile & { file: FileToAttach })[] = [];
    for (const file of open) {
      const { name } = file;
      const bytes = Buffer.concat([...copiesOf(file.content())]);
      read.push({ name, file, ...(await readBytes(bytes, { name, places, hints })) });
    }
    const before = accounts.find((one) => one.account === bankAccountName(account));
    refuseSeveralCurrencies([...(before?.files ?? []), ...read]);
    return await work(read, places);
  } finally {
    for (const file of open) file[Symbol.dispose]();
  }
}

function* copiesOf(parts: Iterable<Uint8Array>): Generator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}

function currenciesOf(files: readonly StatementFile[]): Set<string> {
  const stated = files.flatMap(({ statements }) => statements.map(({ currency }) => currency));
  return new Set(stated.filter((currency) => currency !== null));
}

/** An account has one currency; what states none is of it. */
function refuseSeveralCurrencies(files: readonly ReadFile[]): void {
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

function provenOf(statement: BankStatement): ProvenStatement {
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
