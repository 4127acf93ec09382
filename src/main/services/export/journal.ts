/** A month's journal as a use case: what it would post, and releasing it for a program. */
import { basename } from "node:path";
import { TieoutError, usageError } from "../../../core/errors.ts";
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import type { CurrencyBlock } from "../../../core/report/sheet/currencies.ts";
import { figuresOf } from "../../../core/report/sheet/figures.ts";
import { checkUpTo } from "../../../core/report/sheet/closing.ts";
import { journalOf } from "../../../core/report/journal.ts";
import {
  PROGRAM_LIMITS,
  assertWithinLimits,
  excelRows,
  journalText,
} from "../../../core/report/journal-formats.ts";
import { hasWords, nameOf, noteOf } from "../../../core/review/decisions/note-rules.ts";
import { type Review, type ReviewStatus, reviewFindings } from "../../../core/review/decisions/review.ts";
import { BOOKS_WORDS, StandingBooks } from "../../../core/review/file/books.ts";
import {
  type Journal,
  type JournalEvent,
  type JournalFile,
  type JournalPart,
  type JournalProgram,
  type ReleasedJournal,
  journalRefused,
  numberedEntries,
  postsTheSame,
  releaseName,
} from "../../../core/review/file/journal.ts";
import { attachedName } from "../../../core/review/file/attachment.ts";
import { categoryFinder } from "../../../core/review/file/movement-rules.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { type Day, addDays, monthDays } from "../../../core/time.ts";
import { inCurrency, currencyList } from "../../../core/words/currency.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { auditHead, writeAlone } from "../../ledger/file/audit.ts";
import { type ReadableLedger, type WritableLedger, closeLedger } from "../../ledger/file/connection.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { guarded, ledgerError } from "../../ledger/file/sqlite-error.ts";
import { listFiles } from "../../ledger/acts/month-file.ts";
import { refuseForged } from "../../ledger/proof/rows.ts";
import { insertAct, listActs } from "../../ledger/trail/acts.ts";
import { type JournalSheet, writeJournalFile } from "../../excel/documents/write-journal.ts";
import { checkMonth } from "../close/month-check.ts";
import { refuseUnknownMonth } from "../close/months.ts";
import { unkeptInputOf } from "../close/report-input.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type LedgerAt, openToWrite, readProven } from "../shared/use-ledger.ts";
import { measureFile } from "../shared/measure-file.ts";
import { assertTarget, perhapsEdited } from "./export-target.ts";

interface JournalOf {
  readonly month: Month;
  /** null for wallets of none that is stated; undefined where all are in one. */
  readonly currency: string | null | undefined;
  /** null for that of the month's release, else by day. */
  readonly each: JournalPart | null;
}

/** A month's journal as it would be posted now, and its releases so far. */
export interface JournalReport {
  readonly journal: Journal;
  readonly releases: readonly {
    readonly released: ReleasedJournal;
    readonly files: readonly JournalFile[];
  }[];
  /** The release that posts what would be posted now; null where there is none. */
  readonly standing: number | null;
}

/**
 * @throws TieoutError ACCOUNTS_MISSING; JOURNAL_REFUSED where the currency has to be named; CLOSE_STATE for a month
 *   that the ledger does not have; when the ledger cannot be opened or read, or differs from its audit trail
 */
export function readJournal(
  { ledger, ...of }: JournalOf & { readonly ledger: LedgerAt },
  context: ServiceContext,
): JournalReport {
  return readProven(ledger, (db) => reportOf(db, of, context));
}

function reportOf(db: ReadableLedger, of: JournalOf, context: ServiceContext): JournalReport {
  const books = new StandingBooks(listActs(db, "books"));
  const journal = composeJournal(db, of, books, context);
  const newest = books.journals.newest(of.month, journal.currency);
  const isSame = newest !== null && postsTheSame(newest.released, journal);
  return {
    journal,
    releases: books.journals.of(of.month).filter(({ released }) => released.currency === journal.currency),
    standing: isSame ? newest.released.release : null,
  };
}

