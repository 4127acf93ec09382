/** Which rows pass a filter, column by column, over all rows at once. */
import { foldCase } from "../../../../core/text/text.ts";
import type { ColumnFilter, DisplayFormat } from "../../protocol.ts";
import type { MarkColumn, NumberColumn, RowColumn, RowTable, TextColumnOf } from "./row-table.ts";
import { type SearchWord, daySpan } from "./search-words.ts";
import { markContaining } from "./text-search.ts";
import { plainAmount } from "../../../../core/text/plain-text.ts";

/** Takes what does not pass out of the rows that are left. @param passing by row: 1 while it passes */
export function keepMatching(
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
  const known = new Int8Array(texts.length).fill(-1);
  return (row) => {
    const id = ids[row] as number;
    if (id === -1) return values.has("");
    if (known[id] === -1) known[id] = values.has(texts.at(id)) ? 1 : 0;
    return known[id] === 1;
  };
}

/** Sets 1 at rows whose text contains a word. */
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
export function keepFound(table: RowTable, word: SearchWord, passing: Uint8Array): void {
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

/**
 * Sets 1 at rows whose id has these digits in it. Neighbours often share an id, so it is only looked at where
 * it changes.
 */
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

/**
 * As `String(id).includes(digits)`, by arithmetic where that is exact and fast: a million ids are asked at
 * each keystroke.
 */
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
