/** A sheet's rows as a file holds them, whichever program wrote it: one piece of the file after the other. */
import { MOST_COLUMNS, type FoundLook, LEAST_HEIGHT, LookReader } from "./found-look.ts";
import {
  FONT,
  type FormattedRun,
  TextCollector,
  unescapedText,
  type SharedTexts,
  RunCollector,
  isCommon,
} from "./shared-texts.ts";
import type { Palette } from "./palette.ts";
import { type ShownStyle, isUnseen } from "./visible-style.ts";
import { type RowsNow, canonicalFormula } from "./canonical-formula.ts";
import type { FoundFormula } from "./references.ts";
import type { FoundFormats, FoundStyle, FoundFilter } from "./found-formats.ts";
import { type PackageParts, notAWorkbook, tooLarge } from "./package-parts.ts";
import { type Attributes, type XmlReader, indexIn, isTrue, numberIn, readXml } from "./xml-events.ts";

// Whether parts of a cell's text are shown otherwise than the cell.

/** `unseen` where nobody sees some part, `other` where one has a colour, size or font of its own. */
function ownParts(
  runs: readonly FormattedRun[],
  cell: ShownStyle,
  palette: Palette,
): "unseen" | "other" | null {
  const shown = runs.map(({ color, size }) => ({
    behind: cell.behind,
    ink: (color === null ? null : palette.colorOf(color)) ?? cell.ink,
    size: size === null ? cell.size : Number(size),
  }));
  if (shown.some(isUnseen)) return "unseen";
  const isOther =
    shown.some(({ ink, size }) => size !== cell.size || String(ink) !== String(cell.ink)) ||
    runs.some(({ font, isCommon: has }) => has && font !== null && font !== FONT);
  return isOther ? "other" : null;
}

/**
 * Whether the cell's own font draws more than letters of other scripts. LibreOffice gives a cell the font of the script
 * that its text begins with, and what is of another script a part in the cell's former font.
 */
function drawsCommon(
  value: FoundCell["value"],
  formula: FoundFormula | null,
  runs: readonly FormattedRun[],
): boolean {
  // A result is calculated anew, without parts.
  if (formula === null && runs.length > 0)
    return runs.some(({ font, isCommon: has }) => has && font === null);
  return value === null || isCommon(String(value));
}

// Formulas of a sheet that are written once and shared: by the number that cells give for them.

interface WrittenFormula {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

interface FormulaRefusals {
  readonly refuse: (sentence: string) => Error;
  readonly tooMany: () => Error;
}

const WHERE_THEY_ARE: RowsNow = { has: () => true, rowNow: (_, row) => row };

class SharedFormulas {
  readonly #most: number;
  readonly #refusals: FormulaRefusals;
  readonly #written = new Map<string, WrittenFormula>();
  #length = 0;

  /** @param most characters in all */
  constructor(most: number, refusals: FormulaRefusals) {
    this.#most = most;
    this.#refusals = refusals;
  }

  /** @param number of the shared formula @param text what the cell itself writes, '' for nothing */
  of(number: string, text: string, row: number, column: number): FoundFormula {
    const first = this.#written.get(number) ?? this.#write(number, { text, row, column });
    const formula = { text: first.text, down: row - first.row, right: column - first.column };
    // Some programs go by what the first cell writes, others by each cell's own.
    if (text !== "" && first.text !== text && !isSame(formula, text))
      throw this.#refusals.refuse("A cell shares a formula but has another one");
    return formula;
  }

