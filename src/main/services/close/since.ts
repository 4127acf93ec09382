/** A signed month as of an earlier moment, and what of it is different now, as use cases. */
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { AskedMoment, Moment } from "../../../core/review/since/moment.ts";
import { type ChangedSince, type Since, findingsSince } from "../../../core/review/since/since.ts";
import { momentBasis } from "../../../core/review/since/closing-since.ts";
import { monthDays } from "../../../core/time.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { newestPullID } from "../../ledger/pulls/pull.ts";
import { closeLinks } from "../../ledger/trail/links-of.ts";
import { CheckMemory } from "../check/check-memory.ts";
import { type CheckReport, checkRecords } from "../check/check.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readProven } from "../shared/use-ledger.ts";
import { changedFrom, changedOfMonth, comparedRecords } from "./changed-since.ts";
import { changesFrom } from "./frozen/changes-of-month.ts";
import { type CheckedMonth, checkMonth, optionsOf } from "./month-check.ts";
import { getMoment, momentsOf } from "./moments.ts";
import { unlikeFrozen } from "./frozen/unlike-frozen.ts";

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
  readonly moment: Moment | null;
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
  return readProven(ledger, (db) => sinceOf(db, was, { month, sequence }, context));
}

function thenOf(db: ReadableLedger, month: Month, sequence: number, context: ServiceContext): Then {
  const checked = checkMonth(db, month, context);
  const { signed } = checked.standing;
  const isSignature = signed !== null && closeLinks(db).get(signed.id) === sequence;
  return {
    checked,
    pullId: newestPullID(db),
    moment: momentsOf(db, month).find((one) => one.sequence === sequence) ?? null,
    unlikeSigned: isSignature ? unlikeFrozen(db, checked, signed.frozen, context) : null,
  };
}

function sinceOf(
  db: ReadableLedger,
  was: Then,
  { month, sequence }: Pick<SinceRequest, "month" | "sequence">,
  context: ServiceContext,
): Since {
  const { checked: then, pullId, unlikeSigned } = was;
  const { options } = then.gathered;
  const { entries, transactions } = comparedRecords(db, month, { moment: { sequence, pullId }, options });
  return {
    entries: entries.all,
    transactions: transactions.all,
    findings: findingsSince(then.review, checkMonth(db, month, context, {}).review),
    changed: changedThen(db, was, { month, sequence }, context),
    unlikeSigned,
  };
}

/** What changed since the moment: since the signature as every place says it, else since the pull. */
function changedThen(
  db: ReadableLedger,
  { checked: then, pullId, moment }: Then,
  { month, sequence }: Pick<SinceRequest, "month" | "sequence">,
  context: ServiceContext,
): ChangedSince {
  const now = checkMonth(db, month, context, optionsOf(then.standing));
  const ofSignature = moment?.is === "pull" ? null : changedOfMonth(db, now, context);
  if (ofSignature !== null) return ofSignature;
  const { decimals, result } = then.gathered;
  const { timeZone } = readSettings(db);
  const { wallets } = result;
  const basis = moment === null ? "" : momentBasis(moment, { wallets, decimals, timeZone });
  const changes = (shown: CheckedMonth) => changesFrom(db, then, shown);
  return changedFrom(db, now, { basis, pullId, sequence, wallets, changes }, context);
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
