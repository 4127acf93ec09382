/**
 * The engine's columns, each declared once: what it holds, and in what kind of array. Everything that
 * allocates, reads, slices, parses or fills columns derives from these records.
 */

/** What an entry has, one row per walletID. */
export const ENTRY = {
  walletID: "f64",
  userID: "f64",
  businessID: "f64",
  credit: "f64",
  debit: "f64",
  balance: "f64",
  dateCreatedAtMs: "f64",
  /** Id in `payrefs`; NO_PAYREF where no transaction is tied to the entry. */
  payref: "i32",
  /** Id in `labels`, or NO_TEXT. */
  action: "i32",
  /** Number of the group of entries alike that have one sessionID, see `groupsOfOneSession`, or NO_TEXT. */
  session: "i32",
  /** 1 where is_approved is 0, else 0. */
  unapproved: "flag",
} as const;

/** What a transaction has, one row per payID. */
export const TRANSACTION = {
  payID: "f64",
  businessID: "f64",
  userID: "f64",
  /** Id in `payrefs`. */
  payref: "i32",
  /** One of CYCLE. */
  cycle: "u8",
  /** Id in `labels`: the cycle as written. */
  cycleText: "i32",
  /** Id in `labels`, or NO_TEXT: trader_status as written. */
  role: "i32",
  /** Id in `labels`, or NO_TEXT: fee.currency. */
  currency: "i32",
  chargedamount: "f64",
  scrowfee: "f64",
  taxfee: "f64",
  payableamount: "f64",
  /** 1 where is_deleted is 1. */
  deleted: "flag",
  /** 1 where is_flagged is 1. */
  flagged: "flag",
  /** NaN while unpaid. */
  datePaidAtMs: "f64",
  /** NaN when null. */
  dateCreatedAtMs: "f64",
  /** Id in `labels`, or NO_TEXT: data.type. */
  type: "i32",
  /** Id in `payrefs`, or NO_TEXT: data.reference. */
  reference: "i32",
  /** 1 where paymentURL is a text that does not end in `/pay/` + payref. */
  urlMismatch: "flag",
  /** One-time: itemamount; milestone: data.amount; crowd-pay: project_goal; unknown: NaN. */
  statedAmount: "f64",
  /** One-time: itemquantity; NaN when null or of another cycle. */
  itemquantity: "f64",
  /** Crowd-pay: current_raised; NaN for other cycles. */
  currentRaised: "f64",
  /** One-time and milestone: data.escrow_charge; NaN for other cycles. */
  escrowCharge: "f64",
  /** customer.userID; 0 without one. */
  customerID: "f64",
} as const;

export const TASK = {
  taskamount: "f64",
  /** 1 where is_complete is 1. */
  complete: "flag",
  /** NaN when there is none. */
  dateCompletedAtMs: "f64",
} as const;

/** What arrays there are. A `flag` is 1 or 0. */
export const ARRAYS = {
  f64: Float64Array,
  i32: Int32Array,
  u8: Uint8Array,
  flag: Uint8Array,
} as const;

type ColumnKind = keyof typeof ARRAYS;
export type ColumnKinds = Readonly<Record<string, ColumnKind>>;
export type ColumnArray<K extends ColumnKind = ColumnKind> = InstanceType<(typeof ARRAYS)[K]>;

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
  let bits = 0;
  for (const value of values) {
    if ((value | 0) !== value) return values.slice();
    bits |= value;
  }
  return bits >>> 0 < 0x100 ? new Uint8Array(values) : new Int32Array(values);
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
