/** Fills the engine's columns from a table of records: what is read where follows from what both declare. */
import { type ReadableLedger, query } from "../file/connection.ts";
import { type Revisions, countLive, readRevisions } from "./history.ts";
import { functionOf } from "../../../core/function-of.ts";
import { freeMemory } from "../../../core/memory.ts";
import type { RecordTable, StoredRow, ColumnSet } from "../tables/record-table.ts";
import { isCounting } from "../trail/counting.ts";
import {
  ARRAYS,
  type ColumnArray,
  ColumnFiller,
  type ColumnKinds,
  type Columns,
  allocateColumns,
  columnNames,
  narrowColumns,
} from "../../../core/reconcile/input/column-kinds.ts";
import { NO_TEXT } from "../../../core/reconcile/input/input.ts";
import { ascends, rowOf } from "../../../core/sorted.ts";
import { type KeptColumn, countKept, readBlocks } from "../tables/number-blocks.ts";

// Reads the newest version of each record that is there, in ascending id order.

/** Takes the records of a table as they are read. */
interface RowTaker<Found> {
  /** Gets a row's values, one parameter for each column that is read. */
  readonly take: (...row: StoredRow) => 0;
  /** What came of them. */
  readonly finish: () => Found;
}

/** What the trail records is believed up to so many rows; more are counted, which a file made to lie cannot abuse. */
const MOST_BELIEVED = 4_000_000;

/** After so many rows it is told how far it is. */
const TOLD_ROWS = 20_000;

/**
 * Walks the records of a table that are there, each as its newest version says.
 *
 * @param columns what is read of each row, the id first
 * @param begin makes what takes so many records; `next` gives the place of each, 0 … total − 1. Where fewer or
 *   more came than were expected, all are read once more, by another one
 */
function walkNewest<R, Found>(
  db: ReadableLedger,
  table: RecordTable<R>,
  columns: readonly string[],
  { revisions, onRows }: NewestRows,
  begin: (total: number, next: () => number) => RowTaker<Found>,
): Found {
  const read = (total: number) => {
    let at = 0;
    const next = () => {
      if (at > 0 && at % TOLD_ROWS === 0 && at <= total) onRows(at, total);
      return at++;
    };
    const taker = begin(total, next);
    walkTable(db, table.name, columns, newestOnly(taker.take, revisions));
    return { taker, isExpected: at === total };
  };
  const gone = revisions.gone.size;
  const told = recordedRows(db, table);
  const isBelieved = told !== null && told >= gone && told <= MOST_BELIEVED;
  const { taker, isExpected } = read(isBelieved ? told - gone : countLive(db, table, gone));
  return (isExpected ? taker : read(countLive(db, table, gone)).taker).finish();
}

interface NewestRows {
  readonly revisions: Revisions;
  /** Told now and then how many are read, of how many. */
  readonly onRows: (done: number, total: number) => void;
}

/** Hands over what is still there, and of what was changed the newest version. */
function newestOnly(take: (...row: StoredRow) => 0, { newest, gone }: Revisions): (...row: StoredRow) => 0 {
  if (newest.size === 0 && gone.size === 0) return take;
  return (...row) => {
    const id = Number(row[0]);
    return gone.has(id) ? 0 : take(...(newest.get(id) ?? row));
  };
}

/**
 * How many rows the pulls brought of a table by what they recorded: to count them SQLite would read them all.
 * Anything may be written in a trail, so it is no more than expected, and no more than the file has room for.
 *
 * @returns null where it cannot be believed, and where pulls are set aside: the links count their rows, too
 */
function recordedRows<R>(db: ReadableLedger, { name, columns }: RecordTable<R>): number | null {
  if (isCounting(db)) return null;
  const recorded =
    query<number>(db).value(
      `SELECT total(payload ->> '$.rows.${name}.rows') FROM audit WHERE kind = 'pull' AND json_valid(payload)`,
    ) ?? 0;
  const size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
  const bytes = query<number>(db).value(size) ?? 0;
  // Each of a row's columns takes at least a byte.
  return Number.isSafeInteger(recorded) && recorded <= bytes / columns.length ? recorded : null;
}

/** Where a column is read that is not named as a property of the record with a column is. */
type ColumnSource<C extends ColumnSet> =
  /** That of another property. A flag is set where it is 1, unless it says what else. */
  | { readonly of: keyof C & string; readonly is?: number }
  /** An SQL expression over the record's row that is never null. */
  | { readonly sql: string }
  /** One number for all records: nothing is read. */
  | { readonly all: number };

/**
 * Where the columns of a table are read that are not named as a property is. Any that is left out is a field
 * that came later than the tables, under its name in the interface.
 */
