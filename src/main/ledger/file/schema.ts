/**
 * Compares a file's tables, indexes and triggers with those that Tieout makes. A file may come from anybody:
 * a view in the place of a table can run for ever, and a trigger can write anything. So nothing else is read
 * before the two are equal.
 */
import { TieoutError } from "../../../core/errors.ts";
import { FIRST_ROWS } from "../migrations/0001-foundation.ts";
import { closeLedger } from "./close-handle.ts";
import { type ReadableLedger, type WritableLedger, connectForWriting } from "./connection.ts";
import {
  MIGRATIONS,
  type Migration,
  SCHEMA_VERSION,
  migrate,
  schemaVersion,
  stateVersion,
} from "./migrate.ts";

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** null for the indexes that SQLite makes itself. */
  readonly sql: string | null;
}

/** As it is in a file, with values of any kind. */
type FoundObject = Readonly<Record<keyof SchemaObject, unknown>>;

type Schema = ReadonlyMap<string, SchemaObject>;

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

const madeBefore = new Map<string, Schema>();

function schemaMadeBy(steps: readonly Migration[]): Schema {
  const key = steps.map(({ sql }) => sql).join("\n");
  const made = madeBefore.get(key) ?? makeSchema(steps);
  madeBefore.set(key, made);
  return made;
}

function makeSchema(steps: readonly Migration[]): Schema {
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
