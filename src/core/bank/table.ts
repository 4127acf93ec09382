/**
 * A statement in rows and columns, as banks' portals hand it out: rows above the titles, titles of their own,
 * the newest line first or last. How it is read is found out, and shown before anybody believes it.
 */
import { TieoutError } from "../errors.ts";
import { excerpt } from "../excerpt.ts";
import type { Day } from "../time.ts";
import { type DateOrder, DATE_ORDERS, bankAmountIn, parseBankDay } from "./cells.ts";
import { type DecimalMark, DECIMAL_MARKS } from "../csv-text.ts";
import { type BankStatement, type StatementLine, balanceBreaks } from "./statement.ts";

/** A row that holds something. A number is one of a worksheet; a day of one is text, `2026-08-31`. */
export interface TableRow {
  /** Its line or row in the file, from 1 on. */
  readonly at: number;
  readonly cells: readonly (string | number)[];
}

/** What a column may hold, in words. */
export const COLUMN_WORDS = {
  day: "date",
  valueDay: "value date",
  debit: "paid out",
  credit: "paid in",
  amount: "amount",
  direction: "direction",
  balance: "balance",
  reference: "reference",
  narration: "narration",
} as const;
type ColumnField = keyof typeof COLUMN_WORDS;
export const COLUMN_FIELDS = Object.keys(COLUMN_WORDS) as readonly ColumnField[];

/** Titles in small letters without what stands in brackets; the first field that a title is of counts. */
const TITLES: readonly (readonly [ColumnField, RegExp])[] = [
  ["valueDay", /^(?:value|val|effective) ?(?:date|day)$/u],
  ["day", /^(?:[a-z]+ )?(?:date|day)(?: (?:and )?time)?$/u],
  ["direction", /^(?:(?:transaction )?type|direction|dr cr|cr dr|debit credit|credit debit)$/u],
  ["debit", /^(?:debits?|withdrawals?|dr|money out|paid out|pay ?outs?|amount out)(?: amount)?$/u],
  ["credit", /^(?:credits?|deposits?|lodge?ments?|cr|money in|paid in|pay ?ins?|amount in)(?: amount)?$/u],
  ["balance", /\bbalance\b/u],
  ["amount", /^(?:transaction )?amount$/u],
  ["reference", /\b(?:ref|reference|rrn|session id|transaction id|cheque|instrument)\b/u],
  ["narration", /narration|description|details|particulars|remarks?|memo|beneficiary|purpose/u],
];

/** How a table is read; what is shown before it is believed. */
export interface TableLayout {
  /** The row of the titles, from 1 on. */
  readonly titlesAt: number;
  /** The titles of the columns that are read, with what they hold. */
  readonly columns: readonly { readonly title: string; readonly holds: ColumnField }[];
  readonly dateOrder: DateOrder;
  readonly decimalMark: DecimalMark;
  readonly newestFirst: boolean;
}

/** What somebody says of a table where Tieout would find it out. */
export interface TableHints {
  readonly dateOrder?: DateOrder | undefined;
  readonly decimalMark?: DecimalMark | undefined;
  readonly newestFirst?: boolean | undefined;
}

export interface ReadTable {
  readonly layout: TableLayout;
  readonly statement: BankStatement;
}

/** How many rows from the top are looked through for those with titles. */
export const TITLES_WITHIN = 60;

/**
 * @param places decimals of the amounts read
 * @throws TieoutError BANK_STATEMENT_INVALID with the row and column; SUM_OVERFLOW
 */
