/**
 * The tables, indexes and triggers of a ledger: how an older file gets those of the newest schema, and whether
 * a file has those that Tieout makes. A file may come from anybody: a view in the place of a table can run for
 * ever, and a trigger can write anything. So nothing else is read before the two are equal.
 */
import { appendOnly, FOUNDATION, FIRST_ROWS, refuse } from "./migrations.ts";
import {
  type WritableLedger,
  type ReadableLedger,
  closeLedger,
  connectForWriting,
  query,
} from "./connection.ts";
import { storePieces } from "./pieces.ts";
import { TieoutError } from "../../../core/errors.ts";
import { compareBytes } from "../../../core/text.ts";
import { APPLICATION_ID } from "./header.ts";
import { sha256 } from "./sha256.ts";

// Matches made by hand, and the steps by which months are closed. `records` and `frozen` are canonical JSON,
// as `core/review` declares them.

const CLOSE_TABLES = `
CREATE TABLE manual_match (
  id INTEGER PRIMARY KEY,
  note TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undoes INTEGER REFERENCES manual_match (id),
  records TEXT NOT NULL
) STRICT;
CREATE TABLE close_step (
  id INTEGER PRIMARY KEY,
  month TEXT NOT NULL,
  step TEXT NOT NULL CHECK (step IN ('review', 'prepare', 'sign-off', 'reopen')),
  decided_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  frozen TEXT
) STRICT;
CREATE INDEX close_step_month ON close_step (month);
${appendOnly("manual_match", "close_step")}
`;

/**
 * The options of a check as part of a ledger's settings. Earlier settings did not have them, and checks used
 * what is here; that must not change when the rules' defaults do.
 */
export const OPTIONS_BEFORE = {
  convention: "auto",
  settlementBasis: "auto",
  tolerance: 0,
  cutoffDays: 3,
  chainScope: "user",
} as const;

const { convention, settlementBasis, tolerance, cutoffDays, chainScope } = OPTIONS_BEFORE;

/** The same as values of SQL, in the order of the columns. */
export const OPTIONS_BEFORE_SQL = `'${convention}', '${settlementBasis}', ${tolerance}, ${cutoffDays}, '${chainScope}'`;

const CHECK_OPTIONS = `
ALTER TABLE setting ADD COLUMN convention TEXT NOT NULL DEFAULT '${convention}'
  CHECK (convention IN ('auto', 'asset', 'bank'));
ALTER TABLE setting ADD COLUMN settlement_basis TEXT NOT NULL DEFAULT '${settlementBasis}'
  CHECK (settlement_basis IN ('auto', 'charged', 'less-escrow', 'less-fees', 'payable'));
ALTER TABLE setting ADD COLUMN tolerance INTEGER NOT NULL DEFAULT ${tolerance} CHECK (tolerance >= 0);
ALTER TABLE setting ADD COLUMN cutoff_days INTEGER NOT NULL DEFAULT ${cutoffDays} CHECK (cutoff_days >= 0);
ALTER TABLE setting ADD COLUMN chain_scope TEXT NOT NULL DEFAULT '${chainScope}'
  CHECK (chain_scope IN ('user', 'business'));
`;

// Runs in pieces: the document of a check in which everything is wrong is longer than a text can be.
// `run_chunk` holds its bytes as `body_chunk` holds those of a response; documents kept before are carried
// over byte for byte.

