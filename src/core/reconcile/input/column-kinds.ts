/**
 * The engine's columns, each declared once: what it holds, and in what kind of array. Everything that
 * allocates, reads, slices, parses or fills columns derives from these records.
 */
import { freeMemory } from "../../memory.ts";

/** Of an entry that has none in common with others: a column of these takes no memory. */
export const NO_SESSION = 0;

/** What an entry has, one row per walletID. */
export const ENTRY = {
  walletID: "number",
  userID: "number",
  businessID: "number",
  credit: "number",
  debit: "number",
  balance: "number",
  dateCreatedAtMs: "f64",
  /** Id in `payrefs`; NO_PAYREF where no transaction is tied to the entry. */
  payref: "i32",
  /** Id in `labels`, or NO_TEXT. */
  action: "id",
  /** Number of the group of entries alike that have one sessionID, see `numberSessions`, or NO_SESSION. */
  session: "id",
  /** 1 where is_approved is 0, else 0. */
  unapproved: "flag",
} as const;

/** What a transaction has, one row per payID. */
export const TRANSACTION = {
  payID: "number",
  businessID: "number",
  userID: "number",
  /** Id in `payrefs`. */
  payref: "i32",
  /** One of CYCLE. */
  cycle: "u8",
  /** Id in `labels`: the cycle as written. */
  cycleText: "id",
  /** Id in `labels`, or NO_TEXT: trader_status as written. */
  role: "id",
  /** Id in `labels`, or NO_TEXT: fee.currency. */
  currency: "id",
  chargedamount: "number",
  scrowfee: "number",
  taxfee: "number",
  payableamount: "number",
  /** 1 where is_deleted is 1. */
  deleted: "flag",
  /** 1 where is_flagged is 1. */
  flagged: "flag",
  /** NaN while unpaid. */
  datePaidAtMs: "f64",
  /** NaN when null. */
  dateCreatedAtMs: "f64",
  /** Id in `labels`, or NO_TEXT: data.type. */
  type: "id",
  /** Id in `payrefs`, or NO_TEXT: data.reference. */
  reference: "i32",
  /** 1 where paymentURL is a text that does not end in `/pay/` + payref. */
  urlMismatch: "flag",
  /** One-time: itemamount; milestone: data.amount; crowd-pay: project_goal; unknown: NaN. */
  statedAmount: "number",
  /** One-time: itemquantity; NaN when null or of another cycle. */
  itemquantity: "number",
  /** Crowd-pay: current_raised; NaN for other cycles. */
  currentRaised: "number",
  /** One-time and milestone: data.escrow_charge; NaN for other cycles. */
  escrowCharge: "number",
  /** customer.userID; 0 without one. */
  customerID: "number",
} as const;

export const TASK = {
  taskamount: "number",
  /** 1 where is_complete is 1. */
  complete: "flag",
  /** NaN when there is none. */
  dateCompletedAtMs: "f64",
} as const;

/**
 * What arrays columns are read into. A `flag` is 1 or 0, an `id` that of a label, a pull or a group. A `number` and an `id` are held in
 * less where all fit: another number, or none, may not fit into a copy of them. Times and payrefs have copies that are written to, and
 * stay as they are.
 */
export const ARRAYS = {
  f64: Float64Array,
  number: Float64Array,
  i32: Int32Array,
  id: Int32Array,
  u8: Uint8Array,
  flag: Uint8Array,
} as const;

/** The numbers of a column, in whichever array holds all of them. */
export type HeldNumbers = Float64Array | Float32Array | Int32Array | Int8Array;

/** What a column may be held in, or travel in. */
export const COLUMN_ARRAYS = [Uint8Array, Int8Array, Int32Array, Float32Array, Float64Array] as const;

type ColumnKind = keyof typeof ARRAYS;
export type ColumnKinds = Readonly<Record<string, ColumnKind>>;
export type ColumnArray<K extends ColumnKind = ColumnKind> = K extends "number" | "id"
  ? HeldNumbers
  : InstanceType<(typeof ARRAYS)[K]>;

