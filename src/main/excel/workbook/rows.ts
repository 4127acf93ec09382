/** Rows of the model as a sheet's XML. */
import { TieoutError } from "../../../core/errors.ts";
import { isExactId } from "../../../core/plain-text.ts";
import type {
  CellKind,
  CellTone,
  CellPlace,
  RichCell,
  Row,
  SheetColumn,
} from "../../../core/report/sheet/model.ts";
import { DAY_MS, type ZoneClock } from "../../../core/time.ts";
import { cleanText, cutText } from "../../../core/clean-text.ts";
import { markupText } from "../output/markup.ts";
import { columnLetters } from "../../../core/report/sheet/place.ts";
import { WIDEST, widthInDigits } from "../../../core/report/sheet/fit.ts";
import { PADDING, isBold } from "./styles.ts";

// The value that a cell holds for a value of the model: a number, a text or a boolean.

export type ExcelValue = string | number | boolean;

/** The parts of the workbook that a stored value depends on. */
interface HoldingSetting {
  readonly clock: ZoneClock;
  readonly decimals: number;
}

/** 1899-12-30, from which Excel counts days, to 1970-01-01. */
export const EPOCH_DAYS = 25_569;
/** 1900-03-01: before it Excel's calendar has a day too many. */
const FIRST_SERIAL = 61;
/** 10000-01-01. */
const END_SERIAL = 2_958_466;

export class ExcelValues {
  readonly #sheet: string;
  readonly #setting: HoldingSetting;
  /** Rows of one day follow each other. */
  #lastDay = "";
  #lastHeld: ExcelValue = "";

  /** @param sheet its name, for errors */
  constructor(sheet: string, setting: HoldingSetting) {
    this.#sheet = sheet;
    this.#setting = setting;
  }

  /**
   * @param cell its reference, for errors
   * @returns text also for what Excel cannot hold whole: long ids, days before its calendar
   * @throws TieoutError EXPORT_VALUE when a number or a date is none
   */
  hold(value: ExcelValue, kind: CellKind, cell: string): ExcelValue {
    if (typeof value === "boolean") return value;
    if (typeof value === "string") return kind === "day" ? this.#day(value, cell) : value;
    if (!Number.isFinite(value)) throw this.#refuse(cell, `${value} is not a number that a cell can hold`);
    if (kind === "amount") return this.#setting.decimals === 0 ? value : value / 10 ** this.#setting.decimals;
    if (kind === "instant") return this.#instant(value, cell);
    if (kind === "id" || kind === "text" || kind === "wrapped") {
      const digits = String(value);
      return kind === "id" && isExactId(value) ? value : digits;
    }
    return value;
  }

  #instant(atMs: number, cell: string): ExcelValue {
    // Whole seconds, as the cell shows: it would round the last millisecond of a period into the next day.
    const wallMs = Math.floor(this.#setting.clock.wallMs(atMs) / 1000) * 1000;
    if (!Number.isFinite(new Date(wallMs).getTime())) throw this.#refuse(cell, `${atMs} is not a time`);
    const serial = wallMs / DAY_MS + EPOCH_DAYS;
    // Excel has no such days; their text is worth more than a wrong date.
    if (serial < FIRST_SERIAL || serial >= END_SERIAL) return new Date(wallMs).toISOString().slice(0, 19);
    return serial;
  }

  #day(day: string, cell: string): ExcelValue {
    if (day !== this.#lastDay) {
      this.#lastHeld = this.#serialOf(day, cell) ?? day;
      this.#lastDay = day;
    }
    return this.#lastHeld;
  }

  #serialOf(day: string, cell: string): number | null {
    const at = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(at)) {
      if (/^\d{4}-/u.test(day)) throw this.#refuse(cell, `${day} is not a day`);
      return null;
    }
    const serial = at / DAY_MS + EPOCH_DAYS;
    return serial < FIRST_SERIAL ? null : serial;
  }

  #refuse(cell: string, sentence: string): TieoutError {
    return new TieoutError("EXPORT_VALUE", sentence, {
      record: `sheet ${this.#sheet}`,
      field: `cell ${cell}`,
    });
  }
}

// Text as a workbook's XML can hold it.

