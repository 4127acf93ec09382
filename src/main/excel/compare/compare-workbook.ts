/** Compares a workbook that came back with the model that it was exported from. */
import type { Workbook } from "../../../core/report/sheet/model.ts";
import type { RowsNow } from "../read/canonical-formula.ts";
import { Differences, type FilteredSheet } from "./differences.ts";
import type { EditCounts } from "../../../core/report/edits.ts";
import type { EditList } from "./edits.ts";
import {
  type ExpectedPart,
  type RowTexts,
  expectedParts,
  KeyList,
  textsOfExpected,
  textsOfFound,
} from "./expected-rows.ts";
import type { FoundRow, FoundCell } from "../read/found-rows.ts";
import type { FoundLook } from "../read/found-look.ts";
import type { FoundWorkbook } from "../read/found-workbook.ts";
import { type MovedRows, type SortedRows, alignRows, orderOf, sortedRows } from "./moved-rows.ts";
import { SheetComparison } from "./sheet-comparison.ts";
import { RULE_FORMAT } from "./sheet-look.ts";
import type { FoundFilter } from "../read/found-formats.ts";
import { HashSink } from "../output/pending.ts";
import { writeInto } from "../workbook/write-workbook.ts";

export interface WorkbookDifferences extends EditCounts {
  /** Formulas that stand and whose results the file does not hold. */
  readonly withoutResult: number;
  /** Sheets of which a filter hides rows, in their order: a reader's own look at it, and no edit. */
  readonly filtered: readonly FilteredSheet[];
  /** Sheets whose rows stand in another order and are otherwise compared as exported: no edit either. */
  readonly reordered: readonly string[];
}

/**
 * Compares sheet by sheet and row by row; neither is ever held whole. Where rows were inserted or deleted it
 * goes through the file again to find out which, so that the rows after them are not told as edited.
 *
 * @param onRows told how many rows of the file were read; throws to stop
 * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE while the file is read; what `onRows` raises
 */
export async function compareWorkbook(
  workbook: Workbook,
  found: FoundWorkbook,
  onRows: (rows: number) => void,
): Promise<WorkbookDifferences> {
  const straight = await compareAll(workbook, found, null, onRows);
  if (straight !== null) return straight;
  const moved = await alignSheets(workbook, found, onRows);
  const compared = await compareAll(workbook, found, moved, onRows);
  if (compared === null) throw new Error("rows were aligned and are moved all the same");
  return compared;
}

/**
 * What comparing finds in a file that is, to the byte, what is written of the workbook again: nothing. Whatever was read of such
 * a file would be what was just written.
 *
 * @param atMs the run's time, milliseconds UTC
 * @param onRows told how many rows were written; throws to stop
 * @returns null where the bytes are others, as another version of a library makes them
 */
export async function compareWhole(
  workbook: Workbook,
  { sha256 }: FoundWorkbook,
  atMs: number,
  onRows: (rows: number) => void,
): Promise<WorkbookDifferences | null> {
  const sink = new HashSink();
  await writeInto(sink, workbook, atMs, onRows);
  if (sink.sha256() !== sha256) return null;
  let cellsCompared = 0;
  for (const { rows } of expectedParts(workbook))
    for (const { cells } of rows) for (const cell of cells) if (cell !== null) cellsCompared += 1;
  return {
    cellsCompared,
    edits: [],
    editCount: 0,
    followed: 0,
    withoutResult: 0,
    filledIn: 0,
    filtered: [],
    reordered: [],
  };
}

interface MovedSheet {
  readonly rows: MovedRows;
  /** By row now, where its rows stand in another order. */
  readonly order: ReadonlyMap<number, number> | null;
}
type Moved = ReadonlyMap<string, MovedSheet>;

