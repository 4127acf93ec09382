/**
 * A ledger as if the pulls that are set aside had never been made: views of one handle over the tables of
 * records, as of now or of a link. A pull's rows are its differences from all pulls before it, set aside or
 * not; of each record that a pull set aside touched, the rows of the pulls that count are laid out anew.
 */
import { type ReadableLedger, ledgerIdOf, query } from "../file/connection.ts";
import { type PullRecord, readRemarks, pullsAside, listPulls, newestPullID } from "./pull.ts";
import {
  type RecordTable,
  type StoredRow,
  sameContent,
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type StoredValue,
} from "../tables/record-table.ts";
import { TABLE_SUFFIXES } from "./row-digests.ts";
import type { Link } from "../file/audit.ts";
import { guarded } from "../file/sqlite-error.ts";
import type { RegisterTimeline } from "../../../core/review/restate/register-timeline.ts";

// Lays out the rows of records that pulls touched which do not count, as the pulls that count give them.

/** A kind of record, as far as its rows are laid out. */
type RecordShape = Pick<RecordTable<never>, "name" | "idColumn" | "columns">;

/** Something after which other pulls count than before. */
interface PullEvent {
  /** What stands as the pull in the rows that it gives, ascending. */
  readonly id: number;
  /** The pull that it adds; null where `counting` lists all that count from then on. */
  readonly brings: PullRecord | null;
  /** Oldest first. */
  readonly counting: readonly PullRecord[];
}

/** A record as pulls left it; null before one brought it. */
interface RecordState {
  readonly isThere: boolean;
  /** The pull that last had it. */
  readonly pull: number;
}

/** Fills `anew_…` from `touched_…` and `stored_…`. @param pulls all that were made, oldest first */
function recordsAnew(
  db: ReadableLedger,
  { name, idColumn: id, columns }: RecordShape,
  pulls: readonly PullRecord[],
  events: readonly PullEvent[],
): void {
  const list = columns.join(", ");
  const rowsOf = db
    .prepare<[number, number], StoredRow>(
      `SELECT ${list} FROM (SELECT 1 AS version, ${list} FROM stored_${name} WHERE ${id} = ?
       UNION ALL SELECT version, ${list} FROM stored_${name}_version WHERE ${id} = ?) ORDER BY version`,
    )
    .raw();
  const marksOf = db
    .prepare<[number], [pull: number, present: number]>(
      `SELECT pull_id, present FROM stored_${name}_presence WHERE ${id} = ? ORDER BY pull_id`,
    )
    .raw();
  const put = inserter(db, name, id, columns);
  const remarksOf = readRemarks(db);
  const reaching = new Map(pulls.map((pull) => [pull.id, reachOf(pull, name)]));
  const unsure = new Map(pulls.map(({ id: pull }) => [pull, new Set(remarksOf(pull).cut?.unsure)]));
  const isUnsure = (pull: number, record: number) =>
    name === "entry" && unsure.get(pull)?.has(record) === true;
  const touched = query<number>(db).values(`SELECT id FROM temp.touched_${name} ORDER BY id`);
  for (const record of touched) {
    const rows = rowsOf.all(record, record);
    const marks = marksOf.all(record);
    const first = pullOf(rows[0]);
    const isIn = (pull: number) => pull >= first && marks.findLast(([at]) => at <= pull)?.[1] !== 0;
    const after = (state: RecordState | null, { id: pull }: PullRecord): RecordState | null => {
      if ((reaching.get(pull) ?? Infinity) > record || isUnsure(pull, record)) return state;
      if (isIn(pull)) return { isThere: true, pull };
      return state === null ? null : { ...state, isThere: false };
    };
    const writer = new RecordWriter(put, record);
    let state: RecordState | null = null;
    for (const { id: event, brings, counting } of events) {
      state = brings === null ? counting.reduce<RecordState | null>(after, null) : after(state, brings);
      if (state?.isThere !== true) writer.leave(event);
      else writer.have(event, contentsAt(rows, state.pull, brings?.id ?? null));
    }
  }
}

