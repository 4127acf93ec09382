/** From filters, search and sort to the rows shown, in their order. The last answers are remembered. */
import { foldCase } from "../../../core/text.ts";
import type { ColumnFilter, DisplayFormat, RowsRequest, Sort } from "../../bridge/protocol.ts";
import type { MarkColumn, NumberColumn, RowColumn, RowTable, TextColumnOf } from "./row-table.ts";
import {
  type SearchWord,
  daySpan,
  markContaining,
  foldByte,
  type TextStore,
  searchWords,
} from "./text-search.ts";
import { figureAsked } from "../../bridge/rows.ts";
import { plainAmount } from "../../../core/plain-text.ts";

// Sorting many rows by numbers: in time that grows with their number alone, and never moving equal ones.

const DIGITS = 65_536;

/** Positions 0 … length − 1, by keys of 32 bits, the most significant first; equal ones stay in order. */
function sortPositions(length: number, ...keys: readonly Uint32Array[]): Int32Array<ArrayBuffer> {
  let order = new Int32Array(length);
  for (let at = 0; at < length; at += 1) order[at] = at;
  let spare = new Int32Array(length);
  const counts = new Int32Array(DIGITS);
  for (const key of keys.toReversed()) {
    for (const shift of [0, 16]) {
      if (!countDigits(key, length, shift, counts)) continue;
      for (let at = 0; at < length; at += 1) {
        const position = order[at] as number;
        const digit = ((key[position] as number) >>> shift) & 0xffff;
        const place = counts[digit] as number;
        spare[place] = position;
        counts[digit] = place + 1;
      }
      [order, spare] = [spare, order];
    }
  }
  return order;
}

/** Fills in where each digit begins. @returns whether there is more than one digit */
function countDigits(key: Uint32Array, length: number, shift: number, counts: Int32Array): boolean {
  counts.fill(0);
  for (let at = 0; at < length; at += 1) {
    const digit = ((key[at] as number) >>> shift) & 0xffff;
    counts[digit] = (counts[digit] as number) + 1;
  }
  if (length === 0 || counts[((key[0] as number) >>> shift) & 0xffff] === length) return false;
  let before = 0;
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const here = counts[digit] as number;
    counts[digit] = before;
    before += here;
  }
  return true;
}

/**
 * Rows sorted by a number each; rows without one (NaN) come last either way, equal ones stay in their order.
 *
 * @param valueAt by row
 */
function sortByNumber(
  rows: Int32Array,
  valueAt: (row: number) => number,
  descending: boolean,
): Int32Array<ArrayBuffer> {
  const values = new Float64Array(rows.length);
  // Adding 0 makes one zero of both.
  for (let at = 0; at < rows.length; at += 1) values[at] = valueAt(rows[at] as number) + 0;
  const words = new Uint32Array(values.buffer);
  const high = new Uint32Array(rows.length);
  const low = new Uint32Array(rows.length);
  const turned = descending ? 0xffffffff : 0;
  for (let at = 0; at < rows.length; at += 1) {
    if (Number.isNaN(values[at])) {
      high[at] = 0xffffffff;
      low[at] = 0xffffffff;
      continue;
    }
    // The bits of a double in the order of its value: turned over below zero, else above all of those.
    const top = words[2 * at + 1] as number;
    const flip = top >>> 31 === 1 ? 0xffffffff : 0;
    high[at] = (top ^ (flip | 0x80000000) ^ turned) >>> 0;
    low[at] = ((words[2 * at] as number) ^ flip ^ turned) >>> 0;
  }
  const positions = sortPositions(rows.length, high, low);
  for (let at = 0; at < positions.length; at += 1) positions[at] = rows[positions[at] as number] as number;
  return positions;
}

/** Takes what does not pass out of the rows that are left. @param passing by row: 1 while it passes */
function keepMatching(
  table: RowTable,
  column: RowColumn,
  filter: ColumnFilter,
  wording: DisplayFormat,
  passing: Uint8Array,
): void {
  const matches = matcherOf(table, column, filter, wording);
  for (let row = 0; row < passing.length; row += 1) if (passing[row] === 1 && !matches(row)) passing[row] = 0;
}

type Matcher = (row: number) => boolean;

