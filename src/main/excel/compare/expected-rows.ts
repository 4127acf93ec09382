/** A sheet's cells as they were exported: what the model lays out, as a cell comes to hold it. */
import { cleanText, cutText, oneLineEnd } from "../../../core/clean-text.ts";
import type {
  Cell,
  CellKind,
  CellValue,
  CellPlace,
  Row,
  Sheet,
  SheetTable,
  Workbook,
} from "../../../core/report/sheet/model.ts";
import { ZoneClock } from "../../../core/time.ts";
import { type ExcelValue, ExcelValues } from "../workbook/rows.ts";
import { marginsOf, linesOf } from "../workbook/page.ts";
import { formatOf, headerLine, lineStyle } from "../workbook/styles.ts";
import type { FoundRow } from "../read/found-rows.ts";
import { keptDigits, secondOf } from "./same-value.ts";

/** Of a cell whose style says nothing of it. */
const GENERAL = "General";

export interface ExpectedCell {
  /** With a formula: its result. */
  readonly value: ExcelValue | null;
  readonly formula: string | null;
  readonly kind: CellKind;
  /** The code of the number format it is shown in. */
  readonly format: string;
  /** The column's header; null where there is none. */
  readonly what: string | null;
  /** Whether the workbook asks a person to fill it in. */
  readonly isInput: boolean;
  /** Where a click on it leads. */
  readonly link: CellPlace | null;
}

export interface ExpectedRow {
  /** From 1 on. */
  readonly row: number;
  /** From column A on; null for an empty cell. */
  readonly cells: readonly (ExpectedCell | null)[];
}

/** One sheet of the file: of a sheet that goes on in `Wallet (2)`, one of its parts. */
export interface ExpectedPart {
  readonly name: string;
  /** What stands above and below its pages, as written. */
  readonly margins: readonly string[];
  /** To be taken to their end before the next part. */
  readonly rows: Iterable<ExpectedRow>;
}

/** All parts of all sheets, in order; rows are made when they are asked for. */
export function* expectedParts(workbook: Workbook): Generator<ExpectedPart> {
  const setting = { clock: new ZoneClock(workbook.timeZone), decimals: workbook.decimals };
  for (const sheet of workbook.sheets) yield* partsOf(sheet, workbook, new ExcelValues(sheet.name, setting));
}

function* partsOf(sheet: Sheet, workbook: Workbook, held: ExcelValues): Generator<ExpectedPart> {
  const { decimals } = workbook;
  const lines = linesOf(sheet, workbook);
  let next = lines.next();
  function* rows(): Generator<ExpectedRow> {
    for (next = lines.next(); next.done !== true && next.value.is !== "part"; next = lines.next()) {
      const line = next.value;
      if (line.is === "text") {
        const value = heldText(line.text);
        const cell = { value, formula: line.formula, kind: "text" as const, format: GENERAL };
        yield { row: line.row, cells: [{ ...cell, what: null, isInput: false, link: line.link }] };
      } else if (line.is === "header") yield { row: line.row, cells: line.table.columns.map(headerCell) };
      else if (line.is === "row") {
        yield {
          row: line.row,
          cells: rowCells(line.content, line.table, held, `in row ${line.row}`, decimals),
        };
      }
    }
  }
  while (next.done !== true) {
    if (next.value.is !== "part") throw new Error("a sheet's lines begin with a part");
    const part = rows();
    const { name } = next.value;
    yield { name, margins: marginsOf(sheet, name, workbook.footer), rows: part };
    for (const _ of part);
  }
}

function headerCell({ header, kind }: SheetTable["columns"][number]): ExpectedCell | null {
  if (header === "") return null;
  const format = lineStyle(headerLine(kind)).numFmt ?? GENERAL;
  return {
    value: heldText(header),
    formula: null,
    kind: "text",
    format,
    what: null,
    isInput: false,
    link: null,
  };
}

