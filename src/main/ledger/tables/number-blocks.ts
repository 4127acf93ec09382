/**
 * The integers of first contents, kept column by column beside their rows, so that a check reads no rows. A block holds rows of one
 * pull that follow each other, in ascending id order. Blocks say nothing of their own: where some are missing, rows are read, and
 * whoever proves the rows packs them again and compares (docs/decisions/0062).
 *
 * A block's bytes are the table's integer columns in their order. Each begins at a multiple of eight bytes with the kind of its
 * values, whether any is null, two bytes that are 0, and how many values follow, little-endian as they are: one where all are alike.
 */
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { freeMemory } from "../../../core/memory.ts";
import type { ColumnArray } from "../../../core/reconcile/input/column-kinds.ts";
import type { RecordTable } from "./record-table.ts";

/** How values are kept: the narrowest kind that holds them all. `none` stands for null. */
const KINDS = [
  { array: Uint8Array, none: 0xff, unit: 1 },
  { array: Int32Array, none: -0x8000_0000, unit: 1 },
  { array: Int32Array, none: -0x8000_0000, unit: 1000 },
  { array: Float64Array, none: Number.NaN, unit: 1 },
] as const;
type NumberKind = (typeof KINDS)[number];

const HEAD_BYTES = 8;
const whole = (bytes: number) => Math.ceil(bytes / HEAD_BYTES) * HEAD_BYTES;

/** What was found of a column's values. */
interface ColumnShape {
  readonly kind: number;
  readonly hasNull: boolean;
  /** 1 where all are alike. */
  readonly count: number;
}

function shapeOf(numbers: Float64Array, width: number, column: number): ColumnShape {
  const first = numbers[column] as number;
  let [lowest, highest, hasNull, isOne] = [Infinity, -Infinity, false, true];
  for (let at = column; at < numbers.length; at += width) {
    const value = numbers[at] as number;
    if (Number.isNaN(value)) hasNull = true;
    else if (value < lowest) lowest = value;
    if (value > highest) highest = value;
    isOne &&= Object.is(value, first);
  }
  const count = isOne ? 1 : numbers.length / width;
  const kind = KINDS.findIndex((one) => holds(one, lowest, highest, numbers, width, column));
  return { kind, hasNull, count };
}

function holds(
  { array, unit }: NumberKind,
  lowest: number,
  highest: number,
  numbers: Float64Array,
  width: number,
  column: number,
): boolean {
  if (array === Float64Array) return true;
  if (array === Uint8Array) return lowest >= 0 && highest < 0xff;
  if (lowest / unit <= -0x8000_0000 || highest / unit > 0x7fff_ffff) return false;
  if (unit === 1) return true;
  for (let at = column; at < numbers.length; at += width) {
    const value = numbers[at] as number;
    if (!Number.isNaN(value) && Math.round(value / unit) * unit !== value) return false;
  }
  return true;
}

const bytesOf = ({ kind, count }: ColumnShape) =>
  HEAD_BYTES + whole(count * (KINDS[kind] as NumberKind).array.BYTES_PER_ELEMENT);

/** @param numbers row by row `width` integers, NaN for null; the same ones give the same bytes */
export function packBlock(numbers: Float64Array, width: number): Uint8Array {
  const shapes = Array.from({ length: width }, (_, column) => shapeOf(numbers, width, column));
  const block = new ArrayBuffer(shapes.reduce((sum, shape) => sum + bytesOf(shape), 0));
  let start = 0;
  for (const [column, shape] of shapes.entries()) {
    const { array, none, unit } = KINDS[shape.kind] as NumberKind;
    new Uint8Array(block, start, 2).set([shape.kind, shape.hasNull ? 1 : 0]);
    new Uint32Array(block, start + 4, 1)[0] = shape.count;
    const values = new array(block, start + HEAD_BYTES, shape.count);
    for (let n = 0; n < shape.count; n += 1) {
      const value = numbers[n * width + column] as number;
      values[n] = Number.isNaN(value) ? none : value / unit;
    }
    start += bytesOf(shape);
  }
  return new Uint8Array(block);
}

/** The bytes in memory that is nobody else's, where columns lie aligned. */
function ownMemoryOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.length === bytes.buffer.byteLength ? bytes.buffer : new Uint8Array(bytes).buffer;
}

/** One column of a block. */
interface Kept {
  readonly values: ColumnArray;
  readonly hasNull: boolean;
  readonly kind: NumberKind;
}

