/** Writing into a ledger as somebody with SQLite could. */
import Database from "better-sqlite3";

/** Does what nothing of Tieout would: no trigger, reference or condition is in the way meanwhile. Triggers are put back. */
export function tampering(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(path).unsafeMode();
  db.pragma("synchronous = OFF");
  db.pragma("foreign_keys = OFF");
  db.pragma("ignore_check_constraints = ON");
  db.transaction(() => {
    // Quicker than to drop and make each of them.
    const triggers = db
      .prepare<[], unknown[]>("SELECT * FROM sqlite_schema WHERE type = 'trigger'")
      .raw()
      .all();
    writeSchema(db, () => db.exec("DELETE FROM sqlite_schema WHERE type = 'trigger'"));
    work(db);
    writeSchema(db, () => {
      const insert = db.prepare("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)");
      for (const trigger of triggers) insert.run(trigger);
    });
  })();
  db.close();
}

/** Changes the list of tables and triggers itself; the handle goes by it from then on. */
export function writeSchema(db: Database.Database, change: () => void): void {
  db.pragma("writable_schema = ON");
  change();
  db.pragma("writable_schema = RESET");
}