function rowCells(
  { cells, tone }: Row,
  { columns }: SheetTable,
  held: ExcelValues,
  at: string,
  decimals: number,
): (ExpectedCell | null)[] {
  return columns.map(({ kind, header }, index) => {
    const cell: Cell = cells[index] ?? null;
    const rich = typeof cell === "object" && cell !== null ? cell : { value: cell };
    const isInput = (rich.tone ?? tone) === "input";
    if (rich.value === null && rich.formula === undefined && !isInput) return null;
    const own = rich.kind ?? kind;
    return {
      value: heldCell(rich.value, own, held, at),
      formula: rich.formula ?? null,
      kind: own,
      format: formatOf(own, decimals),
      what: header === "" ? null : header,
      isInput,
      link: rich.link ?? null,
    };
  });
}

/** What a cell comes to hold of a value of the model, as it is read back. */
function heldCell(value: CellValue, kind: CellKind, held: ExcelValues, at: string): ExcelValue | null {
  if (value === null) return null;
  const own = held.hold(value, kind, at);
  return typeof own === "string" ? heldText(own) : own;
}

/** A text as it is read back: as the writer cuts and cleans it, with one kind of line end. */
function heldText(text: string): string {
  return oneLineEnd(cleanText(cutText(text)));
}

// Rows as numbers by which they are known again wherever they stand.

/** Rows are known by what stands in so many columns from A on: ids, times, rules. */
export const KEY_COLUMNS = 4;
/** Where dates count from another day only what stands in column A, which is no date where rows are many. */
const KEY_COLUMNS_1904 = 1;

/** The day after Excel's last one. */
const LAST_SERIAL = 2_958_466;

/** Keys of rows that come one after the other, blank ones in between counted. */
export class KeyList {
  readonly keys: number[] = [];
  readonly #columns: number;

  constructor(from1904: boolean) {
    this.#columns = from1904 ? KEY_COLUMNS_1904 : KEY_COLUMNS;
  }

  addExpected({ row, cells }: ExpectedRow): void {
    const texts = cells.slice(0, this.#columns).map((cell) => {
      if (cell === null || cell.formula !== null) return "";
      return keyText(cell.value);
    });
    this.#add(row, texts);
  }

  addFound({ row, cells }: FoundRow): void {
    const texts = Array.from({ length: this.#columns }, () => "");
    for (const { column, value, formula } of cells) {
      if (column < this.#columns && formula === null) texts[column] = keyText(value);
    }
    this.#add(row, texts);
  }

  #add(row: number, texts: readonly string[]): void {
    while (this.keys.length < row - 1) this.keys.push(0);
    this.keys.push(texts.every((text) => text === "") ? 0 : hashOf(JSON.stringify(texts)));
  }
}

/** By column what stands in a row, as keys compare it; null where nothing is known by it, '' for an empty cell. */
export type RowTexts = readonly (string | null)[];

/** But for what follows from other cells, and what a person is to fill in. */
export function textsOfExpected({ cells }: ExpectedRow): RowTexts {
  return cells.map((cell) =>
    cell === null || cell.formula !== null || cell.isInput ? null : keyText(cell.value),
  );
}

export function textsOfFound({ cells }: FoundRow): RowTexts {
  const texts: (string | null)[] = [];
  for (const { column, value } of cells) texts[column] = keyText(value);
  return texts;
}

function keyText(value: ExcelValue | null): string {
  if (value === null) return "";
  if (typeof value === "string") return `t${oneLineEnd(value)}`;
  const number = Number(value);
  // It may be a date, which is the same to the second.
  return String(Math.abs(number) < LAST_SERIAL ? secondOf(number) : keptDigits(number));
}

/** 53 bits of it: two hashes of 32 and 21; never 0. */
function hashOf(text: string): number {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul((other << 5) ^ (other >>> 3) ^ unit, 0x85ebca6b);
  }
  return (one >>> 0) * 2 ** 21 + ((other >>> 0) % 2 ** 21) || 1;
}
