/**
 * Runs in pieces: the document of a check in which everything is wrong is longer than a text can be.
 * `run_chunk` holds its bytes as `body_chunk` holds those of a response; documents kept before are carried
 * over byte for byte.
 */
import type { WritableLedger } from "../file/connection.ts";
import { packPieces } from "../people/pieces.ts";
import { appendOnly } from "./append-only.ts";

export const RUN_PIECES = `
ALTER TABLE run RENAME TO run_before;
DROP TRIGGER run_no_update;
DROP TRIGGER run_no_delete;
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE run_chunk (
  run_id INTEGER NOT NULL REFERENCES run (id),
  n INTEGER NOT NULL,
  compressed BLOB NOT NULL,
  PRIMARY KEY (run_id, n)
) STRICT;
INSERT INTO run SELECT id, at_ms FROM run_before;
${appendOnly("run", "run_chunk")}
`;

/** Packs the documents that were kept as one text each, one after the other. */
export function carryRuns(db: WritableLedger): void {
  const ids = db.prepare<[], number>("SELECT id FROM run_before ORDER BY id").pluck().all();
  const find = db
    .prepare<[number], Buffer>("SELECT CAST(document AS BLOB) FROM run_before WHERE id = ?")
    .pluck();
  const insert = db.prepare("INSERT INTO run_chunk (run_id, n, compressed) VALUES (?, ?, ?)");
  for (const id of ids) {
    let n = 0;
    for (const piece of packPieces([find.get(id) ?? Buffer.alloc(0)])) {
      insert.run(id, n, piece);
      n += 1;
    }
  }
  db.exec("DROP TABLE run_before");
}
