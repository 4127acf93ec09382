/** The documents of kept runs, read whole and replaced, as somebody with SQLite could. */
import type Database from "better-sqlite3";
import { packPieces } from "../../../src/main/ledger/file/pieces.ts";
import type { ReadableLedger } from "../../../src/main/ledger/file/connection.ts";
import { findRunDocument } from "../../../src/main/ledger/acts/run.ts";
import type { CheckDocument } from "../../../src/core/reconcile/same-conclusion.ts";
import { sha256 } from "../records.ts";
import { type Payload, rewriteTrail } from "./rewritten-trail.ts";

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

/** Has a ledger keep its first run as another version could have, with every hash right. */
export function keepOtherwise(ledger: string, change: (kept: CheckDocument) => CheckDocument): void {
  let [was, is] = ["", ""];
  rewriteTrail(
    ledger,
    (payload) => JSON.parse(JSON.stringify(payload).replaceAll(was, is)) as Payload,
    (db) => {
      const document = documentOf(db, 1);
      const changed = JSON.stringify(change(JSON.parse(document) as CheckDocument));
      [was, is] = [sha256(document), sha256(changed)];
      replaceDocument(db, 1, changed);
      db.prepare("UPDATE close_step SET frozen = replace(frozen, ?, ?)").run(was, is);
    },
  );
}

/** The same conclusions in other words. */
export function inOtherWords(kept: CheckDocument): CheckDocument {
  const skippedRules = kept.skippedRules.map((one) => ({ ...one, reason: `Formerly: ${one.reason}` }));
  const findings = kept.findings.map((one) => ({ ...one, message: `Formerly: ${one.message}` }));
  return { ...kept, skippedRules, findings };
}