type Sources<K extends ColumnKinds, C extends ColumnSet> = {
  readonly [Name in Exclude<keyof K, keyof C>]?: ColumnSource<C>;
};

/** Takes of each row its place, its id, and what a column holds. */
type TakeValue = (at: number, id: number, value: StoredRow[number]) => void;

/** A column that holds more than a number. */
interface ValuesRead<C extends ColumnSet, K extends ColumnKinds> {
  readonly of: keyof C & string;
  /** Makes what takes the values of so many rows; made anew where all rows are read once more. */
  readonly begin: (total: number) => TakeValue;
  /** Those that may have one: the records of which a column is this number. */
  readonly where: { readonly column: keyof K & string; readonly is: number };
}

/**
 * Reads columns of the records that are there, in ascending id order.
 *
 * @param kinds the id first
 * @param values a column that is read beside them
 * @param onRows as `readNewest`
 */
export function readColumns<R, C extends ColumnSet, K extends ColumnKinds>(
  db: ReadableLedger,
  table: RecordTable<R, C>,
  kinds: K,
  sources: Sources<K, C>,
  onRows: (done: number, total: number) => void,
  values?: ValuesRead<C, K>,
): Columns<K> & { readonly length: number } {
  const names = columnNames(kinds);
  const sourceOf = (name: string) =>
    name in table.declared ? { of: name } : (sources as Readonly<Record<string, ColumnSource<C>>>)[name];
  const readings = names.flatMap((name) => readingOf(table, name, kinds[name] as K[string], sourceOf(name)));
  const selected = readings.map(({ sql }) => sql);
  if (values !== undefined) selected.push(table.declared[values.of]?.column ?? "");
  const how = { revisions: readRevisions(db, table, selected), onRows };
  const alike = new Map<string, number>();
  for (const name of names) {
    const source = sourceOf(name);
    if (source !== undefined && "all" in source) alike.set(name, source.all);
  }
  const kept = readKept(db, table, kinds, readings, alike, how);
  if (kept !== null) {
    const found = withoutGone(kinds, kept, how.revisions);
    if (values !== undefined) {
      const { column, is } = values.where;
      const ofRecords = { ids: found[names[0] as keyof K], kinds: found[column], is };
      readValues(db, table, ofRecords, selected.at(-1) ?? "", how, values.begin(found.length));
    }
    return found;
  }
  return walkNewest(db, table, selected, how, (total, next) => {
    const columns = allocateColumns(kinds, total);
    for (const [name, value] of alike) columns[name as keyof K].fill(value);
    const arrays = readings.map(({ name }) => columns[name as keyof K]);
    const take = takerOf(readings, arrays, next, values?.begin(total));
    return { take, finish: () => ({ length: total, ...narrowColumns(kinds, columns) }) };
  });
}

/**
 * Reads the columns from the blocks that are kept beside the rows, those that are in no block from the rows, and what changed from its
 * newest versions.
 *
 * @param alike columns of one value
 * @returns null where not all rows are in blocks
 */
function readKept<R, K extends ColumnKinds>(
  db: ReadableLedger,
  table: RecordTable<R>,
  kinds: K,
  readings: readonly Reading[],
  alike: ReadonlyMap<string, number>,
  { revisions: { newest }, onRows }: NewestRows,
): Columns<K> | null {
  const total = recordedRows(db, table);
  if (total === null || total === 0 || total !== countKept(db, table)) return null;
  const filler = new ColumnFiller(kinds, total);
  for (const [name, value] of alike) filler.put(name, Float64Array.of(value), 0, total);
  const placed = readings.flatMap(({ name, kept }) => {
    const take = (values: ColumnArray, at: number, rows: number) => filler.put(name, values, at, rows);
    return kept === null ? [] : [{ ...kept, take }];
  });
  let told = TOLD_ROWS;
  const onBlock = (done: number) => {
    if (done <= told) return;
    onRows(told, total);
    told += TOLD_ROWS;
  };
  if (!readBlocks(db, table, placed, total, onBlock)) return null;
  const ids = filler.columns[readings[0]?.name as keyof K];
  if (!ascends(ids) || !areIds(kinds, filler.columns)) return null;
  const beside = readings.filter(({ kept }) => kept === null);
  const wideOf =
    (length: number) =>
    ({ name }: Reading): ColumnArray =>
      new ARRAYS[kinds[name] as K[string]](length);
  if (beside.length > 0) {
    let row = 0;
    const arrays = beside.map(wideOf(total));
    const takeBeside = takerOf(beside, arrays, () => row, undefined);
    const takeRow = (id: number, ...values: StoredRow): 0 => {
      while ((ids[row] as number) < id) row += 1;
      return ids[row] === id ? takeBeside(...values) : 0;
    };
    walkTable(db, table.name, [table.idColumn, ...beside.map(({ sql }) => sql)], takeRow);
    for (const [place, { name }] of beside.entries()) {
      filler.put(name, arrays[place] as ColumnArray, 0, total);
      freeMemory((arrays[place] as ColumnArray).buffer);
    }
  }
  if (newest.size === 0) return filler.columns;
  const rows = Array.from(newest.keys(), (id) => rowOf(ids, id));
  if (rows.includes(-1)) return null;
  let at = 0;
  const arrays = readings.map(wideOf(newest.size));
  const take = takerOf(readings, arrays, () => at++, undefined);
  for (const values of newest.values()) take(...values);
  for (const [place, { name }] of readings.entries())
    filler.scatter(name, arrays[place] as ColumnArray, rows);
  return filler.columns;
}