/** @returns null when rows do not stand where they were exported and `moved` does not say where they do */
async function compareAll(
  workbook: Workbook,
  found: FoundWorkbook,
  moved: Moved | null,
  onRows: (rows: number) => void,
): Promise<WorkbookDifferences | null> {
  const differences = new Differences();
  const names = new Set(found.sheets.map((name) => name.toUpperCase()));
  const has = (sheet: string) => names.has(sheet.toUpperCase());
  const expected = new Set<string>();
  const reordered: string[] = [];
  const shared = {
    differences,
    from1904: found.from1904,
    decimals: workbook.decimals,
    exportedRows: rowsNow(has, moved),
    foundRows: rowsNow(has, null),
  };
  for (const part of expectedParts(workbook)) {
    const { name, margins } = part;
    expected.add(name);
    if (!found.sheets.includes(name)) {
      const edit = { what: "sheet deleted", kind: "missing-sheet" as const, exported: name, found: "" };
      differences.edits.add({ sheet: name, cell: "", ...edit }, 0, 0);
      differences.changed.addSheet(name);
      differences.isSomethingGone = true;
      continue;
    }
    const { rows = null, order = null } = moved?.get(name) ?? {};
    const places = new Map(Array.from(order ?? [], ([now, was]) => [was, now]));
    const comparison = new SheetComparison(
      { ...shared, sheet: name, margins, moved: rows, places },
      part.rows,
    );
    if (order !== null) {
      differences.changed.addOrder(name, order.keys());
      await compareInOrder(comparison, found, name, order, onRows);
      reordered.push(name);
    } else if (!(await compareSheet(comparison, found, name, onRows))) return null;
  }
  addWorkbookEdits(found, expected, differences.edits);
  differences.trace();
  const { cellsCompared, edits, followed, withoutResult, filledIn, filtered } = differences;
  return {
    cellsCompared,
    edits: edits.inOrder(new Set(["", ...expected, ...found.sheets])),
    editCount: edits.count,
    followed,
    withoutResult,
    filledIn,
    filtered,
    reordered,
  };
}

/** @returns whether its rows stand where they were to be */
async function compareSheet(
  comparison: SheetComparison,
  found: FoundWorkbook,
  name: string,
  onRows: (rows: number) => void,
): Promise<boolean> {
  for await (const rows of found.rows(name)) {
    for (const row of rows) {
      comparison.see(row);
      comparison.take(row);
    }
    if (comparison.isMoved) return false;
    onRows(rows.length);
  }
  comparison.finish(await seenLook(found, name));
  return !comparison.isMoved;
}

/** How a sheet's rows are seen, once they were read: a filter hides no row that it shows, and none where no shown row agrees with it. */
async function seenLook(found: FoundWorkbook, name: string): Promise<FoundLook> {
  const look = found.lookOf(name);
  if (look.filter === null) return look;
  const filtered = new FilteredRows(look.filter);
  for await (const rows of found.rows(name)) for (const row of rows) filtered.take(row);
  return { ...look, filter: filtered.filter };
}

/** Compares rows that stand in another order as if they stood where they were exported. */
async function compareInOrder(
  comparison: SheetComparison,
  found: FoundWorkbook,
  name: string,
  order: ReadonlyMap<number, number>,
  onRows: (rows: number) => void,
): Promise<void> {
  const placed: FoundRow[] = [];
  for await (const rows of found.rows(name)) {
    for (const row of rows) {
      comparison.see(row);
      placed.push(placedAt(row, order.get(row.row) ?? row.row));
    }
    onRows(rows.length);
  }
  for (const row of placed.toSorted((one, other) => one.row - other.row)) comparison.take(row);
  comparison.finish(await seenLook(found, name));
}

/** A row in another place, with what its formulas refer to beside them. */
function placedAt(found: FoundRow, row: number): FoundRow {
  const by = row - found.row;
  if (by === 0) return found;
  const cells = found.cells.map((cell) =>
    cell.formula === null ? cell : { ...cell, formula: { ...cell.formula, down: cell.formula.down + by } },
  );
  return { ...found, row, cells };
}

