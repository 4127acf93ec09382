/** A copy of a ledger as at an earlier link of its trail, from which an earlier export can be made again. */
import { copyLedger, type OnPages } from "../file/backup.ts";
import { auditHead } from "./audit.ts";
import { closeLedger } from "../file/close-handle.ts";
import { type ReadableLedger, type WritableLedger, connectForMaking } from "../file/connection.ts";
import { refuseOtherSchema } from "../file/schema.ts";
import { ledgerError } from "../file/sqlite-error.ts";

/** What is in each table is known by the links that say so, or goes back to a pull that a link records. */
const RECORD_TABLES = [
  "entry",
  "entry_version",
  "entry_presence",
  "entry_copy",
  "payment",
  "payment_version",
  "payment_presence",
  "payment_copy",
] as const;

/** Tables whose rows have numbers of their own, by the kind of link that records each row. */
const NUMBERED = [
  { table: "run", kind: "run", key: "run" },
  { table: "decision", kind: "decision", key: "decision" },
  { table: "manual_match", kind: "match", key: "match" },
  { table: "close_step", kind: "close", key: "close" },
] as const;

const ALL_TABLES: ReadonlySet<string> = new Set([
  ...RECORD_TABLES,
  ...NUMBERED.map(({ table }) => table),
  "ledger",
  "setting",
  "pull",
  "caller",
  "body",
  "body_chunk",
  "run_chunk",
  "payref",
  "label",
  "audit",
]);

/**
 * Copies a ledger and takes away from the copy whatever came after a link. The ledger itself is only read.
 *
 * @param to the copy's path, in a folder of the caller's own, which the caller removes
 * @param sequence of the link, which stays
 * @returns the copy, open; close it before the folder is removed
 * @throws TieoutError LEDGER_* when the ledger cannot be read or there is no room for the copy;
 *   LEDGER_FOREIGN when its tables or triggers are not those that Tieout makes; what `onPages` raises
 */
export async function rewindLedger(
  path: string,
  to: string,
  sequence: number,
  onPages: OnPages,
): Promise<ReadableLedger> {
  try {
    await copyLedger(path, to, onPages);
    const copy = connectForMaking(to);
    try {
      refuseOtherSchema(copy, path);
      copy.transaction(() => takeAway(copy, sequence)).immediate();
      return copy;
    } catch (error) {
      closeLedger(copy);
      throw error;
    }
  } catch (error) {
    throw ledgerError(error, path);
  }
}

function takeAway(db: WritableLedger, sequence: number): void {
  if (auditHead(db).sequence <= sequence) return;
  const tables = namesOf(db, "table");
  for (const table of tables) {
    // A table without a rule for rewinding would show what came later.
    if (!ALL_TABLES.has(table)) throw new Error(`table ${table} cannot be rewound`);
  }
  for (const trigger of namesOf(db, "trigger")) db.exec(`DROP TRIGGER ${trigger}`);
  db.pragma("defer_foreign_keys = ON");
  restorePruned(db, sequence);
  takeAwayPulls(db, sequence);
  const settings = count(db, sequence, "SELECT count(*) FROM audit WHERE kind = 'setting' AND sequence <= ?");
  db.prepare("DELETE FROM setting WHERE version > ?").run(settings);
  for (const { table, kind, key } of NUMBERED) {
    if (!tables.includes(table)) continue;
    const last = count(db, sequence, newest(kind, `$.${key}`));
    db.prepare(`DELETE FROM ${table} WHERE id > ?`).run(last);
  }
  if (tables.includes("run_chunk")) db.exec("DELETE FROM run_chunk WHERE run_id NOT IN (SELECT id FROM run)");
  db.prepare("DELETE FROM audit WHERE sequence > ?").run(sequence);
}

/** Responses that were dropped later were there then. An empty piece marks them; none is read. */
function restorePruned(db: WritableLedger, sequence: number): void {
  db.prepare(
    `INSERT OR IGNORE INTO body_chunk (body_id, n, compressed)
     SELECT dropped.value ->> '$.id', 0, x'' FROM audit, json_each(payload, '$.bodies') AS dropped
     WHERE kind = 'prune' AND sequence > ?`,
  ).run(sequence);
}

function takeAwayPulls(db: WritableLedger, sequence: number): void {
  const last = count(db, sequence, newest("pull", "$.pull"));
  const later = db.prepare<[number], number>("SELECT count(*) FROM pull WHERE id > ?").pluck().get(last) ?? 0;
  if (later === 0) return;
  db.prepare("DELETE FROM body_chunk WHERE body_id IN (SELECT id FROM body WHERE pull_id > ?)").run(last);
  for (const table of [...RECORD_TABLES, "body", "caller"]) {
    db.prepare(`DELETE FROM ${table} WHERE pull_id > ?`).run(last);
  }
  for (const texts of ["payref", "label"] as const) {
    // Before the first pull there is the empty payref, and no label.
    const end =
      last === 0 ? (texts === "payref" ? 1 : 0) : count(db, sequence, newest("pull", `$.texts.${texts}.to`));
    db.prepare(`DELETE FROM ${texts} WHERE id >= ?`).run(end);
  }
  db.prepare("DELETE FROM pull WHERE id > ?").run(last);
}

/** The highest number in links of one kind, 0 without one. */
function newest(kind: string, path: string): string {
  return `SELECT coalesce(max(payload ->> '${path}'), 0) FROM audit WHERE kind = '${kind}' AND sequence <= ?`;
}

function count(db: WritableLedger, sequence: number, sql: string): number {
  return db.prepare<[number], number>(sql).pluck().get(sequence) ?? 0;
}

function namesOf(db: WritableLedger, type: "table" | "trigger"): string[] {
  return db
    .prepare<[string], string>("SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all(type);
}
