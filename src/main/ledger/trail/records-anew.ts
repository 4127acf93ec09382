/** Lays out the rows of records that pulls touched which do not count, as the pulls that count give them. */
import type { ReadableLedger } from "../file/connection.ts";
import type { PullRecord } from "../pulls/pull.ts";
import { readRemarks } from "../pulls/remarks.ts";
import { type RecordTable, type StoredRow, sameContent } from "../records/record-table.ts";

/** A kind of record, as far as its rows are laid out. */
export type RecordShape = Pick<RecordTable<never>, "name" | "idColumn" | "columns">;

/** Something after which other pulls count than before. */
export interface PullEvent {
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

/**
 * Fills the tables `anew_…` from `touched_…` and `stored_…`.
 *
 * @param pulls all that were made, oldest first
 */
export function recordsAnew(
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
  const touched = db.prepare<[], number>(`SELECT id FROM temp.touched_${name} ORDER BY id`).pluck().all();
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

type Value = number | string | null;

function inserter(db: ReadableLedger, name: string, id: string, columns: readonly string[]) {
  const insert = (suffix: string, into: readonly string[]) =>
    db.prepare<Value[]>(
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