/** The arrays of a table, all of one length. */
export type Columns<K extends ColumnKinds> = { readonly [Name in keyof K]: ColumnArray<K[Name]> };

export type FlagName<K extends ColumnKinds> = {
  [Name in keyof K]: K[Name] extends "flag" ? Name : never;
}[keyof K] &
  string;

/** One thing for each column, in the order of the declaration. */
function eachColumn<K extends ColumnKinds, V>(
  kinds: K,
  make: (name: keyof K & string, kind: ColumnKind) => V,
): { readonly [Name in keyof K]: V } {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, make(name, kind)]),
  ) as unknown as { readonly [Name in keyof K]: V };
}

/** Columns of zeros. */
export function allocateColumns<K extends ColumnKinds>(kinds: K, length: number): Columns<K> {
  return eachColumn(kinds, (_, kind) => new ARRAYS[kind](length)) as unknown as Columns<K>;
}

/**
 * Columns as they travel: each in the narrowest array that holds its values, and one that is the same in all
 * rows as that value alone. The first column has every row.
 */
export type PackedColumns<K extends ColumnKinds> = { readonly [Name in keyof K]: ColumnArray };

/** Rows `from` … `to − 1`, in memory that is nobody else's. */
export function packColumns<K extends ColumnKinds>(
  kinds: K,
  columns: Columns<K>,
  from: number,
  to: number,
): PackedColumns<K> {
  const [first] = columnNames(kinds);
  return eachColumn(kinds, (name) => {
    const values = columns[name].subarray(from, to);
    return name !== first && isOneValue(values) ? values.slice(0, 1) : narrowed(values);
  });
}

function isOneValue(values: ColumnArray): boolean {
  const first = values[0] as number;
  for (const value of values) {
    if (value !== first && !(Number.isNaN(value) && Number.isNaN(first))) return false;
  }
  return true;
}

function narrowed(values: ColumnArray): ColumnArray {
  const narrow = values instanceof Uint8Array ? null : narrowestFor(values);
  return narrow === null ? values.slice() : new narrow(values);
}

/** What decides which arrays hold some numbers. */
interface NumbersSeen {
  /** Set where any integer has a bit that differs from its sign. */
  bits: number;
  /** Whether NaN is not among them. */
  areWhole: boolean;
  /** Whether each is NaN or an integer of 32 bits. */
  areSmall: boolean;
}

const noneSeen = (): NumbersSeen => ({ bits: 0, areWhole: true, areSmall: true });

function see(seen: NumbersSeen, values: ColumnArray): void {
  for (let at = 0; at < values.length && seen.areSmall; at += 1) {
    const value = values[at] as number;
    if ((value | 0) === value) seen.bits |= value ^ (value >> 31);
    else if (Number.isNaN(value)) seen.areWhole = false;
    else seen.areSmall = false;
  }
}

/** The narrowest array for what was seen. */
function arrayFor({ bits, areWhole, areSmall }: NumbersSeen) {
  if (!areSmall || (!areWhole && bits >= 2 ** 24)) return Float64Array;
  if (!areWhole) return Float32Array;
  return bits < 2 ** 7 ? Int8Array : Int32Array;
}

/** The array that holds all of these numbers in less, NaN too; null where none does. */
function narrowestFor(values: HeldNumbers): ReturnType<typeof arrayFor> | null {
  const seen = noneSeen();
  see(seen, values);
  const array = arrayFor(seen);
  return array.BYTES_PER_ELEMENT < values.BYTES_PER_ELEMENT ? array : null;
}

/** HeldNumbers in the narrowest array that holds them. What they were in is freed at once, and holds nothing then. */
export function narrowNumbers(numbers: HeldNumbers): HeldNumbers {
  const narrow = narrowestFor(numbers);
  if (narrow === null) return numbers;
  const held = new narrow(numbers);
  freeMemory(numbers.buffer);
  return held;
}

