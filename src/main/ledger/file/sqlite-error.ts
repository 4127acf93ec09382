/** Maps SQLite's errors to Tieout's error codes, in one place. */
import { TieoutError } from "../../../core/errors.ts";
import { type ReadableLedger, connectForReading, query } from "./connection.ts";
import { statSync } from "node:fs";
import type { ErrorCode } from "../../../core/error-codes.ts";
import Database from "better-sqlite3";
import { hasRoom } from "./disk.ts";

// Finds values that Tieout never writes: texts where numbers belong, dates out of range, ids that refer to
// nothing. Reading a ledger does not check every row for them; when work on a ledger fails for no known
// reason, this finds out whether one of them is the cause.

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

/** The first odd value as an error, null for none or an unreadable ledger. @param cause what failed */
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
  const tables = query<string>(db).values(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const table of tables) {
    const columns = query<ColumnFacts>(db).rows("SELECT * FROM pragma_table_info(?)", table);
    const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    for (const column of columns) {
      const row = query<unknown[]>(db).list(
        `SELECT ${key.join(", ")} FROM ${table} WHERE NOT (${conditionOf(column)}) LIMIT 1`,
      );
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

/** Ours by the beginning of SQLite's code: the first that fits counts. */
const CODES: readonly (readonly [prefix: string, code: ErrorCode, sentence: string])[] = [
  ["SQLITE_FULL", "LEDGER_DISK_FULL", "The disk is full"],
  ["SQLITE_READONLY", "LEDGER_READONLY", "You have no permission to write to the ledger"],
  ["SQLITE_BUSY", "LEDGER_BUSY", "Another program is using the ledger"],
  ["SQLITE_LOCKED", "LEDGER_BUSY", "Another program is using the ledger"],
  ["SQLITE_PROTOCOL", "LEDGER_BUSY", "Another program is using the ledger"],
  ["SQLITE_CORRUPT", "LEDGER_CORRUPT", "The ledger is damaged"],
  ["SQLITE_NOTADB", "LEDGER_CORRUPT", "The ledger is damaged"],
  ["SQLITE_IOERR_SHORT_READ", "LEDGER_CORRUPT", "The ledger cannot be read completely"],
  ["SQLITE_IOERR_CORRUPTFS", "LEDGER_CORRUPT", "The ledger cannot be read completely"],
  ["SQLITE_IOERR_READ", "LEDGER_DISK_ERROR", "The system cannot read the ledger"],
  ["SQLITE_IOERR", "LEDGER_DISK_ERROR", "The system cannot write the ledger"],
  ["SQLITE_CANTOPEN", "LEDGER_READONLY", "The ledger cannot be opened here"],
  ["SQLITE_MISMATCH", "LEDGER_VALUE", "A value does not fit its column"],
  ["SQLITE_CONSTRAINT_DATATYPE", "LEDGER_VALUE", "A value does not fit its column"],
  ["SQLITE_CONSTRAINT_CHECK", "LEDGER_VALUE", "A value does not fit its column"],
  ["SQLITE_CONSTRAINT_NOTNULL", "LEDGER_VALUE", "A value is missing"],
];

/**
 * Runs work on a ledger and turns SQLite's failures into ours; an AUDIT_MISMATCH of a record is given its
 * file, any other error passes as it is.
 *
 * @param file the ledger's path, for the error
 * @throws TieoutError LEDGER_DISK_FULL, LEDGER_DISK_ERROR, LEDGER_READONLY, LEDGER_BUSY, LEDGER_CORRUPT,
 *   LEDGER_VALUE
 */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ledgerError(error, file);
  }
}

/** The error to throw for what a statement threw. */
export function ledgerError(error: unknown, file: string): unknown {
  if (error instanceof TieoutError && error.code === "AUDIT_MISMATCH" && error.facts.file === undefined) {
    return new TieoutError(error.code, error.message, { ...error.facts, file }, error.cause);
  }
  if (error instanceof TieoutError) return error;
  // A defect of ours, unless the failing value was written by another program.
  if (!(error instanceof Database.SqliteError)) return oddValueError(file, error) ?? error;
  // What the statements look into as JSON was written as JSON.
  if (error.message === "malformed JSON") {
    const differs = "A document in the ledger differs from what was written";
    return new TieoutError("LEDGER_CORRUPT", differs, { file }, error);
  }
  const known = CODES.find(([prefix]) => error.code.startsWith(prefix));
  if (known === undefined) return error;
  const [, code, sentence] = known;
  if (error.code.startsWith("SQLITE_CANTOPEN") && !isThere(file)) {
    return new TieoutError("LEDGER_NOT_FOUND", "There is no such ledger", { file }, error);
  }
  // SQLite reports a full disk only for some writes; for others it only reports a failure.
  if (code === "LEDGER_DISK_ERROR" && error.code !== "SQLITE_IOERR_READ" && !hasRoom(file)) {
    return new TieoutError("LEDGER_DISK_FULL", "The disk is full", { file }, error);
  }
  return new TieoutError(code, sentence, { file }, error);
}

/** Also for what may not be inspected. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * The error to throw for what reading the file's own structure threw: a statement that cannot fail on a
 * ledger as it was made and fails nevertheless says that the file is damaged.
 */
export function asDamage(error: unknown, file: string): unknown {
  if (error instanceof Database.SqliteError && error.code === "SQLITE_ERROR") {
    return new TieoutError("LEDGER_CORRUPT", "The ledger cannot be read completely", { file }, error);
  }
  return ledgerError(error, file);
}
