/** The letters of a ledger as they stand. */
import { StandingLetters } from "../../../core/review/letters/letter-rules.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listActs } from "../trail/acts.ts";

/** @throws TieoutError AUDIT_MISMATCH where what happened to one cannot be read */
export function standingLetters(db: ReadableLedger): StandingLetters {
  return new StandingLetters(listActs(db, "letter"));
}