  #write(number: string, written: WrittenFormula): WrittenFormula {
    if (written.text === "") throw this.#refusals.refuse("A cell shares a formula that no cell holds");
    this.#length += written.text.length;
    if (this.#length > this.#most) throw this.#refusals.tooMany();
    this.#written.set(number, written);
    return written;
  }
}

function isSame({ text, down, right }: FoundFormula, own: string): boolean {
  const setting = { sheet: "", rows: WHERE_THEY_ARE };
  return (
    canonicalFormula(text, { ...setting, down, right }) ===
    canonicalFormula(own, { ...setting, down: 0, right: 0 })
  );
}

export interface FoundCell {
  /** 0 for A. */
  readonly column: number;
  /** An error as its text, `#REF!` say; with a formula: its result. */
  readonly value: string | number | boolean | null;
  readonly formula: FoundFormula | null;
  readonly style: FoundStyle;
  /** Whether parts of its text have a look of their own, which Tieout never exports. */
  readonly parts: ReturnType<typeof ownParts>;
  /** Its font where that may draw other signs, of more than letters of other scripts. */
  readonly oddFont: string | null;
}

/** A row with at least one cell that is not empty; cells from left to right. */
export interface FoundRow {
  /** From 1 on. */
  readonly row: number;
  readonly cells: readonly FoundCell[];
  /** By its own mark, which filters set too, or by a height too low to read; null where it is shown. */
  readonly hidden: "mark" | "height" | null;
}

const LAST_ROW = 1_048_576;
/** What a cell may say that it holds; programs pass over what they do not know. */
const TYPES: ReadonlySet<string> = new Set(["n", "s", "str", "inlineStr", "b", "e", "d"]);
/** What an exported cell says of itself: by others, `vm` say, newer programs show something in the place of its value. Names from xml on are XML's own. */
const OF_CELL: ReadonlySet<string> = new Set(["r", "s", "t"]);
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
]);