function composeJournal(
  db: ReadableLedger,
  { month, currency, each }: JournalOf,
  books: StandingBooks,
  context: ServiceContext,
): Journal {
  refuseUnknownMonth(db, month, context.memory);
  const checked = checkMonth(db, month, context);
  const { gathered, decisions, versions } = checked;
  const figures = figuresOf(unkeptInputOf(db, gathered, context));
  const days = monthDays(month);
  if (days === null) throw new Error("a month has days");
  const reviewedUpTo = (day: Day) => {
    const check = checkUpTo(day, gathered.input, gathered.result, sha256);
    return { check, statusOf: statusIn(reviewFindings(check.findings, decisions, versions)) };
  };
  const block = blockOf(figures.currencies.blocks, currency, month);
  const known = figures.currencies.blocks[block]?.currency ?? null;
  const part = each ?? books.journals.newest(month, known)?.released.each ?? "day";
  return journalOf({
    figures,
    month,
    block,
    each: part,
    now: reviewedUpTo(days.to),
    before: reviewedUpTo(addDays(days.from, -1)),
    accounts: books.accounts,
    category: categoryFinder(listFiles(db).versions.at(-1)?.terms.movements ?? []),
  });
}

function statusIn({ findings }: Review): (finding: Finding) => ReviewStatus {
  const statuses = new Map(findings.map(({ finding, status }) => [finding, status]));
  return (finding) => statuses.get(finding) ?? "open";
}

/** @throws TieoutError JOURNAL_REFUSED where wallets of several currencies moved and none of them is named */
function blockOf(
  blocks: readonly Pick<CurrencyBlock, "currency" | "wallets">[],
  currency: string | null | undefined,
  month: Month,
): number {
  const own = blocks.map((one, at) => ({ ...one, at })).filter(({ wallets }) => wallets.length > 0);
  const moved = own.filter(({ wallets }) => wallets.some(({ entries }) => entries > 0));
  const found =
    currency === undefined
      ? moved.length === 1
        ? moved
        : own
      : own.filter((one) => one.currency === currency);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.at;
  const all = [...new Set(own.map((one) => one.currency))];
  throw journalRefused(
    currency === undefined
      ? `${monthTitle(month)} has several currencies, and each has a journal of its own. Name one of them: ${currencyList(all)}`
      : `${monthTitle(month)} has no wallet ${inCurrency(currency)}, but ${inCurrency(...all)}`,
  );
}

export interface JournalRequest extends JournalOf {
  readonly ledger: string;
  readonly program: JournalProgram;
  /** What Xero calls the tax rate of the lines; null for other programs. */
  readonly taxRate: string | null;
  readonly out: string;
  readonly replace: boolean;
  readonly by: string;
  /** Why a month that was released is released again; '' where it was not. */
  readonly note: string;
}

export interface JournalRelease {
  readonly released: ReleasedJournal;
  readonly file: JournalFile;
  /** Whether the trail has a new link: what was released before is only written again. */
  readonly isNew: boolean;
}

/**
 * Releases a month's journal for a program, and writes its file. A month that was released is written again, byte by
 * byte; where it would post something else by now, its reversal and its successor are released, with a reason.
 *
 * @throws TieoutError as `readJournal`; JOURNAL_REFUSED where the program would refuse the file, where nobody says why
 *   a released month is posted otherwise, or where another version of Tieout wrote other bytes; EXPORT_TARGET;
 *   DECISION_INVALID without a name; LEDGER_BUSY where the ledger changed meanwhile; LEDGER_* as writing raises
 */
