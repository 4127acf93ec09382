/** Compares each row of the small tables with its own link, which holds all of its values. */
import type { ErrorCode } from "../../../core/error-codes.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { type StoredRow, ENTRY_TABLE, PAYMENT_TABLE } from "../tables/record-table.ts";
import { ACTS, ACT_KINDS, type ActTable, columnsOfAct } from "../../../schema/acts.ts";
import { schemaVersion, OPTIONS_BEFORE_SQL } from "../file/schema.ts";
import { OPTIONS_SINCE, SETTING_COLUMNS } from "../acts/settings.ts";
import { storedTable } from "../trail/counting.ts";
import type { BoundRecords } from "../../../core/review/decisions/bound-records.ts";

// The problems that a proof finds.

export interface Problem {
  readonly code: ErrorCode;
  readonly sentence: string;
  /** The link, pull, table or row; null for the file as a whole. */
  readonly where: string | null;
  /** Rows of which only the pull is known that brought them otherwise. */
  readonly rows?: ChangedRows;
}

/** A table of entries or transactions, and the pull whose rows in it are not those that it brought. */
export interface ChangedRows {
  readonly table: string;
  readonly pull: number;
}

/** A table that is not what the trail says. */
export function mismatch(sentence: string, where: string): Problem {
  return { code: "AUDIT_MISMATCH", sentence, where };
}

/** Why a number cannot be that of the next thing of its kind. */
export function wrongNumber(kind: string, number: number, last: number): string {
  return number <= last
    ? `This is a second link for ${kind} ${number}`
    : `The link records ${kind} ${number}, and the next one is ${last + 1}`;
}

/** How many problems of one table are listed; else a table full of foreign rows fills the terminal. */
const TOLD = 20;

/** The first problems of one table, and how many more there are. */
export class ProblemList {
  readonly #told: Problem[] = [];
  #untold = 0;

  add(problem: Problem): void {
    if (this.#told.length < TOLD) this.#told.push(problem);
    else this.#untold += 1;
  }

  finish(table: string): Problem[] {
    if (this.#untold > 0) this.#told.push(mismatch(`${this.#untold} more rows do not fit`, table));
    return this.#told;
  }
}

// Compares the bytes of texts that contain U+FFFD. Bytes that are not UTF-8 are read as U+FFFD, so only the
// bytes tell them from a stored U+FFFD. Few texts contain it.

const REPLACEMENT = "\u{fffd}";

/** Whether only the bytes of a row's texts can tell what is stored. @param from where its texts begin */
export function isDoubtful(row: StoredRow, from: number): boolean {
  for (let at = from; at < row.length; at += 1) if (mayBeOdd(row[at])) return true;
  return false;
}

function mayBeOdd(text: StoredRow[number] | undefined): text is string {
  return typeof text === "string" && text.includes(REPLACEMENT);
}

/** Compares texts of one table with their bytes. */
export class StoredTextBytes {
  readonly #columns: readonly string[];
  readonly #keys: readonly number[];
  readonly #prepare: (column: string) => (key: StoredRow) => unknown;
  readonly #finds = new Map<string, (key: StoredRow) => unknown>();

  /**
   * @param columns as the rows are read
   * @param key those columns that distinguish a row
   */
  constructor(db: ReadableLedger, table: string, columns: readonly string[], key: readonly string[]) {
    this.#columns = columns;
    this.#keys = key.map((column) => columns.indexOf(column));
    const asked = key.map((column) => `${column} = ?`).join(" AND ");
    this.#prepare = (column) => {
      const sql = `SELECT CAST(${column} AS BLOB) FROM ${table} WHERE ${asked}`;
      const find = db.prepare<[StoredRow]>(sql).pluck();
      return (values) => find.get(values);
    };
  }

  /** The first column whose bytes are not those read, null for none. @param from where a row's texts begin */
  firstOdd(row: StoredRow, from = 0): string | null {
    for (let at = from; at < row.length; at += 1) {
      const text = row[at];
      if (!mayBeOdd(text)) continue;
      const column = this.#columns[at] ?? "";
      const bytes = this.#finder(column)(this.#keys.map((key) => row[key] ?? null));
      if (!(bytes instanceof Buffer && bytes.equals(Buffer.from(text)))) return column;
    }
    return null;
  }

  #finder(column: string): (key: StoredRow) => unknown {
    const known = this.#finds.get(column) ?? this.#prepare(column);
    this.#finds.set(column, known);
    return known;
  }
}

