/** What people decided that a check goes by: matches by hand that still hold, and what months were signed to close at. */
import { type HumanInput, NO_HUMAN_INPUT } from "../../core/reconcile/input.ts";
import { CLOSE_SINCE } from "./close-step.ts";
import type { ReadableLedger } from "./connection.ts";
import { schemaVersion } from "./migrate.ts";

/** Reads it as of now. */
export function readHumanInput(_db: ReadableLedger): HumanInput {
  return NO_HUMAN_INPUT;
}

/** Names it: the same as long as nobody matches, undoes a match, signs or reopens. */
export function humanInputId(db: ReadableLedger): string {
  if (schemaVersion(db) < CLOSE_SINCE) return "";
  const newest = (table: string) =>
    db.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() ?? 0;
  return `${newest("manual_match")}.${newest("close_step")}`;
}