/** Whether all ids are integers of 32 bits, as rows give them. */
function areIds<K extends ColumnKinds>(kinds: K, columns: Columns<K>): boolean {
  return columnNames(kinds).every(
    (name) =>
      ARRAYS[kinds[name] as K[string]] !== Int32Array ||
      columns[name] instanceof Int8Array ||
      columns[name] instanceof Int32Array,
  );
}

/** The columns without the rows of records that are gone. */
function withoutGone<K extends ColumnKinds>(
  kinds: K,
  columns: Columns<K>,
  { gone }: Revisions,
): Columns<K> & { readonly length: number } {
  const [first = ""] = columnNames(kinds);
  const ids = columns[first as keyof K];
  if (gone.size === 0) return { length: ids.length, ...columns };
  const stays = Array.from(ids.keys()).filter((at) => !gone.has(ids[at] as number));
  const left = new ColumnFiller(kinds, stays.length);
  for (const name of columnNames(kinds)) {
    const column = columns[name];
    // None goes to a place whose own is still to come.
    for (const [to, at] of stays.entries()) column[to] = column[at] as number;
    left.put(name, column.subarray(0, stays.length), 0, stays.length);
  }
  return { length: stays.length, ...left.columns };
}

/** Where at least every so many'th row may have a value, all rows are read. */
const DENSE = 4;

/** Hands over a column of all records, which some kinds of them have alone. */
function readValues<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  { ids, kinds, is }: { readonly ids: ColumnArray; readonly kinds: ColumnArray; readonly is: number },
  column: string,
  { revisions: { newest } }: NewestRows,
  take: TakeValue,
): void {
  // By places: what goes through a typed array makes an object for each of its numbers.
  let many = 0;
  for (let at = 0; at < kinds.length; at += 1) if (kinds[at] === is) many += 1;
  if (many * DENSE < ids.length) {
    const find = recordPages(db, table, [column]);
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] as number;
      take(at, id, kinds[at] === is ? (find(id)?.[0] ?? null) : null);
    }
    return;
  }
  let at = 0;
  const takeNext = (id: number, value: StoredRow[number]) => {
    const changed = newest.get(id);
    take(at, id, changed === undefined ? value : (changed.at(-1) ?? null));
    at += 1;
  };
  const upTo = (id: number) => {
    while (at < ids.length && (ids[at] as number) < id) takeNext(ids[at] as number, null);
  };
  const takeRow = (id: number, value: StoredRow[number]): 0 => {
    upTo(id);
    if (ids[at] === id) takeNext(id, value);
    return 0;
  };
  walkTable(db, table.name, [table.idColumn, column], takeRow, `${column} IS NOT NULL`);
  upTo(Infinity);
}

/** What is read of a column, and the code that puts it into an array. */
interface Reading {
  readonly name: string;
  readonly sql: string;
  readonly put: (value: string) => string;
  /** Where it is an integer column of the table. */
  readonly kept: KeptColumn | null;
}

/** @returns none where nothing is read */
function readingOf<R, C extends ColumnSet>(
  { columns, integers, declared, fields, laterField }: RecordTable<R, C>,
  name: string,
  kind: ColumnKinds[string],
  source: ColumnSource<C> | undefined,
): Reading[] {
  const integerColumns = new Set(columns.slice(0, integers));
  if (source === undefined && !Object.hasOwn(fields, name)) throw new Error(`no field is named ${name}`);
  if (source !== undefined && "all" in source) return [];
  if (source !== undefined && "sql" in source)
    return [
      {
        name,
        sql: source.sql,
        put: (value) => value,
        kept: integerColumns.has(source.sql) ? { column: source.sql, none: Number.NaN } : null,
      },
    ];
  const of = source === undefined ? undefined : declared[source.of];
  const none = kind === "i32" || kind === "id" ? NO_TEXT : Number.NaN;
  const flag = kind === "flag" ? (source?.is ?? 1) : undefined;
  const put = (value: string) => {
    if (flag !== undefined) return `${value} === ${flag} ? 1 : 0`;
    if (of?.kind === "label") return `(${value} | 0) === ${value} ? ${value} : ${NO_TEXT}`;
    return of?.orNull === false ? value : `${value} ?? ${none}`;
  };
  const isKept = of !== undefined && integerColumns.has(of.column);
  const kept = isKept ? { column: of.column, none, flag } : null;
  return [{ name, sql: of?.column ?? laterField(name), put, kept }];
}

