/** The decimals that prepared and signed months are shown with. */
import type { Month } from "../../../core/review/close/close.ts";
import { monthStates } from "../../../core/review/close/month-states.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listCloseSteps } from "./close-step.ts";

/** Digits after the point, by month; months that are open or in review show the ledger's own. */
export function listFrozenDecimals(db: ReadableLedger): Readonly<Record<Month, number>> {
  const frozen = [...monthStates(listCloseSteps(db)).values()].flatMap(({ month, prepared }) =>
    prepared === null ? [] : [[month, prepared.frozen.decimals] as const],
  );
  return Object.fromEntries(frozen);
}

/** Those of one month; null where it has none of its own, and for no month. */
export function frozenDecimalsOf(db: ReadableLedger, month: Month | null): number | null {
  return month === null ? null : (listFrozenDecimals(db)[month] ?? null);
}