// Everything that cannot stand in a cell's text as it is; most texts have none of it.
const SPECIAL = /[^\t\n -%'-;=?-~\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_x[0-9A-Fa-f]{4}_/u;
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/gu;

/**
 * A cell's text as XML content: cut to what a cell holds and marked, characters that XML forbids as U+FFFD,
 * and an `_x0041_` that is meant as such written so that readers do not take it for an escape.
 */
export function cellText(text: string): string {
  const held = cutText(text);
  if (!SPECIAL.test(held)) return held;
  return markupText(cleanText(held).replaceAll(ESCAPE, "_x005F_")).replaceAll("\r", "&#13;");
}

/** A formula as XML content; texts in it are clean already. */
export function formulaText(formula: string): string {
  return markupText(formula);
}

// What cells offer, as XML that follows the rows.

/** A list that a range offers, of words without commas or quotes; whatever else is typed is taken too. */
export function choiceList(range: string, choices: readonly string[]): string {
  const list = `<formula1>"${choices.join(",")}"</formula1>`;
  const rule = `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${range}">`;
  return `${rule}${list}</dataValidation>`;
}

/** All lists of a sheet, each by `choiceList`. */
export function choiceLists(lists: readonly string[]): string {
  if (lists.length === 0) return "";
  return `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>`;
}

/** The parts of the workbook that a cell depends on. */
export interface RowSetting extends HoldingSetting {
  readonly styleId: (kind: CellKind, column: CellKind, tone: CellTone, linked: boolean) => number;
}

/** How high a row of one line is at most, and each line of one with several. */
export const LINE_POINTS = 13.5;
/** How much of a column a line of text may take: no program lets it touch the next one. */
const FILLED = 0.965;
/** How much wider bold letters are, at most. */
const BOLD = 1.1;
/** Excel's rows end at 409 points. */
const MOST_LINES = 30;

/** Takes the link of a cell, e.g. `D12`. */
type AddLink = (cell: string, target: CellPlace) => void;

/** A column whose text may need several lines, with how many digits one holds. */
interface WrappedColumn {
  readonly at: number;
  readonly width: number;
}

export function wrappedColumns(columns: readonly SheetColumn[], widths: readonly number[]): WrappedColumn[] {
  return columns.flatMap(({ kind }, at) =>
    kind === "wrapped" ? [{ at, width: ((widths[at] ?? 9) + PADDING) * FILLED }] : [],
  );
}

export function linesIn({ cells, tone }: Row, wrapped: readonly WrappedColumn[]): number {
  const widened = isBold(tone) ? BOLD : 1;
  let lines = 1;
  for (const { at, width } of wrapped) {
    const cell = cells[at] ?? null;
    const text = cell !== null && typeof cell === "object" ? cell.value : cell;
    if (typeof text === "string") lines = Math.max(lines, linesOf(text, width / widened));
  }
  return Math.min(lines, MOST_LINES);
}

export class RowWriter {
  readonly #columns: readonly SheetColumn[];
  readonly #letters: readonly string[];
  readonly #setting: RowSetting;
  readonly #held: ExcelValues;
  readonly #link: AddLink;
  /** How a cell of each column begins, up to the number of its row. */
  readonly #opens: readonly string[];
  readonly #styles = new Map<CellTone, readonly string[]>();
  /** Columns whose text may need several lines, with their widths. */
  readonly #wrapped: readonly WrappedColumn[];

  constructor(
    sheet: string,
    columns: readonly SheetColumn[],
    widths: readonly number[],
    setting: RowSetting,
    link: AddLink,
  ) {
    this.#columns = columns;
    this.#letters = columns.map((_, index) => columnLetters(index));
    this.#opens = this.#letters.map((letter) => `<c r="${letter}`);
    this.#setting = setting;
    this.#held = new ExcelValues(sheet, setting);
    this.#link = link;
    this.#wrapped = wrappedColumns(columns, widths);
  }

  /**
   * One row as XML; cells that are empty carry their style, so that fills and lines run through.
   *
   * @param number the sheet's row
   * @throws TieoutError EXPORT_VALUE when a number or a date is none
   */
  row({ cells, tone }: Row, number: number): string {
    const styles = this.#stylesOf(tone);
    const row = String(number);
    let xml = `<row r="${row}"${this.#height({ cells, tone })}>`;
    for (let at = 0; at < styles.length; at += 1) {
      const cell = cells[at] ?? null;
      xml += this.#opens[at] + row;
      if (cell === null) xml += `${styles[at]}/>`;
      else if (typeof cell === "object") xml += this.#rich(cell, at, tone, row, styles[at] as string);
      else xml += styles[at] + this.#valued(cell, this.#kindAt(at), "", at, row);
    }
    return `${xml}</row>`;
  }

  /** How a cell of each column goes on after it. */
  #stylesOf(tone: CellTone): readonly string[] {
    const known = this.#styles.get(tone);
    if (known !== undefined) return known;
    const styles = this.#columns.map(({ kind }) => styled(this.#setting.styleId(kind, kind, tone, false)));
    this.#styles.set(tone, styles);
    return styles;
  }

  /** Readers other than Excel do not grow a row to its text, so the height is said. */
  #height(row: Row): string {
    const lines = linesIn(row, this.#wrapped);
    return lines === 1 ? "" : ` ht="${lines * LINE_POINTS}" customHeight="1"`;
  }

  #kindAt(at: number): CellKind {
    return this.#columns[at]?.kind ?? "text";
  }

  #rich(cell: RichCell, at: number, tone: CellTone, row: string, usual: string): string {
    const kind = cell.kind ?? this.#kindAt(at);
    if (cell.link !== undefined) this.#link(this.#letters[at] + row, cell.link);
    const isUsual = cell.kind === undefined && cell.tone === undefined && cell.link === undefined;
    const style = isUsual
      ? usual
      : styled(this.#setting.styleId(kind, this.#kindAt(at), cell.tone ?? tone, cell.link !== undefined));
    const formula = cell.formula === undefined ? "" : `<f>${formulaText(cell.formula)}</f>`;
    if (cell.value === null) return formula === "" ? `${style}/>` : `${style}>${formula}</c>`;
    return style + this.#valued(cell.value, kind, formula, at, row);
  }

  /** The rest of a cell with a value, by what it holds. */
  #valued(value: ExcelValue, kind: CellKind, formula: string, at: number, row: string): string {
    const held = this.#held.hold(value, kind, this.#letters[at] + row);
    if (typeof held === "number") return `>${formula}<v>${held}</v></c>`;
    if (typeof held === "boolean") return ` t="b">${formula}<v>${held ? 1 : 0}</v></c>`;
    if (kind === "mark") return ` t="inlineStr"><is><t>${references(held)}</t></is></c>`;
    return textCell(held, formula);
  }
}

