/** Runs: checks whose whole result was kept. */
import { hash } from "node:crypto";
import { appendLink } from "./audit.ts";
import type { WritableLedger } from "./connection.ts";
import { guarded } from "./sqlite-error.ts";

export interface NewRun {
  /** Milliseconds UTC. */
  readonly atMs: number;
  /** The result as `check --json` prints it. */
  readonly document: string;
}

/**
 * Keeps a run.
 *
 * @returns its id, from 1 on
 * @throws TieoutError LEDGER_READONLY, LEDGER_BUSY, LEDGER_DISK_FULL, LEDGER_VALUE
 */
export function saveRun(db: WritableLedger, { atMs, document }: NewRun): number {
  return guarded(db.name, () =>
    db
      .transaction(() => {
        const id = Number(
          db.prepare("INSERT INTO run (at_ms, document) VALUES (?, ?)").run(atMs, document).lastInsertRowid,
        );
        appendLink(db, atMs, "run", { run: id, sha256: hash("sha256", document, "hex") });
        return id;
      })
      .immediate(),
  );
}