export function readTable(
  rows: readonly TableRow[],
  places: number,
  hints: TableHints,
  file: string,
): ReadTable {
  const titles = findTitles(rows, file);
  const readings = DECIMAL_MARKS.flatMap((decimalMark) =>
    DATE_ORDERS.map((dateOrder) => ({ decimalMark, dateOrder })),
  ).filter(
    ({ decimalMark, dateOrder }) =>
      (hints.decimalMark ?? decimalMark) === decimalMark && (hints.dateOrder ?? dateOrder) === dateOrder,
  );
  const tried = readings.map((how) => new TableReading(rows, titles, how, places));
  const whole = tried.filter(({ fault }) => fault === null).flatMap((one) => one.both(hints));
  const best = whole.toSorted((one, other) => one.doubts - other.doubts)[0];
  if (best !== undefined) return best;
  // The reading that gets furthest says what is wrong.
  const furthest = tried.reduce((one, other) => (other.reached > one.reached ? other : one));
  const { at, title, sentence } = furthest.fault ?? { at: titles.row.at, title: null, sentence: "" };
  throw invalidStatement(file, `Row ${at}${title === null ? "" : `, column ${title}`}: ${sentence}`);
}

export function invalidStatement(file: string, sentence: string): TieoutError {
  return new TieoutError("BANK_STATEMENT_INVALID", sentence, { file });
}

interface Titles {
  readonly row: TableRow;
  readonly index: number;
  readonly fields: ReadonlyMap<number, ColumnField>;
}

function findTitles(rows: readonly TableRow[], file: string): Titles {
  for (const [index, row] of rows.slice(0, TITLES_WITHIN).entries()) {
    const fields = new Map(
      row.cells.flatMap((cell, column) => {
        const field = fieldOf(cell);
        return field === null ? [] : [[column, field] as const];
      }),
    );
    const has = new Set(fields.values());
    const hasAmounts = has.has("amount") || (has.has("debit") && has.has("credit"));
    if (!hasAmounts || !(has.has("day") || has.has("valueDay"))) continue;
    for (const field of ["debit", "credit", "amount", "balance"] as const) {
      const titles = [...fields].filter(([, one]) => one === field).map(([column]) => row.cells[column]);
      if (titles.length <= 1) continue;
      throw invalidStatement(file, `Row ${row.at} has two columns of one kind: ${titles.join(" and ")}`);
    }
    return { row, index, fields };
  }
  throw invalidStatement(file, "It has no row of titles with a date, and with debit and credit or an amount");
}

function fieldOf(cell: string | number): ColumnField | null {
  const title = String(cell)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\(.*?\)/gu, " ")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim();
  return TITLES.find(([, words]) => words.test(title))?.[0] ?? null;
}

const OPENING = /\b(?:opening balance|balance b\W?f|brought forward|balance brought)/iu;
const CLOSING = /\b(?:closing balance|balance c\W?f|carried forward)/iu;
const TOTAL = /\b(?:totals?|sub-?totals?)\b/iu;

/** A table read in one way, as far as that goes. */
class TableReading {
  readonly #titles: Titles;
  /** The columns of each field, from left to right. */
  readonly #columns = new Map<ColumnField, readonly number[]>();
  readonly #how: Pick<TableLayout, "dateOrder" | "decimalMark">;
  readonly #places: number;
  readonly #lines: StatementLine[] = [];
  #opening: number | null = null;
  #closing: number | null = null;
  #currency: string | null = null;
  #account = "";
  fault: { readonly at: number; readonly title: string | null; readonly sentence: string } | null = null;
  /** Rows that could be read. */
  reached = 0;

  constructor(
    rows: readonly TableRow[],
    titles: Titles,
    how: Pick<TableLayout, "dateOrder" | "decimalMark">,
    places: number,
  ) {
    this.#titles = titles;
    for (const [column, field] of titles.fields)
      this.#columns.set(field, [...(this.#columns.get(field) ?? []), column]);
    this.#how = how;
    this.#places = places;
    for (const row of rows.slice(0, titles.index)) this.#takeFacts(row);
    for (const row of rows.slice(titles.index + 1)) {
      this.#takeRow(row);
      if (this.fault !== null) return;
      this.reached += 1;
    }
  }