/** Typed as the ledger was written: an array of numbers makes a number of whatever else is there. */
function takerOf(
  readings: readonly Reading[],
  arrays: readonly unknown[],
  next: () => number,
  takeValue: TakeValue | undefined,
): (...row: StoredRow) => 0 {
  const given = Object.fromEntries(arrays.map((array, place) => [`array${place}`, array]));
  const puts = readings.map(({ put }, place) => `array${place}[at] = ${put(`value${place}`)};`);
  const values = readings.map((_, place) => `value${place}`);
  if (takeValue !== undefined) puts.push("takeValue(at, value0, other);");
  return functionOf(
    { ...given, next, takeValue },
    `(${values.join(", ")}, other) => { const at = next(); ${puts.join(" ")} return 0; }`,
  ) as (...row: StoredRow) => 0;
}

// Reads a few columns of many records a page at a time. A look-up for each would take longer than the rest of
// an export.

const MOST = 2000;
const LEAST = 16;

/**
 * Reads columns of records as their newest versions say. Fast where ids are requested in mostly ascending
 * order.
 *
 * @param columns names of columns
 * @returns a look-up by id, the values in the order of `columns`; null where the ledger holds no such record
 */
export function recordPages(
  db: ReadableLedger,
  { name, idColumn: id }: Pick<RecordTable<unknown>, "name" | "idColumn">,
  columns: readonly string[],
): (wanted: number) => StoredRow | null {
  const list = [...columns, id].join(", ");
  const first = db
    .prepare<[number, number], StoredRow>(
      `SELECT ${list} FROM ${name} WHERE ${id} >= ? ORDER BY ${id} LIMIT ?`,
    )
    .raw();
  const later = db
    .prepare<[number, number], StoredRow>(
      `SELECT ${list} FROM ${name}_version WHERE ${id} BETWEEN ? AND ? ORDER BY ${id}, version`,
    )
    .raw();
  const idOf = (row: StoredRow) => Number(row[columns.length]);
  let page: ReadonlyMap<number, StoredRow> = new Map();
  let size = LEAST;
  let used = 0;
  return (wanted) => {
    const known = page.get(wanted);
    if (known === undefined) {
      // A page that was mostly of use is followed by a larger one; where ids lie apart, by a small one.
      size = Math.min(MOST, Math.max(LEAST, 4 * used));
      used = 0;
      const rows = first.all(wanted, size);
      const next = new Map(rows.map((row) => [idOf(row), row]));
      for (const row of later.all(wanted, Math.max(wanted, ...next.keys()))) next.set(idOf(row), row);
      page = next;
    }
    used += 1;
    return page.get(wanted) ?? null;
  };
}

// Reads a table from end to end, in one go. SQLite calls a function with the values of each row, which
// takes less time than returning rows does.

/** The name of the function in SQL. */
const TAKE = "take_row";

/**
 * Hands over all rows of a table in ascending id order: it has no index that SQLite could go by instead.
 *
 * @param table of records, by their first contents: `entry` or `payment`
 * @param columns what is read of each row
 * @param take gets a row's values, one parameter for each column: a list of them would take longer. It returns
 *   what SQLite can take quickly, and cannot ask the ledger for more while the table is read
 * @param where SQL that limits the rows
 */
export function walkTable(
  db: ReadableLedger,
  table: string,
  columns: readonly string[],
  take: (...row: never) => 0,
  where = "TRUE",
): void {
  db.function(TAKE, { varargs: true, directOnly: true }, take);
  try {
    // In the result, not in a condition: a view's own condition comes first.
    const from = `${inOrder(db, table, columns)} WHERE ${where}`;
    query(db).row(`SELECT count(${TAKE}(${columns.join(", ")})) FROM ${from}`);
  } finally {
    // The handle keeps its functions, and this one the columns.
    db.function(TAKE, { varargs: true }, () => 0);
  }
}

/** Where pulls are set aside the view's rows come from two tables; only a limit keeps SQLite from dropping the order. */
function inOrder(db: ReadableLedger, table: string, [id = ""]: readonly string[]): string {
  return isCounting(db) ? `(SELECT * FROM ${table} ORDER BY ${id} LIMIT -1)` : table;
}
