/** The months' files: their terms and marks. */
import { hash } from "node:crypto";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import type { HeldFiles } from "../../../core/review/file/month-file.ts";
import { ACTS } from "../../../schema/acts.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { hasAct, listActs } from "../trail/acts.ts";
import { StandingLetters } from "../../../core/review/letters/letter-rules.ts";

/** All terms and marks, in the order they came. @throws TieoutError AUDIT_MISMATCH for an unreadable one */
export function listFiles(db: ReadableLedger): HeldFiles {
  return { versions: listActs(db, "terms"), marks: listActs(db, "mark") };
}

/** What a preparation freezes of the terms in force; nothing while nobody set any. */
export function frozenTerms(db: ReadableLedger): Pick<FrozenMonth, "termsId" | "termsSha256"> {
  if (!hasAct(db, "terms")) return {};
  const newest = query<{ id: number; terms: string }>(db).row(
    `SELECT id, terms FROM ${ACTS.terms.table} ORDER BY id DESC LIMIT 1`,
  );
  return newest === undefined ? {} : { termsId: newest.id, termsSha256: hash("sha256", newest.terms, "hex") };
}

/** @throws TieoutError AUDIT_MISMATCH where what happened to one cannot be read */
export function standingLetters(db: ReadableLedger): StandingLetters {
  return new StandingLetters(listActs(db, "letter"));
}
