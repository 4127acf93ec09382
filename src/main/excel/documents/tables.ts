/** The workbook's tables as text, one .csv or .json each: what they are called and how they are written. */
import type {
  Cell,
  CellKind,
  CellValue,
  RichCell,
  Row,
  Sheet,
  SheetTable,
  Workbook,
} from "../../../core/report/sheet/model.ts";
import type { RowCounter } from "../output/progress.ts";

export interface TableWriter {
  /** Of each table's name, and of the list of their checksums. */
  readonly ending: "csv" | "json";
  readonly head: (table: SheetTable) => string;
  readonly row: (table: SheetTable, row: Row, index: number) => string;
  readonly tail: (table: SheetTable) => string;
}

/** What a formula leaves empty is an empty text to a spreadsheet alone. */
function isBlank({ value, formula }: RichCell): boolean {
  return value === "" && formula !== undefined;
}

export function cellValue(cell: Cell | undefined, kind: CellKind): { value: CellValue; kind: CellKind } {
  return cell !== null && typeof cell === "object"
    ? { value: isBlank(cell) ? null : cell.value, kind: cell.kind ?? kind }
    : { value: cell ?? null, kind };
}

/** The same as programs are given it: with everything of which people are named the first. */
export function cellData(cell: Cell | undefined, kind: CellKind): ReturnType<typeof cellValue> {
  const shown = cellValue(cell, kind);
  const inFull = cell !== null && typeof cell === "object" ? cell.inFull : undefined;
  return inFull === undefined ? shown : { ...shown, value: inFull };
}

/** Each table of a workbook with the name of its file, in the order of the sheets. */
export function* namedTables(
  { sheets }: Workbook,
  ending: TableWriter["ending"],
): Generator<{ table: SheetTable; name: string }> {
  for (const sheet of sheets) {
    for (const table of sheet.tables) yield { table, name: fileName(sheet, table, ending) };
  }
}

/** @example B1-wallet, or A1-roll-forward-days where a sheet has several tables */
function fileName({ ref, name, tables }: Sheet, { id }: SheetTable, ending: string): string {
  const base = `${ref}-${name.toLowerCase()}`;
  return `${tables.length === 1 ? base : `${base}-${id}`}.${ending}`;
}

/** Rows between two looks at whether the file keeps up. */
const BATCH = 200;

/** A table's file in pieces. @throws TieoutError EXPORT_VALUE, CANCELLED */
export function* tableText(table: SheetTable, writer: TableWriter, progress: RowCounter): Generator<string> {
  let text = writer.head(table);
  let index = 0;
  let counted = 0;
  const records = table.count - table.feet;
  for (const row of table.rows()) {
    // A footing is for people who read a sheet; a program adds up by itself.
    if (index === records) break;
    text += writer.row(table, row, index);
    index += 1;
    if (index - counted < BATCH) continue;
    progress(index - counted);
    counted = index;
    yield text;
    text = "";
  }
  progress(index - counted + table.feet);
  yield text + writer.tail(table);
}
