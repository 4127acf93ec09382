/**
 * How letters to the provider stand: what each asks about, whether that still waits, and for how many days.
 */
import { type OfMoment, ofMoment } from "../shared/shown-now.ts";
import { readProven } from "../shared/use-ledger.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { withdrawnIn } from "../../../core/review/file/attachment.ts";
import type { AskedItem } from "../../../core/review/letters/letter-step.ts";
import {
  type ItemState,
  type LettersReport,
  type RecordedLetter,
  daysWaited,
  itemStateFinder,
} from "../../../core/review/letters/letters.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { checkLedger, reviewOf } from "../check/check.ts";
import { checkMonth } from "../close/month-check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { dayOfNewestPull } from "../close/letter-waits.ts";
import { standingLetters } from "../../ledger/acts/month-file.ts";

/**
 * All letters of a ledger as of one moment, in the order in which they were written. Without any nothing is
 * checked.
 *
 * @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail; SUM_OVERFLOW
 *   from the engine
 */
export function readLetters(
  { ledger }: { readonly ledger: LedgerAt },
  context: ServiceContext,
): LettersReport & OfMoment {
  return readProven(ledger, (db) => ({ ...ofMoment(db, ledger), ...lettersOf(db, context) }));
}

/** As `readLetters`, of an open ledger. */
export function lettersOf(db: ReadableLedger, context: ServiceContext): LettersReport {
  const letters = [...standingLetters(db).letters.values()];
  if (letters.length === 0) return { asOf: null, letters: [] };
  const { input, options, result } = checkLedger(db, { period: null, options: {} }, context);
  const { findings } = reviewOf(db, { input, result }).review;
  const asOf = dayOfNewestPull(db, options.timeZone);
  const stateIn = stateFinder(db, findings, context);
  const withdrawn = withdrawnIn(listAttachments(db));
  return {
    asOf,
    letters: letters.map((letter) => ({
      letter,
      states: letter.items.map((item) => stateIn(letter, item)),
      days: letter.sent === null ? null : daysWaited(letter.sent.on, asOf),
      withdrawn: letter.answers.flatMap(({ evidence }) =>
        evidence === null ? [] : (withdrawn.get(evidence) ?? []),
      ),
    })),
  };
}

/** Only a check of the month itself compares its opening with the closing that was signed. */
function stateFinder(
  db: ReadableLedger,
  findings: readonly ReviewedFinding[],
  context: ServiceContext,
): (letter: RecordedLetter, item: AskedItem) => ItemState {
  const ofAll = itemStateFinder(findings);
  const ofMonths = new Map<Month, (item: AskedItem) => ItemState>();
  return ({ month }, item) => {
    if (item.rule !== "opening-not-carried") return ofAll(item);
    const ofMonth = ofMonths.get(month) ?? itemStateFinder(checkMonth(db, month, context).review.findings);
    ofMonths.set(month, ofMonth);
    return ofMonth(item);
  };
}
