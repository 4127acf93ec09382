/** The general ledger's own balance of the wallet account, out of a trial balance, kept as evidence of a month. */
import { TieoutError } from "../../../core/errors.ts";
import { type BookBalance, balanceIn, invalidTrialBalance } from "../../../core/bank/trial-balance.ts";
import { addAmounts } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { type Evidence, evidenceIn, evidenceWords } from "../../../core/review/file/attachment.ts";
import { StandingBooks, accountFor } from "../../../core/review/file/books.ts";
import { inCurrency } from "../../../core/words/currency.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listActs } from "../../ledger/trail/acts.ts";
import { checkMonth } from "../close/month-check.ts";
import { refuseUnknownMonth } from "../close/months.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type LedgerAt, readProven, writeLedger } from "../shared/use-ledger.ts";
import { FileToAttach, insertFiles } from "./attach.ts";
import { readTables } from "../import/read-statement.ts";

interface BooksOf {
  readonly month: Month;
  /** null for wallets of none that is stated; undefined where all are in one. */
  readonly currency: string | null | undefined;
}

/** The wallet account of a month in the general ledger, beside the closing of the wallets. */
export interface BooksReport {
  readonly month: Month;
  readonly currency: string | null;
  readonly decimals: number;
  /** The wallet's account; null where none is set. */
  readonly account: string | null;
  /** Of the wallets, as A1 has it. */
  readonly closing: number;
  /** What the general ledger has, in the file that was read or the newest that is kept; null without any. */
  readonly books: (BookBalance & { readonly file: string; readonly evidence: number | null }) | null;
}

/**
 * A month's closing beside the newest balance of the general ledger that is kept of it.
 *
 * @throws TieoutError CLOSE_STATE for a month that the ledger does not have; FILE_INVALID where the currency has to be
 *   named; when the ledger cannot be opened or read, or differs from its audit trail
 */
export function readBooks(
  { ledger, ...of }: BooksOf & { readonly ledger: LedgerAt },
  context: ServiceContext,
): BooksReport {
  return readProven(ledger, (db) => {
    const report = closingOf(db, of, context);
    return { ...report, books: newestKept(evidenceIn(listAttachments(db)), report) };
  });
}

/**
 * Reads a trial balance, shows what it has of the wallet's account, and keeps it where somebody says so.
 *
 * @param by who keeps it; null keeps nothing
 * @throws TieoutError as `readBooks`; TRIAL_BALANCE_INVALID with row and column; ACCOUNTS_MISSING where the wallet has no
 *   account; FILE_UNREADABLE; EVIDENCE_INVALID, also for a file that is kept of the month already; DECISION_INVALID
 */
export async function addBooks(
  {
    ledger,
    path,
    by,
    note,
    ...of
  }: BooksOf & {
    readonly ledger: string;
    readonly path: string;
    readonly by: string | null;
    readonly note: string;
  },
  context: ServiceContext,
): Promise<BooksReport> {
  const words = by === null ? null : evidenceWords({ by, note }, false);
  const report = readProven(ledger, (db) => closingOf(db, of, context));
  const { account, month, currency, decimals: places } = report;
  if (account === null) {
    const sentence = `The wallet ${inCurrency(currency)} has no account in the general ledger`;
    throw new TieoutError("ACCOUNTS_MISSING", sentence);
  }
  using file = new FileToAttach(path);
  const found = await readBalance(path, file.name, { account, places });
  if (words === null) return { ...report, books: { ...found, file: file.name, evidence: null } };
  const subject = { kind: "books", month, currency, account, places, ...found } as const;
  const [kept] = await writeLedger(ledger, context, (db) =>
    insertFiles(db, [file], { subject, ...words, atMs: context.now() }),
  );
  return { ...report, books: { ...found, file: file.name, evidence: kept?.id ?? null } };
}

/** Tables of a file in the order in which they are tried; the first that has the account counts. */
async function readBalance(
  path: string,
  file: string,
  of: { readonly account: string; readonly places: number },
): Promise<BookBalance> {
  let fault: unknown = invalidTrialBalance(file, "It has no rows");
  try {
    for (const rows of await readTables(path, file)) {
      try {
        return balanceIn(rows, { ...of, file });
      } catch (error) {
        if (says(error) > says(fault)) fault = error;
      }
    }
  } catch (error) {
    if (error instanceof TieoutError && error.code === "BANK_STATEMENT_INVALID")
      throw invalidTrialBalance(file, error.message);
    throw error;
  }
  throw fault;
}

/** What is wrong with a row says more than that there is none, and that more than that there are no titles. */
function says(error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const words = [/^It has no rows/u, /^It has no row of titles/u, /^No row is/u, /^/u];
  return words.findIndex((one) => one.test(message));
}

function closingOf(
  db: ReadableLedger,
  { month, currency: asked }: BooksOf,
  context: ServiceContext,
): Omit<BooksReport, "books"> {
  refuseUnknownMonth(db, month, context.memory);
  const { gathered } = checkMonth(db, month, context);
  const { wallets } = gathered.result;
  const known = [...new Set(wallets.map(({ currency }) => currency))];
  const [only] = known;
  if (asked === undefined && known.length > 1) {
    const sentence = `${monthTitle(month)} has wallets ${inCurrency(...known)}. Name one of these currencies`;
    throw new TieoutError("FILE_INVALID", sentence);
  }
  const currency = asked === undefined ? (only ?? null) : asked;
  if (known.length > 0 && !known.includes(currency)) {
    const sentence = `${monthTitle(month)} has no wallet ${inCurrency(currency)}, but ${inCurrency(...known)}`;
    throw new TieoutError("FILE_INVALID", sentence);
  }
  const { accounts } = new StandingBooks(listActs(db, "books"));
  return {
    month,
    currency,
    decimals: gathered.decimals,
    account: accountFor(accounts, "wallet", currency),
    closing: wallets
      .filter((wallet) => wallet.currency === currency)
      .reduce((sum, { closing }) => addAmounts(sum, closing, "wallets of the ledger"), 0),
  };
}

function newestKept(
  evidence: readonly Evidence[],
  { month, currency }: Pick<BooksReport, "month" | "currency">,
): BooksReport["books"] {
  for (const { id, name, subject, withdrawn } of evidence.toReversed()) {
    if (subject.kind !== "books" || withdrawn !== null) continue;
    if (subject.month !== month || subject.currency !== currency) continue;
    const { at, named, balance, columns } = subject;
    return { at, named, balance, columns, file: name, evidence: id };
  }
  return null;
}
