/**
 * The letter to the service's provider as a use case: what a month's review raised, written as a document.
 */
import { newestPull } from "../shared/shown-now.ts";
import { basename } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import {
  askedAmounts,
  type Letter,
  type LetterInput,
  type LetterPreview,
  askedItems,
  letterOf,
} from "../../../core/report/letter.ts";
import { ownerOfWallet } from "../../../core/words/wallet.ts";
import { attachedName } from "../../../core/review/file/attachment.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { signerWords } from "../../../core/review/close/keys.ts";
import { nameOf, noteOf } from "../../../core/review/decisions/note-rules.ts";
import { isDayOver } from "../../../core/review/letters/letter-rules.ts";
import type { LetterAddress } from "../../../core/review/letters/letter-step.ts";
import { DAY_MS, ZoneClock } from "../../../core/time.ts";
import { circumstancesFinder, payIDsBehind } from "../../../core/review/standing/circumstances.ts";
import { writeLetterFile } from "../../excel/documents/write-letter.ts";
import { closeLedger, type ReadableLedger, type WritableLedger } from "../../ledger/file/connection.ts";
import { guarded, ledgerError } from "../../ledger/file/sqlite-error.ts";
import { writeAlone, auditHead } from "../../ledger/file/audit.ts";
import { recordFinder } from "../../ledger/tables/current-record.ts";
import { PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { refuseForged } from "../../ledger/proof/rows.ts";
import { checkMonth, underOwnOptions } from "../close/month-check.ts";
import { refuseUnknownMonth } from "../close/months.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { openToWrite, readProven } from "../shared/use-ledger.ts";
import { assertFree } from "../export/export-target.ts";
import { ownersOf, unkeptInputOf } from "../close/report-input.ts";
import { askedEvents } from "../../../core/report/letter-events.ts";
import { raisedFindings } from "../close/letter-waits.ts";
import { recordingStep } from "./letter-steps.ts";
import { insertAct, standingKeys } from "../../ledger/trail/acts.ts";
import type { NewAct } from "../../../schema/acts.ts";
import { standingLetters } from "../../ledger/acts/month-file.ts";

interface LetterRequest {
  readonly ledger: string;
  readonly month: Month;
  /** The document's path. */
  readonly out: string;
  /** Whether a file that is there is replaced: somebody may have edited it. */
  readonly replace: boolean;
  /** Who writes it; null for a draft, which gets no reference and is not recorded. */
  readonly by: string | null;
  /** What heads it; nothing when left out. */
  readonly address?: Partial<LetterAddress> | undefined;
}

export interface LetterReport {
  /** 0 where nothing is raised: no file is written then. */
  readonly questions: number;
  /** Groups of the letter: counterparties, and what has none. */
  readonly groups: number;
  /** The file's name; null where none was written. */
  readonly file: string | null;
  /** Of the letter that was recorded; null for a draft, and where none was written. */
  readonly ref: string | null;
}

/**
 * Writes a letter about the findings of a month that are raised, those of earlier months that are still
 * outstanding included; not about what later pulls cleared. It is checked as every check of now is. Under a
 * name the letter is recorded right before the document takes its place; a draft writes nothing to the
 * ledger.
 *
 * @throws TieoutError CLOSE_STATE for a month that the ledger does not have; EXPORT_TARGET when there is a file and it is not to be replaced, or when the place
 *   cannot be written to; DECISION_INVALID; LETTER_INVALID where an answer is asked for by a day that is over, or
 *   another letter of the month was recorded meanwhile, LEDGER_BUSY where anything else was; AUDIT_BROKEN, AUDIT_MISMATCH, LEDGER_* as reading or writing raises; SUM_OVERFLOW from the
 *   engine
 */
export async function writeLetter(request: LetterRequest, context: ServiceContext): Promise<LetterReport> {
  const { ledger, month, out, replace, by } = request;
  const address = addressOf(request.address ?? {}, context.now());
  if (by !== null) nameOf(by, "A letter needs the name of the person who writes it");
  assertFree(out, "docx", ledger, replace);
  if (by !== null) return recordLetter({ ...request, by, address }, context);
  const letter = readProven(ledger, (db) => monthLetter(db, month, context, address));
  const report = reportOf(letter, null, out);
  if (report.file !== null) await writeLetterFile(letter, out);
  return report;
}

async function recordLetter(
  {
    ledger,
    month,
    out,
    by,
    address,
  }: LetterRequest & { readonly by: string; readonly address: LetterAddress },
  context: ServiceContext,
): Promise<LetterReport> {
  const db = await openToWrite(ledger, context);
  try {
    const { ref, input, sequence } = guarded(db.name, () =>
      db.transaction(() => nextLetter(db, month, address, context)).deferred(),
    );
    const letter = letterOf(input);
    const report = reportOf(letter, ref, out);
    if (report.file === null) return report;
    await writeLetterFile(letter, out, (written) => {
      const items = askedItems(input);
      const { sha256, bytes } = written;
      const document = { file: attachedName(out), sha256, bytes, address };
      const event = { kind: "written", items, ...document } as const;
      keep(db, sequence, { letter: ref, event, by, note: "", atMs: context.now() });
    });
    return report;
  } catch (error) {
    throw ledgerError(error, ledger);
  } finally {
    closeLedger(db);
  }
}

function nextLetter(db: ReadableLedger, month: Month, address: LetterAddress, context: ServiceContext) {
  refuseForged(db);
  const ref = standingLetters(db).nextOf(month);
  return { ref, input: letterInput(db, month, { ref, address }, context), sequence: auditHead(db).sequence };
}

/** @param sequence of the newest link when the letter was composed: it says what the ledger held then */
function keep(db: WritableLedger, sequence: number, step: NewAct<"letter">): void {
  writeAlone(db, () => {
    const stored = recordingStep(db, step);
    if (auditHead(db).sequence !== sequence) {
      const sentence =
        "The ledger changed while the letter was written. Nothing was recorded. Write it again";
      throw new TieoutError("LEDGER_BUSY", sentence, { file: db.name });
    }
    insertAct(db, "letter", stored);
  });
}

function reportOf({ groups }: Letter, ref: string | null, out: string): LetterReport {
  const questions = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (questions === 0) return { questions, groups: 0, file: null, ref: null };
  return { questions, groups: groups.length, file: basename(out), ref };
}

/**
 * A letter as it would be written now, under the reference it would get; nothing is written.
 *
 * @throws TieoutError as `writeLetter`, apart from its place and its name
 */
export function previewLetter(
  { ledger, month, address }: Pick<LetterRequest, "ledger" | "month"> & { readonly address: LetterAddress },
  context: ServiceContext,
): LetterPreview {
  return readProven(ledger, (db) => {
    const { input } = nextLetter(db, month, addressOf(address, context.now()), context);
    return { letter: letterOf(input), findings: input.raised.length, amounts: input.amounts };
  });
}

/** The draft of a letter about one month of an open ledger. */
export function monthLetter(
  db: ReadableLedger,
  month: Month,
  context: ServiceContext,
  address: LetterAddress = NO_ADDRESS,
): Letter {
  return letterOf(letterInput(db, month, { ref: null, address }, context));
}

/** A reply by a later day is a year mistyped. */
const LONGEST_WAIT_MS = 366 * DAY_MS;

const NO_ADDRESS: LetterAddress = { to: "", from: "", confirmTo: "", replyBy: null };

/** @throws TieoutError DECISION_INVALID for a line that is refused; LETTER_INVALID for a day that is over or far off */
function addressOf(
  { to = "", from = "", confirmTo = "", replyBy = null }: Partial<LetterAddress>,
  nowMs: number,
): LetterAddress {
  if (replyBy !== null && isDayOver(replyBy, nowMs))
    throw new TieoutError("LETTER_INVALID", `Nobody can reply by ${replyBy}: that day is over`);
  if (replyBy !== null && Date.parse(replyBy) > nowMs + LONGEST_WAIT_MS)
    throw new TieoutError("LETTER_INVALID", `Ask for a reply within a year: ${replyBy} is further off`);
  return { to: noteOf(to, null), from: noteOf(from, null), confirmTo: noteOf(confirmTo, null), replyBy };
}

function letterInput(
  db: ReadableLedger,
  month: Month,
  { ref, address }: Pick<LetterInput, "ref" | "address">,
  context: ServiceContext,
): LetterInput {
  refuseUnknownMonth(db, month, context.memory);
  const { gathered, review } = underOwnOptions(db, checkMonth(db, month, context), context);
  const { input, result, decimals } = gathered;
  const raised = raisedFindings(gathered, review);
  const check = { input, result };
  const report = unkeptInputOf(db, gathered, context);
  const transactions = recordFinder(db, PAYMENT_TABLE)(payIDsBehind(check, raised));
  const circumstancesOf = circumstancesFinder(check, raised, (payID) => transactions.get(payID)?.customer);
  const { user } = input;
  const owners = ownersOf(input);
  return {
    ref,
    owner: user === null ? null : { userID: user.userID, name: owners.name },
    period: result.period,
    timeZone: result.options.timeZone,
    decimals,
    pull: newestPull(db),
    raised: raised.map((finding) => ({ finding, circumstances: circumstancesOf(finding) })),
    amounts: askedAmounts(report, new Set(raised.map(({ fingerprint }) => fingerprint))),
    causes: askedEvents(input, result),
    wallets: result.wallets.map(({ userID, businessID, currency, closing }) => ({
      userID,
      businessID,
      name: ownerOfWallet({ userID, businessID }, owners),
      currency,
      closing,
    })),
    address: { ...address, from: senderWords(db, address.from) },
    date: ref === null ? null : new ZoneClock(result.options.timeZone).day(context.now()),
  };
}

/** Who sends a letter, with the key that signs for that name in the ledger: whoever gets it can compare the two. */
function senderWords(db: ReadableLedger, from: string): string {
  return from === "" ? "" : signerWords(from, standingKeys(db).ofPerson(from)?.key ?? null);
}