/** The lowest id that a pull would have brought; Infinity where it brought none of the kind. */
function reachOf(pull: PullRecord, name: "entry" | "payment"): number {
  const received = name === "entry" ? pull.entries : pull.transactions;
  if (received === null) return Infinity;
  return name === "entry" ? (pull.lowestWalletID ?? -Infinity) : -Infinity;
}

function pullOf(row: StoredRow | undefined): number {
  return Number(row?.[1] ?? Infinity);
}

/** What a record says as of a pull: one row, or where that pull is just brought and had copies, its own. */
function contentsAt(rows: readonly StoredRow[], pull: number, brought: number | null): readonly StoredRow[] {
  const own = pull === brought ? rows.filter((row) => pullOf(row) === pull) : [];
  return own.length > 0 ? own : rows.filter((row) => pullOf(row) <= pull).slice(-1);
}

function inserter(db: ReadableLedger, name: string, id: string, columns: readonly string[]) {
  const insert = (suffix: string, into: readonly string[]) =>
    db.prepare<StoredValue[]>(
      `INSERT INTO temp.anew_${name}${suffix} (${into.join(", ")}) VALUES (${into.map(() => "?").join(", ")})`,
    );
  return {
    first: insert("", columns),
    version: insert("_version", [id, "version", ...columns.slice(1)]),
    presence: insert("_presence", [id, "pull_id", "present"]),
  };
}

/** Writes the rows of one record, as a pull's are written: only what differs. */
class RecordWriter {
  readonly #put: ReturnType<typeof inserter>;
  readonly #id: number;
  #last: StoredRow | null = null;
  #isThere = false;
  #versions = 1;

  constructor(put: ReturnType<typeof inserter>, id: number) {
    this.#put = put;
    this.#id = id;
  }

  have(event: number, contents: readonly StoredRow[]): void {
    const isBack = this.#last !== null && !this.#isThere;
    for (const row of contents) this.#say(event, row);
    if (isBack) this.#put.presence.run(this.#id, event, 1);
    this.#isThere = true;
  }

