/** Runs: checks whose whole result was kept. */
import { hash } from "node:crypto";
import { type Link, appendLink } from "./audit.ts";
import type { ReadableLedger, WritableLedger } from "./connection.ts";
import { guarded } from "./sqlite-error.ts";

export interface NewRun {
  /** Milliseconds UTC. */
  readonly atMs: number;
  /** The result as `check --json` prints it. */
  readonly document: string;
}

/** A run that was kept. */
export interface SavedRun {
  /** From 1 on. */
  readonly id: number;
  /** Its link of the audit trail. */
  readonly link: Link;
}

/**
 * Keeps a run.
 *
 * @returns its id, from 1 on
 * @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL, LEDGER_VALUE
 */
export function saveRun(db: WritableLedger, run: NewRun): number {
  return guarded(db.name, () => db.transaction(() => insertRun(db, run).id).immediate());
}

/** Keeps a run, inside the transaction that made sure that it may be kept. */
export function insertRun(db: WritableLedger, { atMs, document }: NewRun): SavedRun {
  const insert = db.prepare("INSERT INTO run (at_ms, document) VALUES (?, ?)");
  const id = Number(insert.run(atMs, document).lastInsertRowid);
  const link = appendLink(db, atMs, "run", { run: id, sha256: hash("sha256", document, "hex") });
  return { id, link };
}

/** The whole result of a run that was kept, as `check --json` prints it; null when there is no such run. */
export function findRunDocument(db: ReadableLedger, id: number): string | null {
  return db.prepare<[number], string>("SELECT document FROM run WHERE id = ?").pluck().get(id) ?? null;
}
