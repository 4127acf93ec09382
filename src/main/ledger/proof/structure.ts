/** The file as SQLite sees it: its pages and indexes, and the tables and triggers that Tieout made, no more and no fewer. */
import { closeLedger } from "../close.ts";
import { type ReadableLedger, connectForWriting } from "../connection.ts";
import { MIGRATIONS, migrate, schemaVersion } from "../migrate.ts";
import { type Problem, mismatch } from "./problem.ts";

/** What SQLite's own checks find in pages, indexes and values. */
export function checkPages(db: ReadableLedger): Problem[] {
  const verdict = db.prepare<[], string>("PRAGMA integrity_check(1)").pluck().get();
  return verdict === "ok" ? [] : [damage(`SQLite finds damage: ${String(verdict)}`)];
}

/** Rows that point to rows that are not there; asked only of tables that are as they were made. */
export function checkReferences(db: ReadableLedger): Problem[] {
  const strays = db.prepare<[], number>("SELECT count(*) FROM pragma_foreign_key_check").pluck().get() ?? 0;
  return strays === 0 ? [] : [damage(`${strays} rows point nowhere`)];
}

function damage(sentence: string): Problem {
  return { code: "LEDGER_CORRUPT", sentence, where: null };
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** null for the indexes that SQLite makes itself. */
  readonly sql: string | null;
}

export interface SchemaVerdict {
  readonly problems: readonly Problem[];
  /** Whether every table is there and as it was made, so that its rows can be looked at. */
  readonly readable: boolean;
}

/** Holds the schema against one laid down anew: nothing may be missing, changed or added. */
export function checkSchema(db: ReadableLedger): SchemaVerdict {
  const made = pristineSchema(schemaVersion(db));
  const found = readSchema(db);
  const problems: Problem[] = [];
  let readable = true;
  for (const [key, object] of made) {
    const other = found.get(key);
    if (other !== undefined && other.sql === object.sql && other.table === object.table) continue;
    problems.push(other === undefined ? missing(object) : changed(object));
    if (object.type === "table") readable = false;
  }
  for (const [key, { type, name }] of found) {
    if (!made.has(key)) problems.push(mismatch(`The ledger holds a ${type} that Tieout did not make`, name));
  }
  return { problems, readable };
}

function missing({ type, name, table }: SchemaObject): Problem {
  return type === "trigger"
    ? mismatch(`The trigger that keeps ${table} from being changed is missing`, name)
    : mismatch(`A ${type} is missing`, name);
}

function changed({ type, name }: SchemaObject): Problem {
  return mismatch(`A ${type} is not as Tieout made it`, name);
}

function pristineSchema(version: number): Map<string, SchemaObject> {
  const db = connectForWriting(":memory:");
  try {
    migrate(
      db,
      MIGRATIONS.filter((migration) => migration.to <= version),
    );
    return readSchema(db);
  } finally {
    closeLedger(db);
  }
}

function readSchema(db: ReadableLedger): Map<string, SchemaObject> {
  const objects = db
    .prepare<[], SchemaObject>(`SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema ORDER BY name`)
    .all();
  // As JSON, so that bytes that only look like a text are no text.
  return new Map(objects.map((object) => [JSON.stringify([object.type, object.name]), object]));
}
