/** Letters to the provider: append-only steps, each with its link of the audit trail. */
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { LetterStep } from "../../../core/review/letters/letter-step.ts";
import { letterEvent } from "../../../schema/letter.ts";
import { parseStored } from "../../../schema/stored.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { appendLink } from "../trail/audit.ts";

/** Schemas before this one hold no letters. */
export const LETTERS_SINCE = 8;

type StepRow = Omit<LetterStep, "event"> & { readonly event: string };

/**
 * The steps of all letters, in the order in which they were taken.
 *
 * @throws TieoutError AUDIT_MISMATCH where one cannot be read
 */
export function listLetterSteps(db: ReadableLedger): LetterStep[] {
  if (schemaVersion(db) < LETTERS_SINCE) return [];
  return db
    .prepare<[], StepRow>(
      "SELECT id, letter, event, recorded_by AS by, note, at_ms AS atMs FROM letter_step ORDER BY id",
    )
    .all()
    .map((row) => ({
      ...row,
      event: parseStored(row.event, letterEvent, () => ({
        file: db.name,
        record: `letter_step ${row.id}`,
        sentence: "What happened to a letter differs from what was written",
      })),
    }));
}

/** Adds a step, inside the transaction that made sure that it may be taken. */
export function insertLetterStep(db: WritableLedger, made: Omit<LetterStep, "id">): LetterStep {
  const { letter, by, note, atMs } = made;
  const event = made.event as unknown as JsonValue;
  const { lastInsertRowid } = db
    .prepare("INSERT INTO letter_step (letter, event, recorded_by, note, at_ms) VALUES (?, ?, ?, ?, ?)")
    .run(letter, canonicalJson(event), by, note, atMs);
  const id = Number(lastInsertRowid);
  appendLink(db, atMs, "letter", { letterStep: id, letter, event, by, note });
  return { ...made, id };
}
