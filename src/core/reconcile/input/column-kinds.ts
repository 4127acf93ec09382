/**
 * The engine's columns, each declared once: what it holds, and in what kind of array. Everything that
 * allocates, reads, slices, parses or fills columns derives from these records.
 */

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
  action: "label",
  /** Number of the group of entries alike that have one sessionID, see `groupsOfOneSession`, or NO_TEXT. */
  session: "i32",
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
  cycleText: "label",
  /** Id in `labels`, or NO_TEXT: trader_status as written. */
  role: "label",
  /** Id in `labels`, or NO_TEXT: fee.currency. */
  currency: "label",
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
  type: "label",
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
 * What arrays columns are read into. A `flag` is 1 or 0. A `number` and a `label` are held in less where all fit: another number, or
 * none, may not fit into a copy of them. Times and payrefs have copies that are written to, and stay as they are.
 */
export const ARRAYS = {
  f64: Float64Array,
  number: Float64Array,
  i32: Int32Array,
  label: Int32Array,
  u8: Uint8Array,
  flag: Uint8Array,
} as const;

/** The narrowest first. */
const NARROW = [Int8Array, Int32Array, Float32Array] as const;

/** The numbers of a column, in whichever array holds all of them. */
export type HeldNumbers = Float64Array | Float32Array | Int32Array | Int8Array;

/** What a column may be held in, or travel in. */
export const COLUMN_ARRAYS = [Uint8Array, ...NARROW, Float64Array] as const;

type ColumnKind = keyof typeof ARRAYS;
export type ColumnKinds = Readonly<Record<string, ColumnKind>>;
export type ColumnArray<K extends ColumnKind = ColumnKind> = K extends "number" | "label"
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

/** The array that holds all of these numbers in less, NaN too; null where none does. */
function narrowestFor(values: HeldNumbers): (typeof NARROW)[number] | null {
  let bits = 0;
  let areWhole = true;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if ((value | 0) === value) bits |= value ^ (value >> 31);
    else if (Number.isNaN(value)) areWhole = false;
    else return null;
  }
  if (!areWhole) return bits < 2 ** 24 && values instanceof Float64Array ? Float32Array : null;
  if (bits < 2 ** 7) return Int8Array;
  return values instanceof Float64Array ? Int32Array : null;
}

/** HeldNumbers in the narrowest array that holds them. What they were in is given back at once, and holds nothing then. */
export function narrowNumbers(numbers: HeldNumbers): HeldNumbers {
  const narrow = narrowestFor(numbers);
  if (narrow === null) return numbers;
  const held = new narrow(numbers);
  (numbers.buffer as ArrayBuffer).transfer(0);
  return held;
}

/** The same of the columns of a table, about half of their memory. */
export function narrowColumns<K extends ColumnKinds, C extends Columns<K>>(kinds: K, columns: C): C {
  const held = eachColumn(kinds, (name, kind) =>
    kind === "number" || kind === "label" ? narrowNumbers(columns[name] as HeldNumbers) : columns[name],
  );
  return { ...columns, ...held };
}

/** Writes the rows of a batch from row `at` on. A batch that does not fit is a defect. */
export function fillColumns<K extends ColumnKinds>(
  kinds: K,
  columns: Columns<K>,
  batch: PackedColumns<K>,
  at: number,
): void {
  const names = columnNames(kinds);
  const rows = names[0] === undefined ? 0 : batch[names[0]].length;
  for (const name of names) {
    const packed = batch[name];
    if (packed.length === rows) columns[name].set(packed, at);
    else if (packed.length === 1) columns[name].fill(packed[0] as number, at, at + rows);
    else throw new RangeError(`${name} has ${packed.length} rows instead of ${rows}`);
  }
}

/** The names of a table's columns, in the order of the declaration. */
export function columnNames<K extends ColumnKinds>(kinds: K): readonly (keyof K & string)[] {
  return Object.keys(kinds);
}