function matcherOf(
  table: RowTable,
  column: RowColumn,
  filter: ColumnFilter,
  wording: DisplayFormat,
): Matcher {
  switch (filter.kind) {
    case "text":
      return containing(table, column, filter.contains, wording);
    case "number": {
      const { least, most } = filter;
      return within(column, least ?? -Infinity, most ?? Infinity);
    }
    case "day": {
      const { fromMs, toMs } = daySpan(filter.from, filter.to, wording.timeZone);
      return within(column, fromMs, toMs);
    }
    case "set":
      return oneOf(column, new Set(filter.values));
    case "figure":
      throw new Error("a figure is no filter of a column");
  }
}

function within(column: RowColumn, least: number, most: number): Matcher {
  if (column.is !== "number") throw new Error("only numbers lie between two others");
  return (row) => {
    const value = column.at(row);
    return value >= least && value <= most;
  };
}

function containing(
  table: RowTable,
  column: RowColumn,
  contains: string,
  { decimals }: DisplayFormat,
): Matcher {
  if (contains === "") return () => true;
  const folded = foldCase(contains);
  switch (column.is) {
    case "text": {
      const marks = new Uint8Array(table.length);
      markTexts(column, contains, marks);
      return (row) => marks[row] === 1;
    }
    case "number": {
      const places = column.shownAs === "amount" ? decimals : 0;
      const typed = folded.replaceAll(",", "").replaceAll("−", "-");
      return (row) => typedNumber(column.at(row), places).includes(typed);
    }
    case "truth":
      return (row) => String(column.at(row)).includes(folded);
    case "marks":
      return (row) => column.at(row).some((mark) => mark.includes(folded));
  }
}

/** A number as it is typed, '' for none. */
function typedNumber(value: number, decimals: number): string {
  return Number.isNaN(value) ? "" : plainAmount(value, decimals);
}

function oneOf(column: RowColumn, values: ReadonlySet<string>): Matcher {
  switch (column.is) {
    case "text":
      return textIn(column, values);
    case "number":
      return (row) => values.has(typedNumber(column.at(row), 0));
    case "truth":
      return (row) => values.has(String(column.at(row)));
    case "marks":
      return (row) => column.at(row).some((mark) => values.has(mark));
  }
}

function textIn({ texts, ids }: TextColumnOf, values: ReadonlySet<string>): Matcher {
  if (ids === null) return (row) => values.has(texts.find(row) ?? "");
  const wanted = new Int8Array(texts.length).fill(-1);
  return (row) => {
    const id = ids[row] as number;
    if (id === -1) return values.has("");
    if (wanted[id] === -1) wanted[id] = values.has(texts.at(id)) ? 1 : 0;
    return wanted[id] === 1;
  };
}

function markTexts({ texts, ids }: TextColumnOf, word: string, marks: Uint8Array): void {
  if (ids === null) {
    markContaining(texts, word, marks);
    return;
  }
  const found = new Uint8Array(texts.length);
  markContaining(texts, word, found);
  for (let row = 0; row < ids.length; row += 1) if (found[ids[row] as number] === 1) marks[row] = 1;
}

/** Takes out rows in which a word is nowhere. @param passing by row: 1 while it passes */
function keepFound(table: RowTable, word: SearchWord, passing: Uint8Array): void {
  const found = new Uint8Array(table.length);
  for (const column of Object.values(table.columns)) {
    if (column.is === "text") markTexts(column, word.text, found);
    else if (column.is === "number") markNumbers(column, word, found);
    else if (column.is === "marks") markMarks(table, column, word, found);
  }
  for (let row = 0; row < passing.length; row += 1) if (found[row] === 0) passing[row] = 0;
}

function markNumbers({ shownAs, at }: NumberColumn, word: SearchWord, found: Uint8Array): void {
  const { digits, amount, span } = word;
  if (shownAs === "id" && digits !== null) markIds(at, digits, found);
  else if (shownAs === "amount" && amount !== null) {
    for (let row = 0; row < found.length; row += 1) if (Math.abs(at(row)) === amount) found[row] = 1;
  } else if (shownAs === "instant" && span !== null) {
    for (let row = 0; row < found.length; row += 1) {
      const atMs = at(row);
      if (atMs >= span.fromMs && atMs <= span.toMs) found[row] = 1;
    }
  }
}