  /** As the rows stand, and the other way round, each with how much speaks against it. */
  both({ newestFirst: known }: TableHints): (ReadTable & { readonly doubts: number })[] {
    const { row, fields } = this.#titles;
    const columns = [...fields].map(([column, holds]) => ({ title: String(row.cells[column]), holds }));
    const orders = known === undefined ? [false, true] : [known];
    return orders.map((newestFirst) => {
      const lines = newestFirst ? this.#lines.toReversed() : this.#lines;
      const statement: BankStatement = {
        account: this.#account,
        currency: this.#currency,
        opening: this.#opening,
        closing: this.#closing,
        lines,
        pending: 0,
      };
      const backwards = lines.filter(({ day }, at) => at > 0 && day < (lines[at - 1]?.day ?? "")).length;
      const doubts = balanceBreaks(statement).length + backwards;
      return { layout: { titlesAt: row.at, columns, ...this.#how, newestFirst }, statement, doubts };
    });
  }

  /** Above the titles: the account, its currency, and balances, each beside its name. */
  #takeFacts({ cells }: TableRow): void {
    const said = cells.filter((cell) => cell !== "");
    for (const [at, cell] of said.entries()) {
      const { name, within } = splitFact(String(cell));
      const value = within === "" ? (said[at + 1] ?? "") : within;
      if (value === "") continue;
      const code = /^[A-Z]{3}\b/u.exec(String(value))?.[0];
      if (/\bcurrency\b/iu.test(name) && code !== undefined) this.#currency = code;
      else if (/\baccount (?:no|number|num)\b/iu.test(name)) this.#account = String(value).trim();
      else if (OPENING.test(name)) this.#opening = this.#amount(value) ?? this.#opening;
      else if (CLOSING.test(name)) this.#closing = this.#amount(value) ?? this.#closing;
    }
  }

  #takeRow(row: TableRow): void {
    if (row.cells.every((cell, column) => cell === this.#titles.row.cells[column])) return;
    const dayCell = this.#cell(row, "day") ?? this.#cell(row, "valueDay") ?? "";
    const day = dayCell === "" ? null : parseBankDay(String(dayCell), this.#how.dateOrder);
    const words = row.cells.filter((cell) => typeof cell === "string").join(" ");
    if (day === null && TOTAL.test(words)) return;
    if ((day === null || this.#lines.length === 0) && OPENING.test(words)) {
      this.#opening = this.#lastAmount(row) ?? this.#opening;
      return;
    }
    if (day === null && CLOSING.test(words)) {
      this.#closing = this.#lastAmount(row) ?? this.#closing;
      return;
    }
    const moved = this.#movement(row);
    const balance = this.#amountIn(row, "balance");
    if (moved === undefined || balance === undefined) return;
    if (day !== null && moved !== null) this.#takeLine(row, { day, amount: moved, balance });
    else if (day !== null) this.#refuse(row, null, "There is a date, but no amount");
    else if (dayCell !== "") this.#refuse(row, "day", this.#noDate(dayCell));
    else if (moved === null && balance === null) this.#goOn(row);
    else this.#refuse(row, null, "There is an amount, but no date");
  }

  /** What stands furthest to the right: a balance is the last column wherever it has none of its own. */
  #lastAmount({ cells }: TableRow): number | null {
    const amounts = cells.filter((cell) => cell !== "").map((cell) => this.#amount(cell));
    return amounts.findLast((amount) => amount !== null) ?? null;
  }

  /** Spreadsheets that take the month first turn some of a column's days into other days, and leave the rest text. */
  #noDate(cell: string | number): string {
    const { dateOrder } = this.#how;
    const isMixed =
      dateOrder === "year-first" && this.#lines.length > 0 && /^\d{1,2}\D\d{1,2}\D\d{4}/u.test(String(cell));
    const why = isMixed
      ? ", as others are: a program may have taken their days for months. Use the file as the bank gave it"
      : "";
    return `"${excerpt(String(cell))}" is no date ${ORDER_WORDS[dateOrder]}${why}`;
  }

  #takeLine(row: TableRow, line: Pick<StatementLine, "day" | "amount" | "balance">): void {
    const valueCell = this.#columns.has("day") ? (this.#cell(row, "valueDay") ?? "") : "";
    const valueDay: Day | null =
      valueCell === "" ? null : parseBankDay(String(valueCell), this.#how.dateOrder);
    if (valueCell !== "" && valueDay === null) {
      this.#refuse(row, "valueDay", this.#noDate(valueCell));
      return;
    }
    this.#lines.push({
      at: row.at,
      ...line,
      valueDay,
      reference: this.#texts(row, "reference"),
      narration: this.#texts(row, "narration"),
    });
  }

  /** A row with words alone goes on with the narration of the line before. */
  #goOn(row: TableRow): void {
    const last = this.#lines.at(-1);
    const more = this.#texts(row, "narration");
    if (last === undefined || more === "") return;
    this.#lines[this.#lines.length - 1] = { ...last, narration: `${last.narration} ${more}`.trim() };
  }