async function alignSheets(
  workbook: Workbook,
  found: FoundWorkbook,
  onRows: (rows: number) => void,
): Promise<Moved> {
  const moved = new Map<string, MovedSheet>();
  for (const part of expectedParts(workbook)) {
    if (!found.sheets.includes(part.name)) continue;
    const exported = expectedKeys(part, found);
    const now = await foundKeys(part.name, found, onRows);
    const order = await sheetOrder(workbook, found, part.name, sortedRows(exported, now));
    moved.set(part.name, { rows: alignRows(exported, order === null ? now : exported), order });
  }
  return moved;
}

/** The order of a sorted list's rows; those that are known by something else are told by what else stands in them. */
async function sheetOrder(
  workbook: Workbook,
  found: FoundWorkbook,
  name: string,
  sorted: SortedRows | null,
): Promise<ReadonlyMap<number, number> | null> {
  if (sorted === null) return null;
  const [texts, textsNow] = [new Map<number, RowTexts>(), new Map<number, RowTexts>()];
  if (sorted.edited.length > 1) {
    const left = new Set(sorted.left);
    for (const part of expectedParts(workbook)) {
      if (part.name !== name) continue;
      for (const row of part.rows) if (left.has(row.row)) texts.set(row.row, textsOfExpected(row));
    }
    const edited = new Set(sorted.edited);
    for await (const rows of found.rows(name))
      for (const row of rows) if (edited.has(row.row)) textsNow.set(row.row, textsOfFound(row));
  }
  return orderOf(sorted, (now, was) => sameShare(texts.get(was), textsNow.get(now)));
}

/** How much of an exported row's texts another row has. */
function sameShare(exported: RowTexts = [], found: RowTexts = []): number {
  const columns = [...exported.keys()].filter((column) => (exported[column] ?? null) !== null);
  const same = columns.filter((column) => exported[column] === (found[column] ?? ""));
  return columns.length === 0 ? 0 : same.length / columns.length;
}

function expectedKeys({ rows }: ExpectedPart, { from1904 }: FoundWorkbook): readonly number[] {
  const list = new KeyList(from1904);
  for (const row of rows) list.addExpected(row);
  return list.keys;
}

async function foundKeys(
  name: string,
  found: FoundWorkbook,
  onRows: (rows: number) => void,
): Promise<readonly number[]> {
  const list = new KeyList(found.from1904);
  for await (const rows of found.rows(name)) {
    for (const row of rows) list.addFound(row);
    onRows(rows.length);
  }
  return list.keys;
}

function rowsNow(has: RowsNow["has"], moved: Moved | null): RowsNow {
  if (moved === null) return { has, rowNow: (_, row) => row };
  const bySheet = new Map([...moved].map(([name, { rows }]) => [name.toUpperCase(), rows]));
  return {
    has,
    rowNow(sheet, row, as) {
      const rows = bySheet.get(sheet.toUpperCase());
      if (rows === undefined) return row;
      if (as === "cell") return rows.now(row);
      return as === "first" ? rows.nowOrNext(row) : rows.nowOrBefore(row);
    },
  };
}

// What is other of a workbook as such than of the one that was exported: its sheets, and what it carries
// beside cells.

/** @param expected names of the sheets that were exported, in their order */
function addWorkbookEdits(found: FoundWorkbook, expected: ReadonlySet<string>, edits: EditList): void {
  for (const name of found.sheets) {
    const sheet = { sheet: name, cell: "", exported: "" };
    if (!expected.has(name)) {
      edits.add({ ...sheet, what: "sheet added", kind: "added-sheet", found: name }, 0, 0);
    } else if (found.isHidden(name)) {
      edits.add({ ...sheet, what: "sheet hidden", kind: "hidden", found: "" }, 0, 0);
    }
  }
  const there = [...expected].filter((name) => found.sheets.includes(name));
  const now = found.sheets.filter((name) => expected.has(name));
  const whole = { sheet: "", cell: "" };
  if (there.some((name, at) => name !== now[at])) {
    const order = { exported: there.join(", "), found: now.join(", ") };
    edits.add({ ...whole, what: "sheets in another order", kind: "moved-sheets", ...order }, 0, 0);
  }
  for (const code of found.ruleFormats) {
    edits.add({ ...whole, what: RULE_FORMAT, kind: "format", exported: "", found: code }, 0, 0);
  }
  if (found.hasHidingRule) {
    const what = "a rule that shows cells in the colour of their background";
    edits.add({ ...whole, what, kind: "hidden", exported: "", found: "" }, 0, 0);
  }
  if (found.hasUnreadTheme) {
    const what = "a theme whose colours are not plain ones: texts in them may not be seen";
    edits.add({ ...whole, what, kind: "hidden", exported: "", found: "" }, 0, 0);
  }
  for (const what of found.settings) {
    edits.add({ ...whole, what, kind: "setting", exported: "", found: "" }, 0, 0);
  }
  for (const kind of found.attached.kinds) {
    edits.add(
      {
        ...whole,
        what: "it contains something that was not exported",
        kind: "attached",
        exported: "",
        found: kind,
      },
      0,
      0,
    );
  }
}

