/** Fills the engine's columns from a table of records: what is read where follows from what both declare. */
import {
  type ColumnKinds,
  type Columns,
  allocateColumns,
  columnNames,
} from "../../../core/reconcile/column-kinds.ts";
import { NO_TEXT } from "../../../core/reconcile/input.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { readNewest } from "./newest-rows.ts";
import { type ColumnSet, type RecordTable, type StoredRow, functionOf } from "./record-table.ts";

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
interface ValuesRead<C extends ColumnSet> {
  readonly of: keyof C & string;
  /** Makes what takes the values of so many rows; made anew where all rows are read once more. */
  readonly begin: (total: number) => TakeValue;
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
  values?: ValuesRead<C>,
): Columns<K> & { readonly length: number } {
  const names = columnNames(kinds);
  const sourceOf = (name: string) =>
    name in table.declared ? { of: name } : (sources as Readonly<Record<string, ColumnSource<C>>>)[name];
  const readings = names.flatMap((name) => readingOf(table, name, kinds[name] as K[string], sourceOf(name)));
  const selected = readings.map(({ sql }) => sql);
  if (values !== undefined) selected.push(table.declared[values.of]?.column ?? "");
  return readNewest(
    db,
    table,
    selected,
    (total, next) => {
      const columns = allocateColumns(kinds, total);
      for (const name of names) {
        const source = sourceOf(name);
        if (source !== undefined && "all" in source) columns[name].fill(source.all);
      }
      const arrays = readings.map(({ name }) => columns[name]);
      const take = takerOf(readings, arrays, next, values?.begin(total));
      return { take, finish: () => ({ length: total, ...columns }) };
    },
    onRows,
  );
}

/** What is read of a column, and the code that puts it into an array. */
interface Reading {
  readonly name: string;
  readonly sql: string;
  readonly put: (value: string) => string;
}

/** @returns none where nothing is read */
function readingOf<R, C extends ColumnSet>(
  { declared, fields, laterField }: RecordTable<R, C>,
  name: string,
  kind: ColumnKinds[string],
  source: ColumnSource<C> | undefined,
): Reading[] {
  if (source === undefined && !Object.hasOwn(fields, name)) throw new Error(`no field is named ${name}`);
  if (source !== undefined && "all" in source) return [];
  if (source !== undefined && "sql" in source) return [{ name, sql: source.sql, put: (value) => value }];
  const of = source === undefined ? undefined : declared[source.of];
  const put = (value: string) => {
    if (kind === "flag") return `${value} === ${source?.is ?? 1} ? 1 : 0`;
    if (of?.kind === "label") return `(${value} | 0) === ${value} ? ${value} : ${NO_TEXT}`;
    return of?.orNull === false ? value : `${value} ?? ${kind === "i32" ? NO_TEXT : "NaN"}`;
  };
  return [{ name, sql: of?.column ?? laterField(name), put }];
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
