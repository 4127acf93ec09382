/**
 * A sheet as lines below each other, each with its row: heading, tables one after the other, going on in the
 * next part when one is full. Both the writer and the comparison of a file with its model use it.
 */
import {
  HEADING_ROWS,
  type CellPlace,
  type Row,
  type Sheet,
  type SheetTable,
  type Workbook,
} from "../../../core/report/model.ts";
import { partName } from "../../../core/report/place.ts";
import type { LineStyle } from "./styles.ts";

/** A row with one text in column A, that runs over the empty cells beside it. */
export interface TextLine {
  readonly is: "text";
  /** From 1 on. */
  readonly row: number;
  readonly look: LineStyle;
  readonly text: string;
  /** The text is its result; null for a plain text. */
  readonly formula: string | null;
  /** In points; null for the height its font has. */
  readonly height: number | null;
  readonly link: CellPlace | null;
}

export type SheetLine =
  /** What follows stands on a sheet of this name. */
  | { readonly is: "part"; readonly part: number; readonly name: string }
  | TextLine
  | { readonly is: "header"; readonly row: number; readonly table: SheetTable }
  | { readonly is: "row"; readonly row: number; readonly table: SheetTable; readonly content: Row }
  /** The rows of a table on this part, both ends included, and the last of them that is no footing. */
  | {
      readonly is: "end";
      readonly table: SheetTable;
      readonly first: number;
      readonly last: number;
      readonly lastRecord: number;
    };

/** All lines of a sheet, in order; rows are asked of its tables one at a time. */
export function* linesOf(sheet: Sheet, workbook: Workbook): Generator<SheetLine> {
  let part = 0;
  yield { is: "part", part, name: partName(sheet.name, part) };
  yield* headingOf(sheet, workbook);
  let row = HEADING_ROWS + 1;
  for (const table of sheet.tables) {
    if (table.title !== null) yield textLine(row++, "section", table.title);
    yield { is: "header", row: row++, table };
    let first = row;
    let count = 0;
    for (const content of table.rows()) {
      if (row > workbook.maxRows) {
        if (row > first) yield endOf(table, first, row - 1, count);
        part += 1;
        yield { is: "part", part, name: partName(sheet.name, part) };
        yield* headingOf(sheet, workbook);
        row = HEADING_ROWS + 1;
        yield { is: "header", row: row++, table };
        first = row;
      }
      yield { is: "row", row, table, content };
      row += 1;
      count += 1;
    }
    if (count !== table.count) {
      throw new Error(`table ${table.id} of ${sheet.name} was to have ${table.count} rows, it has ${count}`);
    }
    if (row > first) yield endOf(table, first, row - 1, count);
    if (count === 0) yield textLine(row++, "note", table.empty);
    row += 1;
  }
}

/** @param count rows of the table so far */
function endOf(table: SheetTable, first: number, last: number, count: number): SheetLine {
  const feet = Math.max(0, count - (table.count - table.feet));
  return { is: "end", table, first, last, lastRecord: last - Math.min(feet, last - first + 1) };
}

/** Rows 1 to 6: the same on every sheet but for the reference and the title. */
function* headingOf(
  sheet: Sheet,
  { title, scope, source, signatures, sheets }: Workbook,
): Generator<TextLine> {
  const [first] = sheets;
  yield textLine(1, "entity", title, 21);
  yield textLine(2, "title", `${sheet.ref}   ${sheet.title}`, 17);
  yield textLine(3, "scope", scope);
  yield textLine(4, "scope", source);
  yield { ...textLine(5, "signatures", signatures.value, 20), formula: signatures.formula };
  if (first !== undefined && first !== sheet) {
    const link = { sheet: first.name, cell: "A1" };
    yield { ...textLine(6, "back", `← ${first.ref} ${first.name}`, 24), link };
  }
}

function textLine(row: number, look: LineStyle, text: string, height: number | null = null): TextLine {
  return { is: "text", row, look, text, formula: null, height, link: null };
}
