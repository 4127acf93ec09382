/** Differences in how a sheet shows its cells, even where their values are unchanged. */
import { putUnder } from "../../../core/sorted.ts";
import { columnLetters } from "../../../core/report/sheet/place.ts";
import type { Differences } from "./differences.ts";
import type { ExpectedCell } from "./expected-rows.ts";
import { MOST_EDITS } from "./edits.ts";
import type { FoundFilter } from "../read/found-formats.ts";
import type { FoundLink, FoundLook } from "../read/found-look.ts";
import type { RowsNow } from "../read/canonical-formula.ts";
import type { CellKind, CellPlace } from "../../../core/report/sheet/model.ts";
import { shortened } from "./same-value.ts";
import { type FoundCell, type FoundRow, HiddenRows } from "../read/found-rows.ts";
import { type NumberFormat, numberFormat } from "../read/number-format.ts";

/** Cells below each other that look otherwise in the same way. */
interface LookRun {
  readonly first: number;
  last: number;
  readonly kind: "format" | "hidden";
  readonly exported: string;
  readonly found: string;
  readonly what: string | null;
}

const UNSEEN = "in the colour of its background, or too small to read";

const OWN_PARTS = "parts of the text in a colour, size or font of their own";

const REPEATED = "repeated until the cell is full";

/** What is said of a rule with a number format. */
export const RULE_FORMAT = "a rule that shows cells in a format of its own";

const ODD_FONT = "a font that may draw other signs";

export interface LookSetting {
  readonly sheet: string;
  /** What stands above and below its pages, as it is exported. */
  readonly margins: readonly string[];
  readonly differences: Differences;
  /** By row as it was exported where it stands in the file; empty where none moved alone. */
  readonly places: ReadonlyMap<number, number>;
}

export class SheetLook {
  readonly #sheet: string;
  readonly #differences: Differences;
  /** By column. */
  readonly #runs = new Map<number, LookRun>();
  readonly #rows = new HiddenRows();
  /** Where cells led when they were exported, by where they stand now. */
  readonly #links = new Map<string, CellPlace[]>();
  #columns = 0;
  /** Of cells with more than letters of other scripts. */
  readonly #oddFonts = new Set<string>();
  readonly #margins: ReadonlySet<string>;
  readonly #places: ReadonlyMap<number, number>;

  constructor({ sheet, margins, differences, places }: LookSetting) {
    this.#sheet = sheet;
    this.#margins = new Set(margins.map(plainMargin));
    this.#differences = differences;
    this.#places = places;
  }

  /** Takes the next row of the file that holds something. */
  takeRow(row: FoundRow): void {
    this.#rows.take(row);
  }

  /** Takes where a cell led when it was exported. */
  takeLink(row: number, column: number, to: CellPlace): void {
    putUnder(this.#links, `${columnLetters(column)}${row}`, to);
  }

  /** Takes the next cell of a column; only what holds something is shown somehow. */
  takeCell(row: number, column: number, exported: ExpectedCell, found: FoundCell): void {
    this.#columns = Math.max(this.#columns, column + 1);
    if (found.oddFont !== null && !exported.isInput) this.#oddFonts.add(found.oddFont);
    const run = this.#runs.get(column);
    const now = this.#otherLook(exported, found);
    const place = this.#places.get(row) ?? row;
    // Rows that were sorted are in one run only where they still are below each other.
    const isNext = this.#places.size === 0 || place === (run?.last ?? 0) + 1;
    if (now === null || !isNext || run?.exported !== now.exported || run.found !== now.found) {
      if (run !== undefined) this.#tellRun(column, run);
      if (now !== null) this.#runs.set(column, { first: place, last: place, ...now });
    } else run.last = place;
  }

  /** @returns null where it looks as it was exported */
  #otherLook(
    exported: ExpectedCell,
    { style, value, parts }: FoundCell,
  ): Omit<LookRun, "first" | "last"> | null {
    if (exported.isInput || value === null || value === "") return null;
    if (style.isUnseen || parts === "unseen")
      return { kind: "hidden", exported: "", found: "", what: UNSEEN };
    if (style.isRepeated) return { kind: "hidden", exported: "", found: "", what: REPEATED };
    if (parts === "other") return { kind: "format", exported: "", found: OWN_PARTS, what: exported.what };
    if (exported.format === style.format.code) return null;
    const format = numberFormat(exported.format);
    if (looksTheSame(format, style.format, value, exported.kind)) return null;
    return { kind: "format", exported: format.code, found: style.format.code, what: exported.what };
  }

