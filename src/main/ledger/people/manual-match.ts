/** Manual matches and their undos: append-only rows, each with its link of the audit trail. */
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { BoundRecords } from "../../../core/review/decisions/bound-records.ts";
import type { ManualMatch } from "../../../core/review/match/manual-match.ts";
import { appendLink } from "../trail/audit.ts";
import { CLOSE_SINCE } from "./close-step.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { matchedRecords } from "../../../schema/match.ts";
import { parseStored } from "../../../schema/stored.ts";

type MatchRow = Omit<ManualMatch, "records"> & { readonly records: string };

/**
 * All matches and reversals, in the order in which they were made.
 *
 * @throws TieoutError AUDIT_MISMATCH where the records of one cannot be read: the check would use something
 *   else than was decided
 */
export function listManualMatches(db: ReadableLedger): ManualMatch[] {
  if (schemaVersion(db) < CLOSE_SINCE) return [];
  return db
    .prepare<[], MatchRow>(
      "SELECT id, note, decided_by AS by, at_ms AS atMs, undoes, records FROM manual_match ORDER BY id",
    )
    .all()
    .map((row) => ({ ...row, records: recordsOf(db, row) }));
}

/** The number of the newest match or reversal; 0 for none. */
export function newestMatchID(db: ReadableLedger): number {
  return listManualMatches(db).at(-1)?.id ?? 0;
}

/** The records of a match, or of an undoing. */
function recordsOf(db: ReadableLedger, { id, records }: MatchRow): BoundRecords {
  return parseStored(records, matchedRecords, () => ({
    file: db.name,
    record: `manual_match ${id}`,
    sentence: "The records of a manual match differ from what was written",
  }));
}

/**
 * Adds a match or an undoing, inside the transaction that made sure that it may be made.
 *
 * @returns as it is in the ledger
 */
export function insertManualMatch(db: WritableLedger, made: Omit<ManualMatch, "id">): ManualMatch {
  const { note, by, atMs, undoes, records } = made;
  const document = records as unknown as JsonValue;
  const { lastInsertRowid } = db
    .prepare("INSERT INTO manual_match (note, decided_by, at_ms, undoes, records) VALUES (?, ?, ?, ?, ?)")
    .run(note, by, atMs, undoes, canonicalJson(document));
  const id = Number(lastInsertRowid);
  appendLink(db, atMs, "match", { match: id, note, by, undoes, records: document });
  return { ...made, id };
}
