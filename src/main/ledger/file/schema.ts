/**
 * The tables, indexes and triggers of a ledger: how an older file gets those of the newest schema, and whether
 * a file has those that Tieout makes. A file may come from anybody: a view in the place of a table can run for
 * ever, and a trigger can write anything. So nothing else is read before the two are equal.
 */
import { TieoutError } from "../../../core/errors.ts";
import { APPLICATION_ID } from "./header.ts";
import { type ReadableLedger, type WritableLedger, closeLedger, connectForWriting } from "./connection.ts";
import { FOUNDATION, FIRST_ROWS } from "../migrations/0001-foundation.ts";
import { CLOSE_TABLES } from "../migrations/0004-close.ts";
import { CHECK_OPTIONS } from "../migrations/0003-check-options.ts";
import { RUN_PIECES, carryRuns } from "../migrations/0005-run-pieces.ts";
import { ATTACHMENT_TABLES } from "../migrations/0006-attachments.ts";
import { FILE_TABLES } from "../migrations/0007-month-files.ts";
import { LETTER_TABLE } from "../migrations/0008-letters.ts";
import { PULL_STEP_TABLE } from "../migrations/0009-pull-steps.ts";
import { DECISIONS } from "../migrations/0002-decisions.ts";

/** One step: SQL that takes the schema from version `to − 1` to version `to`. */
export interface Migration {
  readonly to: number;
  readonly sql: string;
  /** What SQL alone cannot carry over, in the same transaction, after the SQL. */
  readonly carry?: (db: WritableLedger) => void;
}

/** All steps this program knows, in order of `to`, from 1 on without gaps. */
export const MIGRATIONS: readonly Migration[] = [
  { to: 1, sql: FOUNDATION },
  { to: 2, sql: DECISIONS },
  { to: 3, sql: CHECK_OPTIONS },
  { to: 4, sql: CLOSE_TABLES },
  { to: 5, sql: RUN_PIECES, carry: carryRuns },
  { to: 6, sql: ATTACHMENT_TABLES },
  { to: 7, sql: FILE_TABLES },
  { to: 8, sql: LETTER_TABLE },
  { to: 9, sql: PULL_STEP_TABLE },
];

/** The schema version this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The schema version a ledger has; 0 for a new file. */
export function schemaVersion(db: ReadableLedger): number {
  return Number(db.pragma("user_version", { simple: true }));
}

/** Says in the file's header that it is a ledger, and of which schema. */
function stateVersion(db: WritableLedger, version: number): void {
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${version}`);
}

/**
 * Applies what is missing; a process killed at any statement leaves the schema wholly old or wholly new.
 *
 * @param migrations in order of `to`
 */
export function migrate(db: WritableLedger, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const { to, sql, carry } of migrations) {
    if (to <= schemaVersion(db)) continue;
    db.transaction(() => {
      // Another process may have gone this step while this one waited for its turn.
      if (to <= schemaVersion(db)) return;
      db.exec(sql);
      carry?.(db);
      stateVersion(db, to);
    }).immediate();
  }
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** null for the indexes that SQLite makes itself. */
  readonly sql: string | null;
}

/** As it is in a file, with values of any kind. */
type FoundObject = Readonly<Record<keyof SchemaObject, unknown>>;

type SchemaObjects = ReadonlyMap<string, SchemaObject>;

/** One table, index, trigger or view that is not as this version makes it. */
interface SchemaDifference {
  readonly sentence: string;
  /** The object's name, cut where it is long. */
  readonly name: string;
}

/** No statement of ours is as long; a longer one is not read. */
const LONGEST_SQL = 20_000;
const LONGEST_NAME = 80;
/** So many differences are listed; a file can hold a million of them. */
const MOST_LISTED = 20;

/**
 * How the schema of a file differs from the one that its version was made with. It reads the list of tables
 * and nothing else.
 *
 * @param migrations all steps known, in order of `to`
 */
export function schemaDifferences(
  db: ReadableLedger,
  migrations: readonly Migration[] = MIGRATIONS,
): SchemaDifference[] {
  const made = schemaMadeBy(migrations.filter(({ to }) => to <= schemaVersion(db)));
  const differences: SchemaDifference[] = [];
  const seen = new Set<string>();
  for (const object of readSchema<FoundObject>(db, made.size + MOST_LISTED)) {
    const key = keyOf(object);
    const known = made.get(key);
    const { type, name } = described(object);
    if (known === undefined || seen.has(key)) {
      differences.push({ sentence: `The ledger holds a ${type} that Tieout did not make`, name });
    } else if (known.sql !== object.sql || known.table !== object.table) {
      differences.push({ sentence: `A ${type} was changed since Tieout made it`, name });
    }
    seen.add(key);
  }
  for (const [key, object] of made) if (!seen.has(key)) differences.push(missing(object));
  return differences.slice(0, MOST_LISTED);
}

/**
 * Refuses a file whose schema is not exactly the one that its version was made with.
 *
 * @param migrations all steps known, in order of `to`
 * @throws TieoutError LEDGER_FOREIGN naming the first table, index, trigger or view that differs
 */
export function refuseOtherSchema(
  db: ReadableLedger,
  file: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const [first] = schemaDifferences(db, migrations);
  if (first === undefined) return;
  throw new TieoutError("LEDGER_FOREIGN", first.sentence, { file, record: first.name });
}

/**
 * Makes all tables of an empty ledger at once: the same that the migrations lead to, in a third of their
 * time.
 */
export function layTables(db: WritableLedger): void {
  const made = [...schemaMadeBy(MIGRATIONS).values()].flatMap(({ sql }) => sql ?? []);
  db.transaction(() => {
    db.exec([...made, FIRST_ROWS].join(";\n"));
    stateVersion(db, SCHEMA_VERSION);
  }).immediate();
}

function missing({ type, name, table }: SchemaObject): SchemaDifference {
  const sentence =
    type === "trigger"
      ? `The trigger that keeps ${table} from being changed is missing`
      : `A ${type} is missing`;
  return { sentence, name };
}

function described({ type, name }: FoundObject): { readonly type: string; readonly name: string } {
  const known = ["table", "index", "trigger", "view"].find((one) => one === type);
  return { type: known ?? "table", name: typeof name === "string" ? name.slice(0, LONGEST_NAME) : "" };
}

const madeBefore = new Map<string, SchemaObjects>();

function schemaMadeBy(steps: readonly Migration[]): SchemaObjects {
  const key = steps.map(({ sql }) => sql).join("\n");
  const made = madeBefore.get(key) ?? makeSchema(steps);
  madeBefore.set(key, made);
  return made;
}

function makeSchema(steps: readonly Migration[]): SchemaObjects {
  const db = connectForWriting(":memory:");
  try {
    migrate(db, steps);
    return new Map(readSchema<SchemaObject>(db, -1).map((object) => [keyOf(object), object]));
  } finally {
    closeLedger(db);
  }
}

/** @param most rows to read; −1 for all */
function readSchema<T extends FoundObject>(db: ReadableLedger, most: number): T[] {
  return db
    .prepare<[number, number, number, number], T>(
      `SELECT substr(type, 1, ?) AS type, substr(name, 1, ?) AS name, tbl_name AS "table",
        CASE WHEN length(sql) > ? THEN '' ELSE sql END AS sql
       FROM sqlite_schema LIMIT ?`,
    )
    .all(LONGEST_NAME + 1, LONGEST_NAME + 1, LONGEST_SQL, most);
}

/** As JSON, so that bytes that only look like a text are no text. */
function keyOf({ type, name }: FoundObject): string {
  return JSON.stringify([type, name]);
}
