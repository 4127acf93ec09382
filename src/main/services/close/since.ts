/** A signed month as of an earlier moment, and what of it is different now, as use cases. */
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { changesSince, countingIn } from "../../../core/review/close/close-changes.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { AskedMoment, Moment } from "../../../core/review/since/moment.ts";
import { type Since, findingsSince, optionPhrases } from "../../../core/review/since/since.ts";
import { monthDays } from "../../../core/time.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { newestPullID } from "../../ledger/pulls/pull.ts";
import { ENTRY_TABLE } from "../../ledger/records/entry-table.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";
import { recordsSince } from "../../ledger/records/records-since.ts";
import { closeLinks } from "../../ledger/trail/links-of.ts";
import { CheckMemory } from "../check/check-memory.ts";
import { type CheckReport, checkRecords } from "../check/check.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readProven } from "../shared/use-ledger.ts";
import { type CheckedMonth, checkMonth, optionsOf } from "./month-check.ts";
import { lapsedSince } from "./lapsed-since.ts";
import { getMoment } from "./moments.ts";
import { unlikeFrozen } from "./unlike-frozen.ts";

interface SinceRequest {
  /** The ledger's path. */
  readonly ledger: string;
  readonly month: Month;
  /** Of the moment's link. */
  readonly sequence: number;
}

/** The month as of a moment. */
interface Then {
  readonly checked: CheckedMonth;
  /** The newest pull by then. */
  readonly pullId: number;
  readonly unlikeSigned: readonly string[] | null;
}

/**
 * Compares a month as of a moment, under the options that were frozen, with the month as of now under the
 * ledger's own.
 *
 * @param then as `context`, with what the thread remembers of that moment
 * @throws TieoutError as `readProven`; SUM_OVERFLOW from the engine
 */
export function readSince(
  { ledger, month, sequence }: SinceRequest,
  context: ServiceContext,
  then: ServiceContext,
): Since {
  const was = readProven({ path: ledger, sequence }, (db) => thenOf(db, month, sequence, then));
  return readProven(ledger, (db) => sinceOf(db, sequence, was, checkMonth(db, month, context, {})));
}

function thenOf(db: ReadableLedger, month: Month, sequence: number, context: ServiceContext): Then {
  const checked = checkMonth(db, month, context);
  const { signed } = checked.standing;
  const isSignature = signed !== null && closeLinks(db).get(signed.id) === sequence;
  return {
    checked,
    pullId: newestPullID(db),
    unlikeSigned: isSignature ? unlikeFrozen(db, checked, signed.frozen, context) : null,
  };
}

function sinceOf(
  db: ReadableLedger,
  sequence: number,
  { checked: then, pullId, unlikeSigned }: Then,
  now: CheckedMonth,
): Since {
  const { result, decimals, period } = then.gathered;
  if (period === null) throw new Error("a month has days");
  const phrases = changesSince(
    { ...concluded(then), decisions: countingIn(then.review).decisions },
    { ...concluded(now), ...countingIn(now.review) },
    decimals,
  );
  const moment = { sequence, pullId };
  return {
    entries: recordsSince(db, ENTRY_TABLE, moment, ["date_created_ms"], period),
    transactions: recordsSince(db, PAYMENT_TABLE, moment, ["date_created_ms", "date_paid_ms"], period),
    findings: findingsSince(then.review, now.review),
    changes: [
      ...optionPhrases(result.options, now.gathered.result.options),
      ...phrases,
      ...lapsedSince(db, now.standing),
    ],
    unlikeSigned,
  };
}

function concluded({ checkSha256, gathered: { result } }: CheckedMonth) {
  return { checkSha256, wallets: result.wallets, findings: result.findings };
}

export interface CheckedThen {
  readonly moment: Moment;
  readonly report: CheckReport;
  readonly since: Since;
}

/**
 * Checks a signed month as it was at a moment, under the options that were frozen, and says what is different
 * now.
 *
 * @throws TieoutError as `getMoment`, `readSince`; CANCELLED
 */
export async function checkThen(
  { ledger, month, asOf }: { readonly ledger: string; readonly month: Month; readonly asOf: AskedMoment },
  context: ServiceContext,
): Promise<CheckedThen> {
  const then = { ...context, memory: new CheckMemory() };
  const moment = readProven(ledger, (db) => getMoment(db, month, asOf));
  const at = { path: ledger, sequence: moment.sequence };
  const options = readProven(at, (db) => optionsOf(standingOfMonth(listCloseSteps(db), month)));
  const request = { source: { at }, period: monthDays(month), options, save: false };
  const report = await checkRecords(request, then);
  return { moment, report, since: readSince({ ledger, month, sequence: moment.sequence }, context, then) };
}
