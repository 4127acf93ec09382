/**
 * The workbook as data. A sheet is a heading, then tables below each other, all starting in column A; the
 * last table of a sheet may be too long for one sheet and goes on in `Name (2)`. Rows are made when they are
 * asked for, never held.
 */

/** What a column or cell holds, which decides how it is written and aligned. */
export type CellKind =
  /** Text, always: a payref `00123` stays as it is. */
  | "text"
  /** Text that may need several lines. */
  | "wrapped"
  /** A record's number: a number up to 15 digits, text beyond, which Excel would round. */
  | "id"
  /** A count; nil shows as a dash. */
  | "integer"
  /** A number in which nil says something, and shows as 0: of days, of a limit. */
  | "number"
  /** Integer in the service's unit. */
  | "amount"
  /** What a bank states: a number with the decimals that it has, six at most. */
  | "money"
  /** Milliseconds UTC. */
  | "instant"
  /** `YYYY-MM-DD`. */
  | "day"
  | "truth"
  /** A tickmark. */
  | "mark";

/** How a row or cell stands out; never the only sign of it, a tickmark or a text says the same. */
export type CellTone = "plain" | "flag" | "break" | "total" | "opening" | "good" | "bad" | "quiet" | "input";

export type CellValue = string | number | boolean | null;

export interface CellPlace {
  readonly sheet: string;
  /** As `A12`. */
  readonly cell: string;
}

export interface RichCell {
  /** With a formula: its result. */
  readonly value: CellValue;
  /** What programs are given instead, where people are named only the first of many. */
  readonly inFull?: string;
  /** Without `=`, in the grammar that Excel stores: English names, commas. */
  readonly formula?: string;
  /** Instead of the column's. */
  readonly kind?: CellKind;
  /** Instead of the row's. */
  readonly tone?: CellTone;
  readonly link?: CellPlace;
}

export type Cell = CellValue | RichCell;

export interface Row {
  readonly cells: readonly Cell[];
  readonly tone: CellTone;
}

export interface SheetColumn {
  /** Stable name, the JSON key; '' for a column that only keeps others aligned. */
  readonly key: string;
  readonly header: string;
  readonly kind: CellKind;
  /** What a cell to be filled in offers to choose from; any other text may be typed as well. */
  readonly choices?: readonly string[];
}

export interface SheetTable {
  /** Stable name: that of the CSV or JSON file, together with the sheet's reference. */
  readonly id: string;
  /** A line above the header, or null. */
  readonly title: string | null;
  readonly columns: readonly SheetColumn[];
  /** How many rows `rows` yields. */
  readonly count: number;
  /** How many of its last rows foot those before: they are no records, and no filter takes them. */
  readonly feet: number;
  /** Rows, after the first, that begin a part which stands whole on a page where it fits, by index. */
  readonly parts: readonly number[];
  /** What stands below the header when there are no rows; '' for a table that always has some. */
  readonly empty: string;
  /** Makes the rows anew at each call. */
  readonly rows: () => Iterable<Row>;
}

export interface Sheet {
  /** Workpaper reference, e.g. `B1`. */
  readonly ref: string;
  readonly name: string;
  /** What the sheet shows, in one line. */
  readonly title: string;
  /** Widths of the columns from A on, in characters. */
  readonly widths: readonly number[];
  /** How many columns from A on are printed; those after are for filtering and looking up. */
  readonly printed: number;
  readonly tables: readonly SheetTable[];
  /** How many columns stay in sight when scrolling sideways. */
  readonly frozenColumns: number;
  /** Whether the last table's header stays in sight and filters its rows. */
  readonly filtered: boolean;
  /** It is printed on one page, where that leaves the letters large enough. */
  readonly onePage?: true;
}

export interface Workbook {
  /** Entity and job: the first line of each sheet. */
  readonly title: string;
  /** Lines 3 and 4 of each sheet. */
  readonly scope: string;
  readonly source: string;
  /** Line 5: who prepared and reviewed it, by formula over A Lead, so that it is filled in once. */
  readonly signatures: { readonly value: string; readonly formula: string };
  /** Below each printed page: a loose page says what it belongs to. */
  readonly footer: string;
  readonly sheets: readonly Sheet[];
  readonly timeZone: string;
  readonly decimals: number;
  /** After how many rows a sheet ends and goes on in the next: Excel's 1,048,576. */
  readonly maxRows: number;
}

/** Rows 1 to 6 of each sheet: entity; reference and title; scope; source; signatures; the way back. */
export const HEADING_ROWS = 6;

export const EXCEL_ROWS = 1_048_576;