/** The same of the columns of a table, about two thirds of their memory. */
export function narrowColumns<K extends ColumnKinds, C extends Columns<K>>(kinds: K, columns: C): C {
  const held = eachColumn(kinds, (name, kind) =>
    kind === "number" || kind === "id" ? narrowNumbers(columns[name] as HeldNumbers) : columns[name],
  );
  return { ...columns, ...held };
}

/** The columns of a table while they are filled: no wider than what they hold so far, and no memory where that is 0. */
export class ColumnFiller<K extends ColumnKinds> {
  readonly #kinds: K;
  readonly #columns: Record<string, ColumnArray>;
  readonly #seen = new Map<string, NumbersSeen>();

  constructor(kinds: K, length: number) {
    this.#kinds = kinds;
    this.#columns = eachColumn(kinds, (name, kind) => {
      if (kind !== "number" && kind !== "id") return new ARRAYS[kind](length);
      this.#seen.set(name, noneSeen());
      return new Int8Array(length);
    });
  }

  /** The columns as they are filled so far; what is filled later may be in others. */
  get columns(): Columns<K> {
    return this.#columns as Columns<K>;
  }

  /** Writes the rows of a batch from row `at` on, each row once. A batch that does not fit is a defect. */
  write(batch: PackedColumns<K>, at: number): void {
    const names = columnNames(this.#kinds);
    const rows = names[0] === undefined ? 0 : batch[names[0]].length;
    for (const name of names) this.put(name, batch[name], at, rows);
  }

  /** Writes rows of a column, each once. @param values one for each row, or one for all */
  put(name: keyof K & string, values: ColumnArray, at: number, rows: number): void {
    const column = this.#madeFor(name, values);
    if (values.length === rows) column.set(values, at);
    else if (values.length !== 1)
      throw new RangeError(`${name} has ${values.length} rows instead of ${rows}`);
    else if (values[0] !== 0) column.fill(values[0] as number, at, at + rows);
  }

  /** Writes values of a column into any rows, also where others were written. @param rows where each value belongs */
  scatter(name: keyof K & string, values: ColumnArray, rows: ArrayLike<number>): void {
    const column = this.#madeFor(name, values);
    for (let at = 0; at < rows.length; at += 1) column[rows[at] as number] = values[at] as number;
  }

  /** The column, wide enough for more numbers. */
  #madeFor(name: keyof K & string, values: ColumnArray): ColumnArray {
    const column = this.#columns[name] as ColumnArray;
    const seen = this.#seen.get(name);
    if (seen === undefined) return column;
    see(seen, values);
    const array = arrayFor(seen);
    if (column instanceof array) return column;
    const wider = new array(column);
    freeMemory(column.buffer);
    this.#columns[name] = wider;
    return wider;
  }
}

/** Numbers that are made one by one are written so many at a time. */
export const NUMBERS_AT_ONCE = 8192;

/** A number for each row, in the narrowest array that holds all of them. */
export function numbersBy(length: number, numberAt: (row: number) => number): HeldNumbers {
  const filler = new ColumnFiller({ numbers: "number" } as const, length);
  const some = new Float64Array(Math.min(length, NUMBERS_AT_ONCE));
  for (let from = 0; from < length; from += NUMBERS_AT_ONCE) {
    const rows = Math.min(NUMBERS_AT_ONCE, length - from);
    for (let at = 0; at < rows; at += 1) some[at] = numberAt(from + at);
    filler.put("numbers", some.subarray(0, rows), from, rows);
  }
  return filler.columns.numbers;
}

/** The names of a table's columns, in the order of the declaration. */
export function columnNames<K extends ColumnKinds>(kinds: K): readonly (keyof K & string)[] {
  return Object.keys(kinds);
}