/** In batches. @returns how the sheet is seen @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
export async function* foundRows(
  parts: PackageParts,
  part: string,
  texts: SharedTexts,
  formats: FoundFormats,
): AsyncGenerator<readonly FoundRow[], FoundLook> {
  const reader = new SheetReader(parts, part, texts, formats);
  for await (const _ of readXml(parts, part, reader)) {
    const rows = reader.taken();
    if (rows.length > 0) yield rows;
  }
  return reader.look;
}

class SheetReader implements XmlReader {
  readonly #parts: PackageParts;
  readonly #part: string;
  readonly #texts: SharedTexts;
  readonly #formats: FoundFormats;
  readonly #collected: TextCollector;
  readonly #shared: SharedFormulas;
  #rows: FoundRow[] = [];
  #inData = false;
  #row = 0;
  #hidden: FoundRow["hidden"] = null;
  #rowText = 0;
  #cells: FoundCell[] = [];
  #column = -1;
  #inCell = false;
  #phonetic = 0;
  #isText = false;
  #type = "n";
  #value: string | null = null;
  #inline: string | null = null;
  #formula: FoundFormula | null = null;
  #style: FoundStyle;
  /** Attributes of the formula that is being read. */
  #sharing: string | null = null;
  #isSpread = false;
  readonly #look: LookReader;
  readonly #runs = new RunCollector();

  constructor(parts: PackageParts, part: string, texts: SharedTexts, formats: FoundFormats) {
    this.#parts = parts;
    this.#part = part;
    this.#texts = texts;
    this.#formats = formats;
    this.#look = new LookReader(formats);
    this.#style = formats.of();
    this.#shared = new SharedFormulas(parts.limits.rowText, {
      refuse: (sentence) => this.#refuse(sentence),
      tooMany: () => this.#tooLarge("A sheet holds too many formulas"),
    });
    this.#collected = new TextCollector(parts.limits.text, () => this.#tooLarge("A text is too long"));
  }

  /** Once all is read. */
  get look(): FoundLook {
    return this.#look.look;
  }

  /** The rows read since it was last called. */
  taken(): readonly FoundRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes, depth: number): void {
    if (name === "sheetData" && depth === 2) this.#inData = true;
    if (!this.#inData) {
      this.#look.open(name, attributes, depth);
      return;
    }
    if (name.includes(":")) throw this.#refuse("A row has invalid content");
    this.#runs.open(name, attributes);
    if (this.#inCell) this.#openInCell(name, attributes);
    else if (name === "row") this.#openRow(attributes);
    else if (name === "c") this.#openCell(attributes);
  }

  /** What a sheet holds beside its rows counts wherever it stands. */
  takesAlternative(name: string): boolean {
    return name !== "sheetData";
  }

  text(piece: string): void {
    if (this.#isText) {
      this.#collected.add(piece);
      this.#runs.text(piece);
    } else if (!this.#inData) this.#look.text(piece);
  }

  close(name: string): void {
    if (!this.#inData) {
      this.#look.close(name);
      return;
    }
    this.#runs.close(name);
    if (name === "v") this.#value = this.#take();
    else if (name === "t" && this.#isText) this.#inline = (this.#inline ?? "") + this.#take();
    else if (name === "f") this.#closeFormula();
    else if (name === "rPh") this.#phonetic -= 1;
    else if (name === "c" && this.#inCell) this.#closeCell();
    else if (name === "row") this.#closeRow();
    else if (name === "sheetData") this.#inData = false;
  }

  #openRow({ r: reference, hidden, ht: height = "15" }: Attributes): void {
    const row = reference === undefined ? this.#row + 1 : Number(reference);
    if (!Number.isInteger(row) || row <= this.#row || row > LAST_ROW) {
      throw this.#refuse("The rows of a sheet are out of order");
    }
    this.#row = row;
    this.#hidden = !(numberIn(height) >= LEAST_HEIGHT) ? "height" : isTrue(hidden) ? "mark" : null;
    this.#rowText = 0;
    this.#column = -1;
    this.#cells = [];
  }

  #openCell(attributes: Attributes): void {
    const { r: reference, t: type = "n", s: style = "0" } = attributes;
    for (const name of Object.keys(attributes))
      if (!OF_CELL.has(name) && !name.startsWith("xml")) this.#look.tellUnknown(name);
    const column = reference === undefined ? this.#column + 1 : this.#columnOf(reference);
    if (column <= this.#column || column >= MOST_COLUMNS) {
      throw this.#refuse("The cells of a row are out of order");
    }
    this.#column = column;
    this.#inCell = true;
    if (!TYPES.has(type)) throw this.#refuse("A cell is of an unknown kind");
    this.#type = type;
    const look = indexIn(style);
    if (Number.isNaN(look)) throw this.#refuse("A cell names its format by something other than a number");
    this.#style = this.#formats.of(look);
    this.#value = this.#inline = this.#formula = null;
  }

  /** @param reference e.g. `H14`, of the row that is being read */
  #columnOf(reference: string): number {
    let column = 0;
    let at = 0;
    for (; at < 3; at += 1) {
      const letter = reference.charCodeAt(at) - 64;
      if (!(letter >= 1 && letter <= 26)) break;
      column = column * 26 + letter;
    }
    if (at === 0 || Number(reference.slice(at)) !== this.#row) {
      throw this.#refuse("A cell is in another row than it states");
    }
    return column - 1;
  }

  #openInCell(name: string, attributes: Attributes): void {
    const isSecond =
      (name === "v" && (this.#value !== null || this.#inline !== null)) ||
      (name === "f" && this.#formula !== null) ||
      (name === "is" && (this.#inline !== null || this.#value !== null));
    // Programs differ in which of them they show.
    if (isSecond || this.#isText) throw this.#refuse("A cell holds more than one value");
    if (name === "rPh") this.#phonetic += 1;
    this.#isText = name === "v" || name === "f" || (name === "t" && this.#phonetic === 0);
    if (name !== "f") return;
    this.#sharing = attributes["t"] === "shared" ? (attributes["si"] ?? "") : null;
    this.#isSpread = attributes["t"] === "array" || attributes["t"] === "dataTable";
  }

  #take(): string {
    this.#isText = false;
    const text = this.#collected.take();
    this.#rowText += text.length;
    if (this.#rowText > this.#parts.limits.rowText) throw this.#tooLarge("A row is too long");
    return text;
  }

  #closeFormula(): void {
    const text = this.#take();
    if (text.length > this.#parts.limits.formula) {
      throw this.#tooLarge("A formula is too long");
    }
    const [row, column] = [this.#row, this.#column];
    if (this.#sharing === null) {
      // Braces, as programs show it: it stands for other cells, too, and is not the same formula without
      // them.
      this.#formula = { text: this.#isSpread ? `{${text}}` : text, down: 0, right: 0 };
      return;
    }
    this.#formula = this.#shared.of(this.#sharing, text, row, column);
  }

  #closeCell(): void {
    this.#inCell = this.#isText = false;
    const value = this.#heldValue();
    const formula = this.#formula;
    const inline = this.#runs.take();
    const runs = this.#type === "s" ? this.#texts.runsAt(indexIn(this.#value?.trim() ?? "")) : inline;
    const parts = runs.length === 0 ? null : ownParts(runs, this.#style.shown, this.#formats.palette);
    if (formula !== null || (value !== null && value !== "")) {
      const oddFont = drawsCommon(value, formula, runs) ? this.#style.oddFont : null;
      this.#cells.push({ column: this.#column, value, formula, style: this.#style, parts, oddFont });
      this.#look.takeCell(this.#style, this.#row, this.#column, typeof value === "number");
    }
  }

  #heldValue(): FoundCell["value"] {
    if (this.#type === "inlineStr") return unescapedText(this.#inline ?? "");
    const raw = this.#value;
    if (raw === null) return null;
    switch (this.#type) {
      case "s":
        return raw.trim() === "" ? "" : this.#texts.at(indexIn(raw.trim()));
      case "str":
        return unescapedText(raw);
      case "b":
        return TRUTHS.get(raw.trim()) ?? raw;
      case "e":
        return raw;
      case "d":
        return serialOf(raw) ?? raw;
      default: {
        const number = numberIn(raw);
        if (raw.trim() === "") return null;
        // What is no number is shown as it stands.
        return Number.isFinite(number) ? number : raw;
      }
    }
  }

  #closeRow(): void {
    if (this.#cells.length > 0) this.#rows.push({ row: this.#row, cells: this.#cells, hidden: this.#hidden });
    this.#cells = [];
  }

  #refuse(sentence: string): Error {
    return notAWorkbook(this.#parts.file, sentence, `${this.#part}, row ${this.#row}`);
  }

  #tooLarge(sentence: string): Error {
    return tooLarge(this.#parts.file, sentence, `${this.#part}, row ${this.#row}`);
  }
}

/** Some programs write a date as text, `2026-10-31T12:00:00`. */
function serialOf(text: string): number | null {
  const at = Date.parse(
    /[zZ]|[+-]\d\d:\d\d$/u.test(text) ? text : `${text}${text.includes("T") ? "" : "T00:00:00"}Z`,
  );
  return Number.isNaN(at) ? null : at / 86_400_000 + 25_569;
}

// Which rows of a sheet are hidden, by a filter or by hand: a sheet tells its filter after its rows.

/** Hidden rows below each other, those that hold nothing not counted. */
interface HiddenRun {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

interface HiddenByWhom {
  readonly byHand: readonly HiddenRun[];
  /** How many rows the filter hides. */
  readonly byFilter: number;
}

const SHOWN = 1;
const HIDDEN = 2;
const FLAT = 3;
const BATCH = 4096;

export class HiddenRows {
  /** By row: 0 for one that holds nothing. */
  #states = new Uint8Array(BATCH);
  #last = 0;

  /** Takes the next row that holds something. */
  take({ row, hidden }: FoundRow): void {
    if (row >= this.#states.length) {
      const longer = new Uint8Array(Math.max(row + BATCH, this.#states.length * 2));
      longer.set(this.#states);
      this.#states = longer;
    }
    this.#states[row] = hidden === null ? SHOWN : hidden === "mark" ? HIDDEN : FLAT;
    this.#last = row;
  }

  /**
   * After the last row. A filter hides by the row's mark alone: a height of nothing is set by hand.
   *
   * @param most so many runs are told apart; what is hidden beyond goes into the last of them
   */
  byWhom(filter: FoundFilter | null, most: number): HiddenByWhom {
    const byHand: { first: number; last: number; count: number }[] = [];
    let byFilter = 0;
    let goesOn = false;
    for (let row = 1; row <= this.#last; row += 1) {
      const state = this.#states[row];
      if (state === 0) continue;
      const isFiltered =
        state === HIDDEN &&
        filter !== null &&
        row >= filter.first &&
        row <= filter.last &&
        !filter.except.has(row);
      if (isFiltered) byFilter += 1;
      if (state === SHOWN || isFiltered) {
        goesOn = false;
        continue;
      }
      const run = byHand.at(-1);
      if (run !== undefined && (goesOn || byHand.length === most)) {
        run.last = row;
        run.count += 1;
      } else byHand.push({ first: row, last: row, count: 1 });
      goesOn = true;
    }
    return { byHand, byFilter };
  }
}