interface SmallTable {
  readonly columns: readonly string[];
  /** What is read instead in schemas before one that added columns, with what those columns began with. */
  readonly before?: { readonly schema: number; readonly columns: string };
  /** How many leading columns are the row's key. */
  readonly key: number;
  /** The first schema that has it. */
  readonly since: number;
  /** Whether each row has a link of its own, and not one together with others. */
  readonly hasOwnLinks: boolean;
}

const OWN_TABLES: Readonly<Record<Exclude<RecordedTable, ActTable>, SmallTable>> = {
  ledger: { columns: ["id", "ledger_id", "created_at_ms"], key: 1, since: 1, hasOwnLinks: false },
  setting: {
    columns: ["version", ...SETTING_COLUMNS],
    before: { schema: OPTIONS_SINCE, columns: `version, time_zone, decimals, ${OPTIONS_BEFORE_SQL}` },
    key: 1,
    since: 1,
    hasOwnLinks: true,
  },
  pull: {
    columns: [
      "id",
      "source",
      "started_at_ms",
      "finished_at_ms",
      "base_url",
      "wallet_limit",
      "entries",
      "lowest_wallet_id",
      "highest_wallet_id",
      "transactions",
    ],
    key: 1,
    since: 1,
    hasOwnLinks: true,
  },
  caller: { columns: ["pull_id", "n", "kind", "document"], key: 2, since: 1, hasOwnLinks: false },
  body: {
    columns: ["id", "pull_id", "endpoint", "name", "sha256", "bytes"],
    key: 1,
    since: 1,
    hasOwnLinks: false,
  },
  run: { columns: ["id", "at_ms"], key: 1, since: 1, hasOwnLinks: true },
};

const TABLES: readonly (readonly [string, SmallTable])[] = [
  ...Object.entries(OWN_TABLES),
  ...ACT_KINDS.map((kind): [string, SmallTable] => {
    const { table, since } = ACTS[kind];
    return [table, { columns: columnsOfAct(kind), key: 1, since, hasOwnLinks: true }];
  }),
];

/** The small tables, compared with the trail row by row as its links are read. */
export class SmallTables {
  readonly #tables: ReadonlyMap<string, TableCheck>;

  constructor(db: ReadableLedger) {
    const version = schemaVersion(db);
    const entries = TABLES.map(([name, table]) => [name, new TableCheck(db, name, table, version)] as const);
    this.#tables = new Map(entries);
  }

  take(table: RecordedTable, row: RecordedRow, link: number): void {
    this.#tables.get(table)?.take(row, link);
  }

  /** Everything that is not as the links say, once all of them were read. */
  finish(): Problem[] {
    return [...this.#tables.values()].flatMap((table) => table.finish());
  }
}

class TableCheck {
  readonly #name: string;
  readonly #table: SmallTable;
  readonly #problems = new ProblemList();
  readonly #recorded = new Set<string>();
  readonly #bytes: StoredTextBytes;
  readonly #find: ((key: RecordedRow) => StoredRow | undefined) | null;
  readonly #keys: () => Iterable<StoredRow>;