  /** What a row moves: null for nothing; undefined after a fault. */
  #movement(row: TableRow): number | null | undefined {
    const amount = this.#amountIn(row, "amount");
    const debit = this.#amountIn(row, "debit");
    const credit = this.#amountIn(row, "credit");
    if (amount === undefined || debit === undefined || credit === undefined) return undefined;
    if (amount !== null) return this.#directed(row, amount);
    if (debit !== null && debit !== 0 && credit !== null && credit !== 0) {
      this.#refuse(row, null, "Both debit and credit have an amount");
      return undefined;
    }
    if (debit === null && credit === null) return null;
    // Some banks write what goes out with a minus, in its own column, too.
    return Math.abs(credit ?? 0) - Math.abs(debit ?? 0);
  }

  #directed(row: TableRow, amount: number): number | undefined {
    const direction = this.#cell(row, "direction");
    if (direction === null || direction === "") return amount;
    const words = String(direction).trim().toLowerCase();
    if (/^(?:d|dr|debit|withdrawal|out)\b/u.test(words)) return 0 - Math.abs(amount);
    if (/^(?:c|cr|credit|deposit|lodge?ment|in)\b/u.test(words)) return Math.abs(amount);
    // A column of types that says nothing of the direction.
    return amount;
  }

  /** null where there is none; undefined after a fault. */
  #amountIn(row: TableRow, field: ColumnField): number | null | undefined {
    const cell = this.#cell(row, field);
    if (cell === null || cell === "" || /^[-\u2013\u2014]$/u.test(String(cell))) return null;
    const amount = this.#amount(cell);
    if (amount !== null) return amount;
    this.#refuse(row, field, `"${excerpt(String(cell))}" is no amount with at most ${this.#places} decimals`);
    return undefined;
  }

  #amount(cell: string | number): number | null {
    return bankAmountIn(cell, this.#how.decimalMark, this.#places);
  }

  #cell({ cells }: TableRow, field: ColumnField): string | number | null {
    const column = this.#columns.get(field)?.[0];
    const cell = column === undefined ? null : (cells[column] ?? "");
    return typeof cell === "string" ? cell.trim() : cell;
  }

  #texts({ cells }: TableRow, field: ColumnField): string {
    return (this.#columns.get(field) ?? [])
      .map((column) =>
        String(cells[column] ?? "")
          .replaceAll(/\s+/gu, " ")
          .trim(),
      )
      .filter((text) => text !== "")
      .join(" ");
  }

  #refuse(row: TableRow, field: ColumnField | null, sentence: string): void {
    const { row: titles } = this.#titles;
    const column = field === null ? undefined : this.#columns.get(field)?.[0];
    const title = column === undefined ? null : String(titles.cells[column]).trim();
    this.fault ??= { at: row.at, title, sentence };
  }
}

const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  "day-first": "with the day first",
  "month-first": "with the month first",
  "year-first": "with the year first",
};

/** @example `Currency: NGN` is named `Currency`, and holds `NGN` */
function splitFact(text: string): { readonly name: string; readonly within: string } {
  const at = text.indexOf(":");
  if (at === -1) return { name: text, within: "" };
  return { name: text.slice(0, at), within: text.slice(at + 1).trim() };
}