const RUN_PIECES = `
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
function carryRuns(db: WritableLedger): void {
  const ids = query<number>(db).values("SELECT id FROM run_before ORDER BY id");
  const find = db
    .prepare<[number], Buffer>("SELECT CAST(document AS BLOB) FROM run_before WHERE id = ?")
    .pluck();
  for (const id of ids) storePieces(db, "run_chunk", id, [find.get(id) ?? Buffer.alloc(0)]);
  db.exec("DROP TABLE run_before");
}

// Files attached as evidence. `subject` is canonical JSON, as `core/review` declares it. `attachment_chunk`
// holds bytes as `body_chunk` does, once for all attachments of the same SHA-256, under the first of them.

const ATTACHMENT_TABLES = `
CREATE TABLE attachment (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  note TEXT NOT NULL,
  attached_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undoes INTEGER REFERENCES attachment (id)
) STRICT;
CREATE INDEX attachment_sha256 ON attachment (sha256);
CREATE TABLE attachment_chunk (
  attachment_id INTEGER NOT NULL REFERENCES attachment (id),
  n INTEGER NOT NULL,
  compressed BLOB NOT NULL,
  PRIMARY KEY (attachment_id, n)
) STRICT;
${appendOnly("attachment", "attachment_chunk")}
`;

// The months' files: the terms of all of them, version by version, and the marks in each. `terms` and
// `subject` are canonical JSON, as `core/review/file` declares them.

const FILE_TABLES = `
CREATE TABLE file_terms (
  id INTEGER PRIMARY KEY,
  terms TEXT NOT NULL,
  set_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE file_mark (
  id INTEGER PRIMARY KEY,
  month TEXT NOT NULL,
  subject TEXT NOT NULL,
  marked_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("file_terms", "file_mark")}
`;

// Letters to the provider: what happened to each. `event` is canonical JSON, as `core/review/letters`
// declares it.

const LETTER_TABLE = `
CREATE TABLE letter_step (
  id INTEGER PRIMARY KEY,
  letter TEXT NOT NULL,
  event TEXT NOT NULL,
  recorded_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("letter_step")}
`;

// Pulls that were set aside, as if they had never been made, and put back.

const PULL_STEP_TABLE = `
CREATE TABLE pull_step (
  id INTEGER PRIMARY KEY,
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  step TEXT NOT NULL CHECK (step IN ('set-aside', 'put-back')),
  decided_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("pull_step")}
`;

// Points of reviewers, and a step of the close by which a month goes back to its preparer. `event` is canonical JSON, as
// `core/review/close` declares it.

const POINT_TABLES = `
DROP INDEX close_step_month;
DROP TRIGGER close_step_no_update;
DROP TRIGGER close_step_no_delete;
ALTER TABLE close_step RENAME TO close_step_before;
CREATE TABLE close_step (
  id INTEGER PRIMARY KEY,
  month TEXT NOT NULL,
  step TEXT NOT NULL CHECK (step IN ('review', 'prepare', 'return', 'sign-off', 'reopen')),
  decided_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  frozen TEXT
) STRICT;
INSERT INTO close_step SELECT id, month, step, decided_by, note, at_ms, frozen FROM close_step_before;
DROP TABLE close_step_before;
CREATE INDEX close_step_month ON close_step (month);
CREATE TABLE review_point (
  id INTEGER PRIMARY KEY,
  month TEXT NOT NULL,
  event TEXT NOT NULL,
  said_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("close_step", "review_point")}
`;

// The integers of first contents once more, see `number-blocks`. They follow from the rows, so that a pull may drop its own.

const NUMBER_TABLES = ["entry", "payment"]
  .map(
    (record) => `
CREATE TABLE ${record}_numbers (
  first_id INTEGER PRIMARY KEY,
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  rows INTEGER NOT NULL,
  numbers BLOB NOT NULL
) STRICT;
${refuse("UPDATE", `${record}_numbers`)}
`,
  )
  .join("");

// The accounts of the general ledger. `event` is canonical JSON, as `core/review/file` declares it.

const BOOKS_TABLE = `
CREATE TABLE books_step (
  id INTEGER PRIMARY KEY,
  event TEXT NOT NULL,
  done_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("books_step")}
`;

// The keys of people. `event` is canonical JSON, as `core/review/close` declares it. What a key signed its link says.

const KEY_TABLE = `
CREATE TABLE key_step (
  id INTEGER PRIMARY KEY,
  event TEXT NOT NULL,
  done_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${appendOnly("key_step")}
`;

// What people decided about findings. `finding` is canonical JSON of the finding as it was then.

const DECISIONS = `
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'explained', 'accepted', 'raised')),
  note TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undoes INTEGER REFERENCES decision (id),
  finding TEXT NOT NULL
) STRICT;
CREATE INDEX decision_fingerprint ON decision (fingerprint);
${appendOnly("decision")}
`;

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
  { to: 10, sql: POINT_TABLES },
  { to: 11, sql: NUMBER_TABLES },
  { to: 12, sql: BOOKS_TABLE },
  { to: 13, sql: KEY_TABLE },
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

/** Applies what is missing: wholly or not at all, also when killed. @param migrations in order of `to` */
export function migrate(db: WritableLedger, migrations: readonly Migration[] = MIGRATIONS): void {
  const found = schemaVersion(db);
  for (const { to, sql, carry } of migrations) {
    if (to <= found) continue;
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

/** Ours has fewer objects. */
const MOST_OBJECTS = 500;

/**
 * Of the newest schema; every migration changes it. A ledger that has this digest is compared with nothing else: to lay the schema down for
 * that takes as long as a small check.
 */
export const SCHEMA_DIGEST = "b5678275a9385abcebdd107d5f6f5ce630f35ce71fa2648a0d7a9a06612c38a6";

/** SHA-256 of the first objects of a schema, whatever their order. */
export function schemaDigest(db: ReadableLedger): string {
  // With the kind of the statement: in JSON infinity is null.
  const objects = readSchema<FoundObject>(db, MOST_OBJECTS).map(
    (object) => keyOf(object) + JSON.stringify([object.table, typeof object.sql, object.sql]),
  );
  return sha256(objects.toSorted(compareBytes).join("\n"));
}

/** How a file's schema differs from its version's; only the list of tables is read. */
export function schemaDifferences(
  db: ReadableLedger,
  migrations: readonly Migration[] = MIGRATIONS,
): SchemaDifference[] {
  const version = schemaVersion(db);
  const isNewest = migrations === MIGRATIONS && version === SCHEMA_VERSION;
  if (isNewest && schemaDigest(db) === SCHEMA_DIGEST) return [];
  const made = schemaMadeBy(migrations.filter(({ to }) => to <= version));
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

/** Refuses any other schema than its version's. @throws TieoutError LEDGER_FOREIGN naming what differs */
export function refuseOtherSchema(
  db: ReadableLedger,
  file: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const [first] = schemaDifferences(db, migrations);
  if (first === undefined) return;
  throw new TieoutError("LEDGER_FOREIGN", first.sentence, { file, record: first.name });
}

/** Makes all tables of an empty ledger at once: those that the migrations lead to, in a third of the time. */
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
  return query<T>(db).rows(
    `SELECT substr(type, 1, ?) AS type, substr(name, 1, ?) AS name, tbl_name AS "table",
        CASE WHEN length(sql) > ? THEN '' ELSE sql END AS sql
       FROM sqlite_schema LIMIT ?`,
    LONGEST_NAME + 1,
    LONGEST_NAME + 1,
    LONGEST_SQL,
    most,
  );
}

/** As JSON, so that bytes that only look like a text are no text. */
function keyOf({ type, name }: FoundObject): string {
  return JSON.stringify([type, name]);
}