export async function releaseJournal(
  request: JournalRequest,
  context: ServiceContext,
): Promise<JournalRelease> {
  const { ledger, out, program, replace } = request;
  const by = nameOf(request.by, BOOKS_WORDS.released.name);
  const note = noteOf(request.note, null);
  const taxRate = taxRateOf(request);
  const isThere = assertTarget(out, { format: program === "excel" ? "xlsx" : "text" }, ledger);
  const db = await openToWrite(ledger, context);
  try {
    const { sequence, report, books } = guarded(db.name, () =>
      db
        .transaction(() => {
          refuseForged(db);
          return {
            sequence: auditHead(db).sequence,
            report: reportOf(db, request, context),
            books: new StandingBooks(listActs(db, "books")),
          };
        })
        .deferred(),
    );
    const next = books.journals.of(request.month).length + 1;
    const { released, known } = nextRelease(report, { program, note, next });
    const reversed =
      released.reverses === null
        ? null
        : (books.journals.find(released.month, released.reverses)?.released ?? null);
    const content = contentOf(program, released, reversed, taxRate);
    let file: JournalFile | null = null;
    let isNew = false;
    await writeJournalFile(content, out, async ({ sha256: hash, bytes }) => {
      file = { program, taxRate, file: attachedName(basename(out)), sha256: hash, bytes };
      if (isThere && !replace && (await measureFile(out)).sha256 !== hash) throw perhapsEdited(out);
      if (known !== null && known.sha256 !== hash)
        throw journalRefused(
          `Release ${releaseName(released)} was written for ${PROGRAM_LIMITS[program].name} with other bytes, as ${known.file}`,
        );
      if (known !== null) return;
      isNew = true;
      const isReleased = report.standing === released.release;
      const event: JournalEvent = isReleased
        ? { kind: "written", month: released.month, release: released.release, ...file }
        : { kind: "released", ...released, ...file };
      keep(db, sequence, { event, by, note, atMs: context.now() });
    });
    if (file === null) throw new Error("the file was written");
    return { released, file, isNew };
  } catch (error) {
    throw ledgerError(error, ledger);
  } finally {
    closeLedger(db);
  }
}

/** @throws TieoutError USAGE where Xero's is not given, or another program's is */
function taxRateOf({ program, taxRate }: JournalRequest): string | null {
  if (program !== "xero") {
    if (taxRate === null) return null;
    throw usageError("Only Xero asks for the name of a tax rate");
  }
  if (taxRate !== null && hasWords(taxRate)) return taxRate.trim();
  throw usageError("Xero asks for the name of a tax rate on each line, such as Tax Exempt");
}

interface NextOf {
  readonly program: JournalProgram;
  readonly note: string;
  /** The number of the month's next release. */
  readonly next: number;
}

/** What is written: what was released, or the next release. @throws TieoutError JOURNAL_REFUSED */
function nextRelease(
  { journal, releases, standing }: JournalReport,
  { program, note, next }: NextOf,
): { readonly released: ReleasedJournal; readonly known: JournalFile | null } {
  const newest = releases.at(-1);
  if (newest === undefined) return { released: { ...journal, release: next, reverses: null }, known: null };
  if (standing !== null)
    return {
      released: newest.released,
      known: newest.files.find((file) => file.program === program) ?? null,
    };
  const { release } = newest.released;
  if (!hasWords(note))
    throw journalRefused(
      `${monthTitle(journal.month)} was released as ${releaseName(newest.released)} and would be posted otherwise now. Say why with a note, and its reversal and its successor are released`,
    );
  return { released: { ...journal, release: next, reverses: release }, known: null };
}

/** What a file holds. @throws TieoutError JOURNAL_REFUSED */
function contentOf(
  program: JournalProgram,
  released: ReleasedJournal,
  reversed: ReleasedJournal | null,
  taxRate: string | null,
): string | JournalSheet {
  const { decimals, currency, opening, closing, month } = released;
  const days = monthDays(month);
  if (days === null) throw new Error("a month has days");
  const firstDay: Day = days.from;
  const entries = numberedEntries(released, reversed);
  if (entries.length === 0)
    throw journalRefused(`Nothing moved in ${monthTitle(month)}, so there is nothing to post`);
  const balances = reversed === null ? { opening, closing, firstDay } : null;
  const content = { entries, decimals, currency, taxRate, balances };
  if (program !== "excel") return journalText(program, content);
  assertWithinLimits(program, content);
  return { rows: excelRows(content), decimals };
}

/** @param sequence of the newest link when the journal was composed: it says what the ledger held then */
function keep(db: WritableLedger, sequence: number, step: Parameters<typeof insertAct<"books">>[2]): void {
  writeAlone(db, () => {
    if (auditHead(db).sequence !== sequence) {
      const sentence =
        "The ledger changed while the journal was written. Nothing was released. Release it again";
      throw new TieoutError("LEDGER_BUSY", sentence, { file: db.name });
    }
    new StandingBooks(listActs(db, "books")).admit(step);
    insertAct(db, "books", step);
  });
}
