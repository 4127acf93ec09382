/** The moments at which a signed month can be looked at, and what of it is different now. */
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { TieoutError } from "../../../core/errors.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { type AskedMoment, type Moment, findMoment } from "../../../core/review/since/moment.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listPulls } from "../../ledger/pulls/pull.ts";
import { closeLinks, pullLinks } from "../../ledger/trail/links-of.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { ServiceContext } from "../shared/context.ts";
import { type StoredFacts, readLedgerFacts } from "../about/ledger-facts.ts";
import { readProven } from "../shared/use-ledger.ts";

/**
 * The signature in force on a month, then the pulls since, oldest first. None for a month that is not signed.
 *
 * @throws TieoutError as `readProven`; LEDGER_CORRUPT
 */
export function listMoments({
  ledger,
  month,
}: {
  readonly ledger: LedgerAt;
  readonly month: Month;
}): Moment[] {
  return readProven(ledger, (db) => momentsOf(db, month));
}

/** As `listMoments`, of a ledger that is open. */
export function momentsOf(db: ReadableLedger, month: Month): Moment[] {
  const { signed } = standingOfMonth(listCloseSteps(db), month);
  if (signed === null) return [];
  const sequence = closeLinks(db).get(signed.id);
  if (sequence === undefined) return [];
  const links = pullLinks(db);
  const pulls = listPulls(db).flatMap(({ id: pullId, source, finishedAtMs, startedAtMs }): Moment[] => {
    const link = links.get(pullId);
    return link === undefined || link < sequence
      ? []
      : [{ is: "pull", sequence: link, atMs: finishedAtMs ?? startedAtMs, pullId, source }];
  });
  return [{ is: "signed", sequence, atMs: signed.atMs, by: signed.by }, ...pulls];
}

/**
 * The moment that is asked for.
 *
 * @throws TieoutError CLOSE_STATE where the month is not signed; USAGE where the pull is none since its
 *   signature
 */
export function getMoment(db: ReadableLedger, month: Month, asked: AskedMoment): Moment {
  const moments = momentsOf(db, month);
  const title = monthTitle(month);
  if (moments.length === 0) {
    throw new TieoutError("CLOSE_STATE", `${title} is not signed off, so there is no signed state to show`, {
      file: db.name,
    });
  }
  const moment = findMoment(moments, asked);
  if (moment !== null) return moment;
  const pulls = moments.flatMap((one) => (one.is === "pull" ? [one.pullId] : []));
  const known = pulls.length === 0 ? "there is none" : `the pulls since are ${pulls.slice(-12).join(", ")}`;
  throw new TieoutError("USAGE", `Pull ${asked} did not come after ${title} was signed: ${known}`, {
    file: db.name,
  });
}

/**
 * A ledger's facts as of a link. Its settings are those that a month was signed under, where it is signed by
 * then.
 *
 * @throws TieoutError as `readProven`
 */
export function readFactsThen(
  { ledger, month }: { readonly ledger: LedgerAt; readonly month: Month },
  { memory }: Pick<ServiceContext, "memory">,
): StoredFacts {
  const { settings, ...facts } = readLedgerFacts(ledger, memory);
  const { prepared } = readProven(ledger, (db) => standingOfMonth(listCloseSteps(db), month));
  if (prepared === null) return { ...facts, settings };
  const { timeZone, ...options } = prepared.frozen.options;
  return { ...facts, settings: { timeZone, decimals: prepared.frozen.decimals, options } };
}