/** What stands between the number of a cell's row and what it holds. */
function styled(id: number): string {
  return `" s="${id}"`;
}

const BLANK = widthInDigits(" ");
/** In digits: sums of widths differ by less where they are added in another order. */
const ROUNDED = 1e-6;

/** How many lines a text takes in a column: words go to the next line whole. @param width in digits */
function linesOf(text: string, width: number): number {
  if (!text.includes("\n")) {
    if (text.length * WIDEST <= width) return 1;
    // Its words are as wide as the whole, but for how sums of them are rounded.
    if (!text.includes("\r") && widthInDigits(text) < width - ROUNDED) return 1;
  }
  let lines = 0;
  for (const paragraph of text.split(/\r\n|\r|\n/u)) {
    lines += 1;
    let used = 0;
    for (const word of paragraph.split(" ")) {
      const own = widthInDigits(word);
      const needed = used === 0 ? own : used + BLANK + own;
      if (needed <= width) {
        used = needed;
        continue;
      }
      // A word longer than the column is cut wherever the line ends.
      lines += (used === 0 ? 0 : 1) + Math.max(1, Math.ceil(own / width)) - 1;
      used = own % width;
    }
    if (lines >= MOST_LINES) break;
  }
  return lines;
}

/** Tickmarks by number: one sign beyond Latin-1 would make the whole batch of rows twice as large. */
function references(text: string): string {
  const known = marks.get(text) ?? Array.from(text, (sign) => `&#${sign.codePointAt(0)};`).join("");
  marks.set(text, known);
  return known;
}
const marks = new Map<string, string>();

function textCell(text: string, formula: string): string {
  const content = cellText(text);
  if (formula !== "") return ` t="str">${formula}<v>${content}</v></c>`;
  // White space at an end would be lost without it.
  const space = /^\s|\s$|\n/u.test(text) ? ' xml:space="preserve"' : "";
  return ` t="inlineStr"><is><t${space}>${content}</t></is></c>`;
}