/** The columns of a block; null where they are not what `packBlock` gives for so many rows. */
function columnsOf(block: ArrayBuffer, width: number, rows: number): Kept[] | null {
  const columns: Kept[] = [];
  let start = 0;
  for (let column = 0; column < width; column += 1) {
    if (start + HEAD_BYTES > block.byteLength) return null;
    const [kindAt = 0, hasNull] = new Uint8Array(block, start, 2);
    const [count = 0] = new Uint32Array(block, start + 4, 1);
    const kind = KINDS[kindAt];
    if (kind === undefined || (count !== rows && count !== 1)) return null;
    const end = start + HEAD_BYTES + count * kind.array.BYTES_PER_ELEMENT;
    if (end > block.byteLength) return null;
    columns.push({ values: new kind.array(block, start + HEAD_BYTES, count), hasNull: hasNull !== 0, kind });
    start = whole(end);
  }
  return start === block.byteLength ? columns : null;
}

/** What the values of a column are read as: one for each row, or one for all. */
function valuesOf(
  { values, hasNull, kind: { none, unit } }: Kept,
  { none: absent, flag }: KeptColumn,
): Kept["values"] {
  if (flag === undefined && unit === 1 && !hasNull) return values;
  const read = Float64Array.from(values);
  for (let n = 0; n < read.length; n += 1) {
    const value = read[n] as number;
    const given = value === none || Number.isNaN(value) ? absent : value * unit;
    read[n] = flag === undefined ? given : given === flag ? 1 : 0;
  }
  return read;
}

type NumberTable = Pick<RecordTable<never>, "name" | "integers" | "columns">;

/** Keeps the integers of the first contents that a pull brings, as long as they come in ascending id order. */
export class BlockWriter {
  readonly #insert;
  readonly #drop;
  readonly #width: number;

  constructor(db: WritableLedger, { name, integers }: NumberTable, pullId: number) {
    this.#width = integers;
    this.#insert = db.prepare<[number, number, Uint8Array]>(
      `INSERT INTO ${name}_numbers (pull_id, first_id, rows, numbers) VALUES (${pullId}, ?, ?, ?)`,
    );
    this.#drop = db.prepare(`DELETE FROM ${name}_numbers WHERE pull_id = ${pullId}`);
  }

  /** @param numbers row by row the table's integers, the id first, NaN for null */
  add(numbers: Float64Array): void {
    this.#insert.run(numbers[0] as number, numbers.length / this.#width, packBlock(numbers, this.#width));
  }

  /** Forgets the pull's blocks: its rows are not in order. */
  drop(): void {
    this.#drop.run();
  }
}

interface StoredBlock {
  readonly pullId: number;
  readonly firstId: number;
  readonly rows: number;
  readonly numbers: Uint8Array<ArrayBuffer>;
}

/** Whether the ledger is of a schema with blocks. A pragma would be refused while rows are walked through. */
function hasBlocks(db: ReadableLedger, { name }: Pick<NumberTable, "name">): boolean {
  return query(db).value("SELECT 1 FROM main.sqlite_schema WHERE name = ?", `${name}_numbers`) !== undefined;
}

/** The blocks of a table, in ascending id order of their rows. */
export function listBlocks(db: ReadableLedger, table: Pick<NumberTable, "name">): Iterable<StoredBlock> {
  if (!hasBlocks(db, table)) return [];
  return db
    .prepare<[], StoredBlock>(
      `SELECT pull_id AS pullId, first_id AS firstId, rows, numbers FROM ${table.name}_numbers ORDER BY first_id`,
    )
    .iterate();
}

/** How many rows of a table are kept in blocks. */
export function countKept(db: ReadableLedger, table: Pick<NumberTable, "name">): number {
  if (!hasBlocks(db, table)) return 0;
  return query<number>(db).value(`SELECT total(rows) FROM ${table.name}_numbers`) ?? 0;
}

/** How an integer column of a table is read. */
export interface KeptColumn {
  /** Its name in the table. */
  readonly column: string;
  /** What null becomes. */
  readonly none: number;
  /** Of a flag: where the column is this it is 1, else 0. */
  readonly flag?: number | undefined;
}

/** A column that is read, and what takes its rows of a block: one value for each, or one for all. */
interface KeptReading extends KeptColumn {
  readonly take: (values: ColumnArray, at: number, rows: number) => void;
}

/**
 * Reads columns from the blocks of a table.
 *
 * @param onRows told how many rows are there after each block
 * @returns false where a block is not as `packBlock` makes it, or there are more or fewer rows than `total`
 */
export function readBlocks(
  db: ReadableLedger,
  table: NumberTable,
  readings: readonly KeptReading[],
  total: number,
  onRows: (done: number) => void,
): boolean {
  const placed = readings.map((reading) => ({ reading, place: table.columns.indexOf(reading.column) }));
  let done = 0;
  for (const { rows, numbers } of listBlocks(db, table)) {
    const block = ownMemoryOf(numbers);
    const columns = columnsOf(block, table.integers, rows);
    if (columns === null || done + rows > total) return false;
    for (const { reading, place } of placed) {
      reading.take(valuesOf(columns[place] as Kept, reading), done, rows);
    }
    freeMemory(block);
    done += rows;
    onRows(done);
  }
  return done === total;
}
