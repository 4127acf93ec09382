/**
 * Finds values that Tieout never writes: texts where numbers belong, dates out of range, ids that refer to
 * nothing. Reading a ledger does not check every row for them; when work on a ledger fails for no known
 * reason, this finds out whether one of them is the cause.
 */
import { TieoutError } from "../../../core/errors.ts";
import { type ReadableLedger, connectForReading } from "../file/connection.ts";

interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  /** Its place in the key, from 1 on; 0 when it is no part of it. */
  readonly pk: number;
}

/** What rows of ours are numbered by, never below zero. */
const OWN_NUMBERS = new Set([
  "id",
  "n",
  "version",
  "sequence",
  "bytes",
  "pull_id",
  "body_id",
  "run_id",
  "undoes",
]);
/** Columns that hold an id of one of the two dictionaries. */
const DICTIONARIES: readonly { readonly name: string; readonly columns: ReadonlySet<string> }[] = [
  { name: "payref", columns: new Set(["payref_id", "reference_id"]) },
  {
    name: "label",
    columns: new Set(
      ["action", "cycle", "role", "currency", "type", "label", "status_alt"].map((one) => `${one}_id`),
    ),
  },
];
/** Milliseconds that a date can have. */
const LAST_MS = 8_640_000_000_000_000;

/**
 * The error for the first odd value of a ledger; null where there is none, or the ledger cannot be read now.
 *
 * @param cause what failed
 */
export function oddValueError(path: string, cause: unknown): TieoutError | null {
  try {
    const db = connectForReading(path);
    try {
      const record = findOddRow(db);
      if (record === null) return null;
      const sentence = "The ledger holds a value that Tieout never writes";
      return new TieoutError("LEDGER_CORRUPT", sentence, { file: path, ...record }, cause);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

function findOddRow(db: ReadableLedger): { readonly record: string; readonly field: string } | null {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  for (const table of tables) {
    const columns = db.prepare<[string], ColumnFacts>("SELECT * FROM pragma_table_info(?)").all(table);
    const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    for (const column of columns) {
      const row = db
        .prepare<[], unknown[]>(
          `SELECT ${key.join(", ")} FROM ${table} WHERE NOT (${conditionOf(column)}) LIMIT 1`,
        )
        .raw()
        .get();
      if (row !== undefined) return { record: `${table} ${row.map(String).join(", ")}`, field: column.name };
    }
  }
  return null;
}

/** SQL that holds for every value that is written into a column. */
function conditionOf({ name, type, notnull, pk }: ColumnFacts): string {
  const isOf = `typeof(${name}) = '${type.toLowerCase()}'`;
  const condition = type === "INTEGER" ? `${isOf} AND ${rangeOf(name)}` : isOf;
  return notnull === 0 && pk === 0 ? `${name} IS NULL OR (${condition})` : condition;
}

function rangeOf(name: string): string {
  const dictionary = DICTIONARIES.find(({ columns }) => columns.has(name))?.name;
  if (dictionary !== undefined) {
    return `${name} >= 0 AND ${name} < (SELECT count(*) FROM ${dictionary})`;
  }
  if (name === "decimals") return `${name} BETWEEN 0 AND 6`;
  const least = OWN_NUMBERS.has(name) ? 0 : -Number.MAX_SAFE_INTEGER;
  if (name.endsWith("_ms")) return `${name} BETWEEN ${-LAST_MS} AND ${LAST_MS}`;
  return `${name} BETWEEN ${least} AND ${Number.MAX_SAFE_INTEGER}`;
}