// What a filter can hide: no row that has what it asks for, and nothing at all where no shown row has that.

/** Takes a sheet's rows once more, now that its filter is known. */
class FilteredRows {
  readonly #filter: FoundFilter;
  readonly #except = new Set<number>();
  #isAnyShown = false;
  #isAnyAsked = false;

  constructor(filter: FoundFilter) {
    this.#filter = filter;
  }

  take({ row, cells, hidden }: FoundRow): void {
    const { first, last } = this.#filter;
    if (row < first || row > last) return;
    if (hidden !== null) {
      if (mustShow(this.#filter, cells)) this.#except.add(row);
      return;
    }
    this.#isAnyShown = true;
    this.#isAnyAsked ||= mayShow(this.#filter, cells);
  }

  /** null where rows are shown that the filter would hide, and none that it would show. */
  get filter(): FoundFilter | null {
    if (this.#isAnyShown && !this.#isAnyAsked) return null;
    return { ...this.#filter, except: this.#except };
  }
}

/** Whether a row has in each column a text that is asked for; of numbers and patterns that depends on the program. */
function mustShow({ asked }: FoundFilter, cells: readonly FoundCell[]): boolean {
  return (
    asked.length > 0 &&
    asked.every(({ column, values, isAnyOf }) => {
      const { value = null } = cells.find((cell) => cell.column === column) ?? {};
      return isAnyOf && typeof value === "string" && !/[*?~]/u.test(value) && values.includes(value);
    })
  );
}

function mayShow({ asked }: FoundFilter, cells: readonly FoundCell[]): boolean {
  return asked.every(({ column, values, isMore }) => {
    if (isMore || values.length === 0) return true;
    const { value = null } = cells.find((cell) => cell.column === column) ?? {};
    return values.some((asks) => mayBe(asks, value));
  });
}

/** Whether a value may be shown as it is asked for; its format may have added signs to a number. */
function mayBe(asks: string, value: FoundCell["value"]): boolean {
  if (typeof value !== "number") return fits(asks.toUpperCase(), String(value ?? "").toUpperCase());
  if (!/\d/u.test(asks)) return value === 0 && !/\p{L}/u.test(asks);
  // A date is a number too.
  return /[-/:]/u.test(asks) || digitsOf(asks) === digitsOf(String(value));
}

/** The digits of a number without noughts at either end; '' where it has none. */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, "").replaceAll(/^0+|0+$/gu, "");
}

/** Nobody types a longer one. */
const LONGEST_PATTERN = 500;

/** Whether a text is what a pattern asks for: `*` stands for any text in it, `?` for one character. */
function fits(pattern: string, text: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return true;
  let [at, star, resumed] = [0, -1, 0];
  for (let read = 0; read < text.length;) {
    const sign = pattern[at];
    if (sign === "*") {
      star = at;
      at += 1;
      resumed = read;
    } else if (sign === "?" || sign === text[read]) {
      at += 1;
      read += 1;
    } else if (star !== -1) {
      at = star + 1;
      resumed += 1;
      read = resumed;
    } else return false;
  }
  return /^\**$/u.test(pattern.slice(at));
}