  /** After the last row. @param rows where exported rows of any sheet stand now */
  finish(
    { hiddenColumns, filter, merged, links, hides, ruleFormats, margins }: FoundLook,
    rows: RowsNow,
  ): void {
    const order = new Map(Array.from(this.#places, ([was, now]) => [now, was]));
    this.#tellHiddenRows(filter);
    for (const [column, run] of this.#runs) this.#tellRun(column, run);
    for (const { first, last: to } of hiddenColumns) {
      const last = Math.min(to, this.#columns - 1);
      if (first > last) continue;
      const count = last - first + 1;
      const what = count === 1 ? "column hidden" : `${count} columns hidden`;
      this.#tellHidden(what, spanned([columnLetters(first), columnLetters(last)]), 0, first);
    }
    for (const range of merged) {
      this.#tellHidden("cells merged: only the first of them is shown", range, rowOf(range), 0);
    }
    for (const what of hides) this.#tellHidden(what, "", 0, 0);
    const formats = [
      ...ruleFormats.map((code) => [RULE_FORMAT, code] as const),
      ...Array.from(this.#oddFonts, (name) => [ODD_FONT, name] as const),
    ];
    for (const [what, found] of formats) {
      const format = { what, kind: "format" as const, exported: "", found: shortened(found) };
      this.#differences.edits.add({ sheet: this.#sheet, cell: "", ...format }, 0, 0);
    }
    for (const link of links) this.#compareLink(link, rows, order);
    for (const found of new Set(margins.map(plainMargin))) this.#compareMargin(found);
  }

  /** Pages without a header or footer mislead nobody; one that says something else does. */
  #compareMargin(found: string): void {
    if (found === "" || this.#margins.has(found)) return;
    const edit = { what: "page header or footer", kind: "setting" as const, exported: "" };
    this.#differences.edits.add({ sheet: this.#sheet, cell: "", ...edit, found: shortened(found) }, 0, 0);
  }

  /** A link may lead where it led, also when the rows there moved; one that is gone misleads nobody. */
  #compareLink(
    { cells, target, isOutside }: FoundLink,
    rows: RowsNow,
    order: ReadonlyMap<number, number>,
  ): void {
    const here = cells.replaceAll("$", "");
    const was = here.replaceAll(/\d+/gu, (row) => String(order.get(Number(row)) ?? row));
    // Some programs sort rows and leave links where they were.
    const places = Array.from(new Set([was, here]), (cell) => this.#links.get(cell) ?? []).flat();
    const right = places.flatMap((place) => [linkTo(place), linkTo(placeNow(place, rows))]);
    if (!isOutside && right.map(plainTarget).includes(plainTarget(target))) return;
    const [exported = ""] = right;
    const edit = { what: "link", kind: "link" as const, exported, found: shortened(target) };
    this.#differences.edits.add({ sheet: this.#sheet, cell: cells, ...edit }, rowOf(cells), 0);
  }

  #tellHidden(what: string, cell: string, row: number, column: number): void {
    const edit = { what, kind: "hidden" as const, exported: "", found: "" };
    this.#differences.edits.add({ sheet: this.#sheet, cell, ...edit }, row, column);
  }

  #tellHiddenRows(filter: FoundFilter | null): void {
    const { byHand, byFilter } = this.#rows.byWhom(filter, MOST_EDITS);
    for (const { first, last, count } of byHand) {
      const what = count === 1 ? "row hidden" : `${count} rows hidden`;
      this.#tellHidden(what, spanned([`A${first}`, `A${last}`]), first, 0);
    }
    if (byFilter > 0) this.#differences.filtered.push({ sheet: this.#sheet, rows: byFilter });
  }

  #tellRun(column: number, { first, last, ...edit }: LookRun): void {
    this.#runs.delete(column);
    const letter = columnLetters(column);
    const cell = spanned([`${letter}${first}`, `${letter}${last}`]);
    this.#differences.edits.add({ sheet: this.#sheet, cell, ...edit }, first, column);
  }
}

function looksTheSame(
  exported: NumberFormat,
  found: NumberFormat,
  value: FoundCell["value"],
  kind: CellKind,
): boolean {
  if (typeof value === "string") return exported.texts === found.texts;
  // A truth is shown by its word where nothing else is said, also by LibreOffice, which saves it as 1 or 0.
  if (kind === "truth" && found.numbers === "general") return true;
  return exported.numbers === found.numbers;
}

/** @example linkTo({ sheet: "Wallet", cell: "A12" }) // "'Wallet'!A12" */
function linkTo({ sheet, cell }: CellPlace): string {
  return `'${sheet}'!${cell}`;
}

function placeNow({ sheet, cell }: CellPlace, { rowNow }: RowsNow): CellPlace {
  return { sheet, cell: cell.replace(/\d+$/u, (row) => String(rowNow(sheet, Number(row), "cell") ?? row)) };
}

/** A place in one spelling, `Wallet!A12`, whichever program wrote it. */
function plainTarget(target: string): string {
  return target
    .replace(/^#/u, "")
    .replaceAll(/['$]/gu, "")
    .replace(/\.([A-Za-z]+\d+)$/u, "!$1")
    .toUpperCase();
}

/** The row of a range's first cell; 0 of none. */
function rowOf(range: string): number {
  return Number(/\d+/u.exec(range)?.[0] ?? 0);
}

/** `J12` of one cell, `J12:J40` of several. */
function spanned([first = "", last = ""]: readonly string[]): string {
  return first === last ? first : `${first}:${last}`;
}

/** Fonts, sizes and colours within a header or footer. */
const MARGIN_LOOKS = /&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d+|[BIUEXYSOH])/gu;

/** A header or footer by what it says: its sections from left to right, without their looks. */
function plainMargin(text: string): string {
  return text
    .replaceAll("&&", "\0")
    .replaceAll(MARGIN_LOOKS, "")
    .split(/(?=&[LCR])/u)
    .map((section) => section.replace(/^&[LCR]/u, "").replaceAll("\0", "&"))
    .map((section) => section.replaceAll(/\s+/gu, " ").trim())
    .filter((section) => section !== "")
    .join(" | ");
}
