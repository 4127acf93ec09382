/** The steps of the close: append-only rows, each with its link of the audit trail. */
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { CLOSE_STEPS, type CloseStep, STEPS } from "../../../core/review/close/close.ts";
import { monthDays } from "../../../core/time.ts";
import { appendLink } from "../trail/audit.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/migrate.ts";
import { frozenMonth } from "../../../schema/close.ts";
import { misread, parseStored } from "../../../schema/stored.ts";

/** Schemas before this one hold no matches made by hand and no steps of the close. */
export const CLOSE_SINCE = 4;

type StepRow = Omit<CloseStep, "frozen"> & { readonly frozen: string | null };

/**
 * All steps of all months, in the order in which they were taken.
 *
 * @throws TieoutError LEDGER_CORRUPT where one is of no month, or what it froze cannot be read
 */
export function listCloseSteps(db: ReadableLedger): CloseStep[] {
  if (schemaVersion(db) < CLOSE_SINCE) return [];
  return db
    .prepare<[], StepRow>(
      "SELECT id, month, step, decided_by AS by, note, at_ms AS atMs, frozen FROM close_step ORDER BY id",
    )
    .all()
    .map((row) => stepOf(db, row));
}

function stepOf(db: ReadableLedger, row: StepRow): CloseStep {
  const { id, month, step, frozen } = row;
  const place = {
    code: "LEDGER_CORRUPT" as const,
    file: db.name,
    record: `close_step ${id}`,
    sentence: "The frozen figures of the signed months cannot be read",
  };
  const isWhole =
    monthDays(month) !== null && CLOSE_STEPS.includes(step) && (frozen !== null) === STEPS[step].freezes;
  if (!isWhole) throw misread(place);
  return { ...row, frozen: frozen === null ? null : parseStored(frozen, frozenMonth, () => place) };
}

/**
 * Adds a step, inside the transaction that made sure that it may be taken.
 *
 * @returns as it is in the ledger
 */
export function insertCloseStep(db: WritableLedger, taken: Omit<CloseStep, "id">): CloseStep {
  const { month, step, by, note, atMs, frozen } = taken;
  const document = frozen as JsonValue;
  const { lastInsertRowid } = db
    .prepare(
      "INSERT INTO close_step (month, step, decided_by, note, at_ms, frozen) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .run(month, step, by, note, atMs, frozen === null ? null : canonicalJson(document));
  const id = Number(lastInsertRowid);
  appendLink(db, atMs, "close", { close: id, month, step, by, note, frozen: document });
  return { ...taken, id };
}
