/** The letter to the service's provider as a use case: what a month's review raised, written as a document. */
import { basename } from "node:path";
import { type Letter, letterOf } from "../../../core/report/letter/letter.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { circumstancesFinder, payIDsBehind } from "../../../core/review/standing/circumstances.ts";
import { writeLetterFile } from "../../excel/letter/write-letter.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { recordFinder } from "../../ledger/records/current-record.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";
import { checkMonth } from "../close/month-check.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readProven } from "../shared/use-ledger.ts";
import { assertFree } from "../workbook/export-target.ts";
import { ownerNameOf } from "../workbook/report-input.ts";

interface LetterRequest {
  readonly ledger: string;
  readonly month: Month;
  /** The document's path. */
  readonly out: string;
  /** Whether a file that is there is replaced: somebody may have edited it. */
  readonly replace: boolean;
}

export interface LetterReport {
  /** 0 where nothing is raised: no file is written then. */
  readonly questions: number;
  /** Groups of the letter: counterparties, and what has none. */
  readonly groups: number;
  /** The file's name; null where none was written. */
  readonly file: string | null;
}

/**
 * Writes a letter about the findings of a month that are raised, those of earlier months that are still
 * outstanding included. It is checked as `prepare` checks it; nothing is written to the ledger.
 *
 * @throws TieoutError EXPORT_TARGET when there is a file and it is not to be replaced, or when the place cannot
 *   be written to; AUDIT_BROKEN, AUDIT_MISMATCH, LEDGER_* as reading raises; SUM_OVERFLOW from the engine
 */
export async function writeLetter(request: LetterRequest, context: ServiceContext): Promise<LetterReport> {
  const { ledger, month, out, replace } = request;
  assertFree(out, ledger, replace);
  const letter = readProven(ledger, (db) => monthLetter(db, month, context));
  const questions = letter.groups.reduce((sum, { items }) => sum + items.length, 0);
  if (questions === 0) return { questions, groups: 0, file: null };
  await writeLetterFile(letter, out);
  return { questions, groups: letter.groups.length, file: basename(out) };
}

/** The letter about one month of an open ledger. */
export function monthLetter(db: ReadableLedger, month: Month, context: ServiceContext): Letter {
  const { gathered, review } = checkMonth(db, month, context);
  const { input, result, decimals } = gathered;
  const raised = review.findings.filter(({ status }) => status === "raised").map(({ finding }) => finding);
  const check = { input, result };
  const transactions = recordFinder(db, PAYMENT_TABLE)(payIDsBehind(check, raised));
  const circumstancesOf = circumstancesFinder(check, raised, (payID) => transactions.get(payID)?.customer);
  const { user } = input;
  return letterOf({
    owner: user === null ? null : { userID: user.userID, name: ownerNameOf(input) },
    period: result.period,
    timeZone: result.options.timeZone,
    decimals,
    pulledAtMs: input.pulledAtMs,
    raised: raised.map((finding) => ({ finding, circumstances: circumstancesOf(finding) })),
  });
}
