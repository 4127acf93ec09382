/** The documents of kept runs, read whole and replaced, as somebody with SQLite could. */
import type Database from "better-sqlite3";
import { packPieces } from "../../../src/main/ledger/file/pieces.ts";
import type { ReadableLedger } from "../../../src/main/ledger/file/connection.ts";
import { findRunDocument } from "../../../src/main/ledger/acts/run.ts";

/** The whole document; '' when there is no such run. */
export function documentOf(db: Database.Database, run: number): string {
  const pieces = findRunDocument(db as ReadableLedger, run)?.pieces() ?? [];
  return Buffer.concat([...pieces]).toString("utf8");
}

/** Puts another document in the place of one. No trigger may be in the way. */
export function replaceDocument(db: Database.Database, run: number, document: string): void {
  db.prepare("DELETE FROM run_chunk WHERE run_id = ?").run(run);
  const insert = db.prepare("INSERT INTO run_chunk (run_id, n, compressed) VALUES (?, ?, ?)");
  let n = 0;
  for (const piece of packPieces([Buffer.from(document)])) {
    insert.run(run, n, piece);
    n += 1;
  }
}

/** SQL for the same where the document is short. */
export function documentSql(run: number, document: string): string {
  const [piece = Buffer.alloc(0)] = packPieces([Buffer.from(document)]);
  return `UPDATE run_chunk SET compressed = x'${Buffer.from(piece).toString("hex")}' WHERE run_id = ${run}`;
}

/** So many characters that do not compress to less than half of them. */
export function uncompressible(length: number): string {
  let [text, state] = ["", 1];
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += state.toString(36);
  }
  return text.slice(0, length);
}