  constructor(db: ReadableLedger, name: string, table: SmallTable, version: number) {
    this.#name = name;
    this.#table = table;
    const { columns, before, key, since } = table;
    // A schema number put back does not excuse rows that the trail records.
    const isThere = since <= version;
    const list = before !== undefined && version < before.schema ? before.columns : columns.join(", ");
    const keys = columns.slice(0, key);
    const from = storedTable(db, name);
    this.#bytes = new StoredTextBytes(db, from, columns, keys);
    const one = isThere
      ? db
          .prepare<[RecordedRow], StoredRow>(
            `SELECT ${list} FROM ${from} WHERE ${keys.map((column) => `${column} = ?`).join(" AND ")}`,
          )
          .raw()
      : null;
    this.#find = one === null ? null : (values) => one.get(values);
    this.#keys = () =>
      isThere
        ? db
            .prepare<[], StoredRow>(`SELECT ${keys.join(", ")} FROM ${from}`)
            .raw()
            .iterate()
        : [];
  }

  take(row: RecordedRow, link: number): void {
    const values = row.slice(0, this.#table.key);
    const key = values.join(", ");
    this.#recorded.add(key);
    const found = this.#find?.(values);
    const where = `${this.#name} ${key}`;
    if (found === undefined) {
      this.#problems.add(mismatch(`The row that link ${link} records is missing`, where));
      return;
    }
    const column = this.#firstDifference(row, found);
    if (column !== null) this.#problems.add(mismatch(`The row's ${column} differs from link ${link}`, where));
  }

  /** The first column that differs, null when none does. */
  #firstDifference(recorded: RecordedRow, found: StoredRow): string | null {
    const at = recorded.findIndex((said, column) => (found[column] ?? null) !== said);
    return at === -1 ? this.#bytes.firstOdd(found) : (this.#table.columns[at] ?? "");
  }

  finish(): Problem[] {
    const strays: Problem[] = [];
    let unlinked = 0;
    for (const row of this.#keys()) {
      const key = row.join(", ");
      if (this.#recorded.has(key)) continue;
      unlinked += 1;
      const where = `${this.#name} ${key}`;
      if (unlinked === 1 && this.#table.hasOwnLinks) strays.push(unlinkedRow(where));
      this.#problems.add(mismatch("No link of the audit trail records this row", where));
    }
    return [...strays, ...this.#problems.finish(this.#name)];
  }
}

function unlinkedRow(where: string): Problem {
  return {
    code: "AUDIT_BROKEN",
    sentence: "The audit trail has no link for a row",
    where,
  };
}

// Checks that the records of manual matches were brought by a pull before the match.

/** A match or its undoing, as its link records it. */
export interface ToldMatch {
  readonly link: number;
  /** The newest pull before it. */
  readonly pull: number;
  readonly records: BoundRecords;
}

/** Finds matches of records that no pull had brought. What the records said then is not compared. */
export function checkMatches(db: ReadableLedger, matches: readonly ToldMatch[]): Problem[] {
  const problems = new ProblemList();
  const finderIn = ({ name, idColumn }: { readonly name: string; readonly idColumn: string }) => {
    const find = db
      .prepare<[number, number], number>(
        `SELECT 1 FROM ${storedTable(db, name)} WHERE ${idColumn} = ? AND pull_id <= ?`,
      )
      .pluck();
    return (id: number, pull: number) => find.get(id, pull) !== undefined;
  };
  const [hasEntry, hasTransaction] = [finderIn(ENTRY_TABLE), finderIn(PAYMENT_TABLE)];
  for (const { link, pull, records } of matches) {
    const isHeld =
      records.entries.every(({ walletID }) => hasEntry(walletID, pull)) &&
      records.transactions.every(({ payID }) => hasTransaction(payID, pull));
    if (isHeld) continue;
    const sentence = "The match names a record that no earlier pull brought";
    problems.add({ code: "AUDIT_BROKEN", sentence, where: `link ${link}` });
  }
  return problems.finish(ACTS.match.table);
}

/** The values of one row, in the order its table is read. */
export type RecordedRow = readonly (string | number | null)[];

/** Called for each row that a link records, with the link's number. */
export type OnRow = (table: RecordedTable, row: RecordedRow, link: number) => void;

export type RecordedTable = ActTable | "ledger" | "setting" | "pull" | "caller" | "body" | "run";
