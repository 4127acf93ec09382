/** The steps of the close, and the points of its reviewers. */
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import { type MonthStanding, standingOfMonth } from "../../../core/review/close/month-states.ts";
import { StandingPoints } from "../../../core/review/close/points.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listActs } from "../trail/acts.ts";

/** All steps of all months, as they were taken. @throws TieoutError LEDGER_CORRUPT for an unreadable one */
export function listCloseSteps(db: ReadableLedger): CloseStep[] {
  return listActs(db, "close");
}

/** @throws TieoutError AUDIT_MISMATCH where one cannot be read */
export function standingPoints(db: ReadableLedger): StandingPoints {
  return new StandingPoints(listActs(db, "point"));
}

/** How a month stands by the steps of the ledger. */
export function monthStandingIn(db: ReadableLedger, month: Month): MonthStanding {
  return standingOfMonth(listCloseSteps(db), month);
}