  #say(event: number, row: StoredRow): void {
    const rest = row.slice(2);
    if (this.#last === null) this.#put.first.run(this.#id, event, ...rest);
    else if (!sameContent(this.#last, row)) {
      this.#versions += 1;
      this.#put.version.run(this.#id, this.#versions, event, ...rest);
    }
    this.#last = row;
  }

  leave(event: number): void {
    if (!this.#isThere) return;
    this.#put.presence.run(this.#id, event, 0);
    this.#isThere = false;
  }
}

const TABLES = [ENTRY_TABLE, PAYMENT_TABLE] as const;

/** The tables whose rows a pull that is set aside does not count in. */
const COUNTED: readonly string[] = [
  ...TABLES.flatMap(({ name }) => TABLE_SUFFIXES.map((suffix) => `${name}${suffix}`)),
  "pull",
  "caller",
];

/** The rows that are laid out anew; copies stay as their pull brought them. */
const ANEW = ["", "_version", "_presence"] as const;

/**
 * Shows the pulls that count alone, from now on and through this handle; where none is set aside, all. Called
 * again it shows what is so then: within a transaction that is of its moment.
 */
export function showCounting(db: ReadableLedger): void {
  showWithout(db, [...pullsAside(db).keys()]);
}

/** As `showCounting`, with pulls set aside that the caller names. */
export function showWithout(db: ReadableLedger, aside: readonly number[]): void {
  const shown = shownKey(db);
  const key = aside.length === 0 ? null : keyOf(db, aside);
  if (key === shown) return;
  hideCounting(db);
  if (key === null) return;
  const counting = listPulls(db).filter(({ id }) => !aside.includes(id));
  lay(db, key, {
    touching: aside,
    events: counting.map((pull) => ({ id: pull.id, brings: pull, counting: [] })),
    aside,
    steps: "",
  });
}

/** A step by which a pull was set aside or put back, in the place of a pull. */
interface StepAsPull {
  /** Between those of the pull before the step and the one after it. */
  readonly id: number;
  /** The same in SQL, to the bit. */
  readonly idSql: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/** What happened to a ledger's pulls, in the order of the trail. */
export interface Timeline extends Pick<RegisterTimeline<never>, "touching" | "aside"> {
  readonly events: readonly PullEvent[];
  readonly steps: readonly StepAsPull[];
}

/** Works with a ledger that shows steps of pulls in the place of pulls, which change records as they did. */
export function withTimeline<T>(db: ReadableLedger, timeline: Timeline, work: () => T): T {
  hideCounting(db);
  const steps = timeline.steps.map(
    ({ idSql, atMs }) =>
      ` UNION ALL SELECT ${idSql}, 'files', ${atMs}, ${atMs}, NULL, NULL, NULL, NULL, NULL, NULL`,
  );
  lay(db, "timeline", { ...timeline, steps: steps.join("") });
  try {
    return work();
  } finally {
    hideCounting(db);
    showCounting(db);
  }
}

/** Works with a ledger that shows every pull, and then those that count again. */
export async function withAllPulls<T>(db: ReadableLedger, work: () => Promise<T>): Promise<T> {
  hideCounting(db);
  try {
    return await work();
  } finally {
    showCounting(db);
  }
}

/** Shows every pull again. */
export function hideCounting(db: ReadableLedger): void {
  if (shownKey(db) === null) return;
  writingTemp(db, () => {
    const before = COUNTED.map((table) => [table, storedRows(db, table)] as const);
    for (const table of COUNTED) db.exec(`DROP VIEW temp.${table}; DROP VIEW temp.stored_${table};`);
    for (const [table, rows] of before)
      if (rows !== rowsOfFile(table)) db.exec(`CREATE TEMP VIEW ${table} AS ${rows}`);
    for (const { name } of TABLES) {
      db.exec(`DROP TABLE temp.touched_${name};`);
      for (const suffix of ANEW) db.exec(`DROP TABLE temp.anew_${name}${suffix};`);
    }
    db.exec("DROP TABLE temp.counting");
  });
}

/** Whether the handle shows fewer pulls than were made. */
export function isCounting(db: ReadableLedger): boolean {
  return shownKey(db) !== null;
}

/** Where all rows of a table are read through a handle, those of pulls that are set aside, too. */
export function storedTable(db: ReadableLedger, table: string): string {
  return COUNTED.includes(table) && isCounting(db) ? `stored_${table}` : table;
}

/** All pulls, those that are set aside, too; oldest first. */
export function listAllPulls(db: ReadableLedger): PullRecord[] {
  return listPulls(db, storedTable(db, "pull"));
}

interface CountedTimeline extends Omit<Timeline, "steps"> {
  /** Rows that are shown beside those of pulls, in SQL. */
  readonly steps: string;
}

function lay(db: ReadableLedger, key: string, { touching, events, aside, steps }: CountedTimeline): void {
  const listed = aside.join(", ");
  writingTemp(db, () => {
    for (const table of COUNTED) {
      const rows = storedRows(db, table);
      db.exec(`DROP VIEW IF EXISTS temp.${table}; CREATE TEMP VIEW stored_${table} AS ${rows};`);
    }
    const all = listPulls(db, "stored_pull");
    for (const table of TABLES) {
      layAnew(db, table, touching.join(", "), all, events);
      db.exec(`CREATE TEMP VIEW ${table.name}_copy AS
        SELECT * FROM stored_${table.name}_copy WHERE pull_id NOT IN (${listed})`);
    }
    db.exec(`CREATE TEMP VIEW pull AS SELECT * FROM stored_pull WHERE id NOT IN (${listed})${steps};
      CREATE TEMP VIEW caller AS SELECT * FROM stored_caller WHERE pull_id NOT IN (${listed});
      CREATE TEMP TABLE counting AS SELECT '${key}' AS key;`);
  });
}

function layAnew(
  db: ReadableLedger,
  table: RecordShape,
  touching: string,
  pulls: readonly PullRecord[],
  events: readonly PullEvent[],
): void {
  const { name, idColumn: id } = table;
  const ofPulls = ANEW.map(
    (suffix) => `SELECT ${id} FROM stored_${name}${suffix} WHERE pull_id IN (${touching})`,
  );
  db.exec(`CREATE TEMP TABLE touched_${name} (id INTEGER PRIMARY KEY);
    INSERT INTO temp.touched_${name} ${ofPulls.join(" UNION ")};`);
  for (const suffix of ANEW) {
    const of = `${name}${suffix}`;
    db.exec(`CREATE TEMP TABLE anew_${of} AS SELECT * FROM main.${of} WHERE 0;
      CREATE INDEX temp.anew_${of}_by_id ON anew_${of} (${id});`);
  }
  recordsAnew(db, table, pulls, events);
  for (const suffix of ANEW) {
    const of = `${name}${suffix}`;
    db.exec(`CREATE TEMP VIEW ${of} AS
      SELECT * FROM stored_${of} WHERE ${id} NOT IN (SELECT id FROM temp.touched_${name})
      UNION ALL SELECT * FROM temp.anew_${of};`);
  }
}

/** All rows that a handle has of a table, in SQL: of a ledger as of a link those by then. */
function storedRows(db: ReadableLedger, table: string): string {
  const find = db
    .prepare<[string], string>("SELECT sql FROM temp.sqlite_schema WHERE type = 'view' AND name = ?")
    .pluck();
  const view = find.get(`stored_${table}`) ?? find.get(table);
  return view === undefined ? rowsOfFile(table) : view.slice(view.indexOf(" AS ") + " AS ".length);
}

function rowsOfFile(table: string): string {
  return `SELECT * FROM main.${table}`;
}

/** What is shown, named by the pulls set aside and the newest pull; null where all are. */
function shownKey(db: ReadableLedger): string | null {
  const isThere = query<number>(db).value("SELECT 1 FROM temp.sqlite_schema WHERE name = 'counting'");
  if (isThere === undefined) return null;
  return query<string>(db).value("SELECT key FROM temp.counting") ?? null;
}

function keyOf(db: ReadableLedger, aside: readonly number[]): string {
  const newest = query<number>(db).value(`SELECT max(id) FROM ${storedTable(db, "pull")}`) ?? 0;
  return `${aside.toSorted((a, b) => a - b).join(" ")} of ${newest}`;
}

/** Views and tables of the handle's own may be made where nothing else may be written. */
export function writingTemp(db: ReadableLedger, work: () => void): void {
  const isQueryOnly = db.pragma("query_only", { simple: true }) === 1;
  if (isQueryOnly) db.pragma("query_only = OFF");
  try {
    work();
  } finally {
    if (isQueryOnly) db.pragma("query_only = ON");
  }
}

/**
 * Names the records a ledger holds: the same as long as no pull comes in or is set aside, whatever is decided, kept or set
 * meanwhile, and another for another copy of the ledger that pulled something else.
 */
export function recordsId(db: ReadableLedger): string {
  return guarded(
    db.name,
    () => `${ledgerIdOf(db)}:${newestPullID(db)}:${newestHash(db, ["pull", "pull-step"])}`,
  );
}

/** Names them together with which of their responses are stored, and what those are. */
export function answersId(db: ReadableLedger): string {
  return guarded(db.name, () => `${ledgerIdOf(db)}:${newestHash(db, ["pull", "prune"])}`);
}

/** A link's hash stands for all links before it, too; '' without one. */
function newestHash(db: ReadableLedger, kinds: readonly Link["kind"][]): string {
  const link = db
    .prepare<[string], string>(
      "SELECT hash FROM audit WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC LIMIT 1",
    )
    .pluck();
  return link.get(JSON.stringify(kinds)) ?? "";
}
