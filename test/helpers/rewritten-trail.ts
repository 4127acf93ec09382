/** What somebody does who can write SQLite and recompute hashes: a ledger tampered with, and its whole trail written anew to fit. */
import Database from "better-sqlite3";
import { type JsonValue, canonicalJson } from "../../src/core/canonical.ts";
import { type Link, linkHash } from "../../src/main/ledger/audit.ts";

type Payload = { [key: string]: JsonValue };

/**
 * @param edit is given each link's payload and returns what it says instead
 * @param tamper works on the tables meanwhile, without triggers
 */
export function rewriteTrail(
  path: string,
  edit: (payload: Payload, kind: Link["kind"]) => Payload,
  tamper: (db: Database.Database) => void = () => {},
): void {
  const db = new Database(path);
  db.pragma("foreign_keys = OFF");
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  db.transaction(() => {
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    tamper(db);
    const ledgerId = db.prepare<[], string>("SELECT ledger_id FROM ledger").pluck().get() ?? "";
    const links = db
      .prepare<[], Link>("SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit ORDER BY sequence")
      .all();
    let previous = "";
    for (const link of links) {
      const payload = canonicalJson(edit(JSON.parse(link.payload) as Payload, link.kind));
      previous = linkHash(ledgerId, previous, { ...link, payload });
      db.prepare("UPDATE audit SET payload = ?, hash = ? WHERE sequence = ?").run(
        payload,
        previous,
        link.sequence,
      );
    }
    for (const trigger of triggers) db.exec(trigger.sql);
  })();
  db.close();
}