/** Sets 1 at rows whose id has these digits. Neighbours often share an id: it is looked at once. */
function markIds(at: (row: number) => number, digits: string, found: Uint8Array): void {
  let last = Number.NaN;
  let has = false;
  for (let row = 0; row < found.length; row += 1) {
    const id = at(row);
    if (id !== last) {
      last = id;
      has = containsDigits(id, digits);
    }
    if (has) found[row] = 1;
  }
}

const INT_32 = 2 ** 31;

/** As `String(id).includes(digits)`, by arithmetic where that is exact: a million ids a keystroke. */
export function containsDigits(id: number, digits: string): boolean {
  if (Number.isNaN(id)) return false;
  if (!(id > 0 && id < INT_32 && digits.length < 10)) return String(id).includes(digits);
  const wanted = Number(digits) | 0;
  const least = (10 ** (digits.length - 1)) | 0;
  for (let rest = id | 0; rest >= least; rest = (rest / 10) | 0) {
    if (rest % (least * 10) === wanted) return true;
  }
  return false;
}

function markMarks(table: RowTable, { at }: MarkColumn, { text }: SearchWord, found: Uint8Array): void {
  const folded = foldCase(text);
  for (let row = 0; row < found.length; row += 1) {
    if (found[row] === 0 && table.isFlagged(row) && at(row).some((mark) => mark.includes(folded)))
      found[row] = 1;
  }
}

// Ranks of texts, from their bytes: a million are ordered without one of them being decoded.

/** Up to this many, comparing one with another is faster than counting digits. */
const FEW = 2000;
const CHUNK = 8;

const known = new WeakMap<TextStore, Float64Array>();

/**
 * The rank of each text in the order of its code points, with A to Z as a to z: equal texts have equal ranks.
 * They are found once per store, which must be whole by then.
 *
 * @returns by row; NaN for no text and for the empty one, which come after all others
 */
export function ranksOf(store: TextStore): Float64Array {
  const ranks = known.get(store) ?? rankTexts(store);
  known.set(store, ranks);
  return ranks;
}

function rankTexts(store: TextStore): Float64Array {
  const reader = new ByteReader(store);
  const order = sortByText(reader, store.length);
  const ranks = new Float64Array(store.length);
  let rank = 0;
  for (let at = 0; at < order.length; at += 1) {
    const row = order[at] as number;
    if (at > 0 && reader.compare(order[at - 1] as number, row, 0) !== 0) rank = at;
    ranks[row] = reader.lengthOf(row) === 0 ? Number.NaN : rank;
  }
  return ranks;
}

function sortByText(reader: ByteReader, length: number): Int32Array {
  const order = new Int32Array(length);
  for (let row = 0; row < length; row += 1) order[row] = row;
  const high = new Uint32Array(length);
  const low = new Uint32Array(length);
  const groups = [{ from: 0, to: length, depth: 0 }];
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    const { from, to, depth } = group;
    const rows = order.subarray(from, to);
    if (rows.length <= FEW) {
      rows.sort((a, b) => reader.compare(a, b, depth));
      continue;
    }
    for (let at = 0; at < rows.length; at += 1) {
      high[at] = reader.chunk(rows[at] as number, depth);
      low[at] = reader.chunk(rows[at] as number, depth + CHUNK / 2);
    }
    const positions = sortPositions(rows.length, high, low);
    const before = rows.slice();
    let start = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const position = positions[at] as number;
      rows[at] = before[position] as number;
      const next = positions[at + 1];
      if (next !== undefined && high[next] === high[position] && low[next] === low[position]) continue;
      // A zero ends a text, so what is equal and ends in one is equal altogether.
      if (at > start && ((low[position] as number) & 0xff) !== 0) {
        groups.push({ from: from + start, to: from + at + 1, depth: depth + CHUNK });
      }
      start = at + 1;
    }
  }
  return order;
}

/** Reads single bytes of texts, folded. */
class ByteReader {
  readonly #store: TextStore;

  constructor(store: TextStore) {
    this.#store = store;
  }

