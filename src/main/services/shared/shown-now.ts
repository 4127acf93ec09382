/** Of which moment whatever is read of a ledger as it is now says that it is. */
import { type NewestPull, nowTitle } from "../../../core/review/close/moment.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { listPulls } from "../../ledger/trail/pull.ts";

/** Names now, as `nowTitle`. @param db as it is now */
export function shownNow(db: ReadableLedger): string {
  return nowTitle(newestPull(db), readSettings(db).timeZone);
}

/** Of which moment something is that can be read as of a link, too. */
export interface OfMoment {
  /** As `nowTitle`; null as of a link, where its caller knows. */
  readonly shows: string | null;
}

/** @param ledger what `db` was opened as */
export function ofMoment(db: ReadableLedger, ledger: LedgerAt): OfMoment {
  return { shows: typeof ledger === "string" ? shownNow(db) : null };
}

/** The pull that left the records as they are; null where there is none. */
export function newestPull(db: ReadableLedger): NewestPull | null {
  const last = listPulls(db).at(-1);
  if (last === undefined) return null;
  const { id: pullId, source, finishedAtMs, startedAtMs } = last;
  return { pullId, source, atMs: finishedAtMs ?? startedAtMs };
}
