/** The signature that is in force on a month, as whoever relies on it finds it. */
import { TieoutError } from "../../../core/errors.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { monthStandingIn } from "../../ledger/acts/close-step.ts";
import { type ReadableLedger, query } from "../../ledger/file/connection.ts";
import { linksOf } from "../../ledger/trail/acts.ts";
import { readProven } from "../shared/use-ledger.ts";

/**
 * The signature in force, the links that record it and the preparation, and the month's first and last millisecond as
 * it was signed.
 *
 * @throws TieoutError CLOSE_STATE where the month is not signed off; as `readProven`
 */
export function signatureIn(ledger: string, month: Month) {
  return readProven(ledger, (db) => signatureOf(db, month));
}

/** As `signatureIn`, of a ledger that is open. @throws TieoutError CLOSE_STATE */
export function signatureOf(db: ReadableLedger, month: Month) {
  const { signed, prepared } = monthStandingIn(db, month);
  const days = monthDays(month);
  if (signed === null || days === null) {
    throw new TieoutError("CLOSE_STATE", `${monthTitle(month)} is not signed off`, { file: db.name });
  }
  const links = linksOf(db, "close");
  const sequence = links.get(signed.id) ?? 0;
  const linkSha256 = query<string>(db).value("SELECT hash FROM audit WHERE sequence = ?", sequence) ?? "";
  const { fromMs, toMs } = periodOf(days.from, days.to, new ZoneClock(signed.frozen.options.timeZone));
  return {
    signed: { by: signed.by, atMs: signed.atMs, linkSha256 },
    sequence,
    preparedAt: links.get(prepared?.id ?? 0) ?? 0,
    frozen: signed.frozen,
    fromMs,
    toMs,
  };
}