  lengthOf(row: number): number {
    const { from, ends } = this.#store.blockAt(row);
    return (ends[row - from] as number) - (row === from ? 0 : (ends[row - from - 1] as number));
  }

  /** Four bytes from an offset on, each one more than it is; 0 stands for what is past the text's end. */
  chunk(row: number, offset: number): number {
    const { from, bytes, ends } = this.#store.blockAt(row);
    const end = ends[row - from] as number;
    let at = (row === from ? 0 : (ends[row - from - 1] as number)) + offset;
    let word = 0;
    for (let taken = 0; taken < 4; taken += 1) {
      word = (word << 8) | (at < end ? foldByte(bytes[at] as number) + 1 : 0);
      at += 1;
    }
    return word >>> 0;
  }

  compare(a: number, b: number, offset: number): number {
    for (let at = offset; ; at += 4) {
      const left = this.chunk(a, at);
      const right = this.chunk(b, at);
      if (left !== right) return left - right;
      if ((left & 0xff) === 0) return 0;
    }
  }
}

type RowsAsked = Omit<RowsRequest, "from" | "count">;

/** Rows that pass, in the order asked for. */
export function selectRows(table: RowTable, asked: RowsAsked, wording: DisplayFormat): Int32Array {
  const passing = new Uint8Array(table.length).fill(1);
  const figure = figureAsked(asked);
  if (figure !== undefined) {
    const amounts = table.figure(figure);
    for (let row = 0; row < passing.length; row += 1) if (Number.isNaN(amounts[row])) passing[row] = 0;
  } else if (asked.onlyPeriod) passing.set(table.inPeriod);
  if (asked.onlyFlagged) {
    for (let row = 0; row < passing.length; row += 1) if (!table.isFlagged(row)) passing[row] = 0;
  }
  for (const [key, filter] of Object.entries(asked.filters)) {
    if (filter === figure) continue;
    keepMatching(table, columnOf(table, key), filter, wording, passing);
  }
  for (const word of searchWords(asked.search, wording)) keepFound(table, word, passing);
  return sortRows(table, asked.sort, rowsWhere(passing));
}

/** Rows of which a column says 1, in their order. */
export function rowsWhere(passing: Uint8Array): Int32Array {
  let count = 0;
  for (const passes of passing) count += passes;
  const rows = new Int32Array(count);
  let at = 0;
  for (let row = 0; row < passing.length; row += 1) {
    if (passing[row] === 0) continue;
    rows[at] = row;
    at += 1;
  }
  return rows;
}

/** The last sort first: equal rows keep their order in each that follows. */
function sortRows(table: RowTable, sort: readonly Sort[], rows: Int32Array): Int32Array {
  let sorted = rows;
  for (const { column, descending } of sort.toReversed()) {
    sorted = sortByNumber(sorted, sortKey(columnOf(table, column)), descending);
  }
  return sorted;
}

function sortKey(column: RowColumn): (row: number) => number {
  switch (column.is) {
    case "number":
      return column.at;
    case "truth":
      return (row) => (column.at(row) ? 1 : 0);
    case "marks":
      return column.rank;
    case "text": {
      const { ids } = column;
      const ranks = ranksOf(column.texts);
      if (ids === null) return (row) => ranks[row] as number;
      return (row) => ranks[ids[row] as number] ?? Number.NaN;
    }
  }
}

function columnOf(table: RowTable, key: string): RowColumn {
  const column = Object.hasOwn(table.columns, key) ? table.columns[key] : undefined;
  if (column === undefined) throw new Error(`there is no column ${key}`);
  return column;
}

const REMEMBERED = 6;

/** Rows as they were selected last, so that paging through them costs nothing. */
export class RememberedRows {
  readonly #rows = new Map<string, Int32Array>();

  of(table: RowTable, asked: RowsAsked, wording: DisplayFormat): Int32Array {
    const key = JSON.stringify([
      asked.sort,
      asked.filters,
      asked.search,
      asked.onlyFlagged,
      asked.onlyPeriod,
    ]);
    const rows = this.#rows.get(key) ?? selectRows(table, asked, wording);
    this.#rows.delete(key);
    this.#rows.set(key, rows);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > REMEMBERED && oldest !== undefined) this.#rows.delete(oldest);
    return rows;
  }
}
