/** How a file's cells show what they hold, as its part of styles says. */
import { type NumberFormat, builtInFormat, numberFormat } from "./number-format.ts";
import { type PackageParts, notAWorkbook, tooLarge } from "./package-parts.ts";
import {
  PaintReader,
  type FillPaint,
  type FontPaint,
  type RulePaint,
  type ShownStyle,
  isUnseen,
  shownBy,
  shownUnder,
} from "./visible-style.ts";
import { Palette, type Theme, readTheme } from "./palette.ts";
import { type Attributes, type XmlReader, indexIn, readWholeXml, isTrue } from "./xml-events.ts";

export interface FoundStyle {
  readonly format: NumberFormat;
  readonly shown: ShownStyle;
  /** Whether nobody sees what it shows: as white on white, or in a font of a point. */
  readonly isUnseen: boolean;
  /** Whether it is shown again and again until the cell is full: 12 as 121212. */
  readonly isRepeated: boolean;
  /** Its font where that may draw other signs than letters. */
  readonly oddFont: string | null;
}

export class FoundFormats {
  /** By the number that cells give. */
  readonly #styles: readonly FoundStyle[];
  /** By the number that rules of sheets give. */
  readonly #rules: readonly RulePaint[];
  readonly palette: Palette;
  /** Formats, and fonts that may draw other signs, that rules give to cells that they hold for. */
  readonly ofRules: readonly string[];
  /** Whether a rule gives cells a font that cannot be seen. */
  readonly hasHidingRule: boolean;
  /** Whether the theme's colours are written in a way that is not known. */
  readonly hasUnreadTheme: boolean;

  private constructor(reader: StylesReader, theme: Theme) {
    this.palette = new Palette(theme, reader.numbered);
    this.#styles = reader.styles(this.palette, theme);
    this.#rules = reader.rules;
    this.ofRules = [...reader.ofRules, ...reader.rules.flatMap(({ font }) => font?.odd ?? [])];
    this.hasHidingRule = reader.hasHidingRule(this.palette);
    this.hasUnreadTheme = theme.isUnread;
  }

  /** The style of a cell by the number that it says; of one that says nothing, the first. */
  of(style = 0): FoundStyle {
    return this.#styles[style] ?? PLAIN;
  }

  /** What a rule gives to cells, by the number that it says. */
  rule(id: string): RulePaint | null {
    return this.#rules[Number(id)] ?? null;
  }

  /** Null for parts that the file lacks. @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
  static async read(
    parts: PackageParts,
    part: string | null,
    themePart: string | null,
  ): Promise<FoundFormats> {
    const place = [parts.file, part ?? ""] as const;
    const reader = new StylesReader({
      tooMany: () => tooLarge(place[0], "The workbook has too many cell formats", place[1]),
      unclear: () =>
        notAWorkbook(
          place[0],
          "Programs would read the cell formats of the workbook in different ways",
          place[1],
        ),
    });
    if (part !== null) await readWholeXml(parts, part, reader);
    return new FoundFormats(reader, await readTheme(parts, themePart));
  }
}

const STANDARD: FontPaint = { color: null, size: 11, odd: null, isThemed: false };
const PLAIN: FoundStyle = {
  format: numberFormat("General"),
  shown: shownBy(STANDARD, null, new Palette()),
  isUnseen: false,
  isRepeated: false,
  oddFont: null,
};
/** The first two fills are these to programs, whatever the file says of them. */
const FIRST_FILLS: readonly FillPaint[] = ["none", "gray125"].map((pattern) => ({
  pattern,
  front: null,
  back: null,
  stops: [],
}));
/** Excel itself stops at 65,490. */
const MOST = 200_000;

interface FoundFormat {
  readonly format: number;
  readonly font: number;
  readonly fill: number;
  isRepeated: boolean;
}

interface FormatRefusals {
  readonly tooMany: () => Error;
  readonly unclear: () => Error;
}

class StylesReader implements XmlReader {
  readonly #refusals: FormatRefusals;
  readonly ofRules: string[] = [];
  readonly rules: RulePaint[] = [];
  /** The file's own numbered colours. */
  readonly numbered: string[] = [];
  readonly #codes = new Map<number, string>();
  readonly #fonts: FontPaint[] = [];
  readonly #fills: FillPaint[] = [];
  readonly #cells: FoundFormat[] = [];
  #list = "";
  /** Reads the font or fill that was begun. */
  readonly #paint = new PaintReader();

  constructor(refusals: FormatRefusals) {
    this.#refusals = refusals;
  }

  styles(palette: Palette, theme: Theme): FoundStyle[] {
    return this.#cells.map(({ format: id, font: fontId, fill: fillId, isRepeated }) => {
      const format = numberFormat(this.#codes.get(id) ?? builtInFormat(id));
      const font = this.#fonts[fontId] ?? STANDARD;
      const shown = shownBy(font, FIRST_FILLS[fillId] ?? this.#fills[fillId] ?? null, palette);
      const odd = font.odd ?? (font.isThemed ? theme.oddFont : null);
      return { format, shown, isUnseen: isUnseen(shown), isRepeated, oddFont: odd };
    });
  }

  /** Whichever cells a rule, or a table's style, holds for: its font on its own fill, or on white. */
  hasHidingRule(palette: Palette): boolean {
    return this.rules.some(
      (rule) => rule.font !== null && isUnseen(shownUnder(rule, shownBy(rule.font, null, palette), palette)),
    );
  }

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 2) this.#list = name;
    else if (depth === 3) this.#openItem(name, attributes);
    else if (depth === 4 && this.#list === "dxfs") this.#openOfRule(name, attributes);
    else if (depth === 4 && name === "rgbColor") this.#openNumbered(attributes);
    else if (depth === 4 && this.#list === "cellXfs" && name === "alignment") {
      const cell = this.#cells.at(-1);
      if (cell !== undefined) cell.isRepeated = attributes["horizontal"] === "fill";
    }
    this.#paint.open(name, attributes);
  }

  close(): void {}

  #openItem(name: string, attributes: Attributes): void {
    this.#paint.none();
    if (this.#list === "numFmts" && name === "numFmt") this.#openFormat(attributes);
    else if (this.#list === "cellXfs" && name === "xf") this.#openCell(attributes);
    else if (this.#list === "fonts") this.#fonts.push(this.#paint.font());
    else if (this.#list === "fills") this.#fills.push(this.#paint.fill("none"));
    else if (this.#list === "dxfs") this.rules.push({ font: null, fill: null });
    const lists = [this.#cells, this.#fonts, this.#fills, this.rules, this.ofRules];
    if (this.#codes.size + lists.reduce((sum, { length }) => sum + length, 0) > MOST)
      throw this.#refusals.tooMany();
  }

  #openFormat({ numFmtId: id = "", formatCode: code = "" }: Attributes): void {
    const number = this.#index(id);
    // Of two with one number some programs go by the first, others by the last.
    if ((this.#codes.get(number) ?? code) !== code) throw this.#refusals.unclear();
    this.#codes.set(number, code);
  }

  #openCell({ numFmtId = "0", fontId = "0", fillId = "0" }: Attributes): void {
    const [format, font, fill] = [this.#index(numFmtId), this.#index(fontId), this.#index(fillId)];
    this.#cells.push({ format, font, fill, isRepeated: false });
  }

  #index(text: string): number {
    const index = indexIn(text);
    if (Number.isNaN(index)) throw this.#refusals.unclear();
    return index;
  }

  #openOfRule(name: string, { formatCode: code = "" }: Attributes): void {
    const rule = this.rules.at(-1);
    this.#paint.none();
    if (name === "numFmt") this.ofRules.push(code);
    else if (name === "font" && rule !== undefined) rule.font = this.#paint.font();
    else if (name === "fill" && rule !== undefined) rule.fill = this.#paint.fill("solid");
  }

  #openNumbered({ rgb = "" }: Attributes): void {
    if (this.numbered.length < 64) this.numbered.push(rgb);
  }
}

// The filter that a sheet was left under: what its rows are shown by.

/** Rows that a filter may hide, both ends included, from 1 on: those below its header. */
export interface FoundFilter {
  readonly first: number;
  readonly last: number;
  /** What it asks for, as far as that can be told from the values alone. */
  readonly asked: readonly AskedValues[];
  /** Rows among them that it shows, whatever hides them. */
  readonly except: ReadonlySet<number>;
}

/** The values of one column that a filter shows. */
interface AskedValues {
  /** 0 for A. */
  readonly column: number;
  /** As shown; `*` and `?` stand for others. */
  readonly values: string[];
  /** Whether it asks for more than that, so that no row can be said to be left out. */
  isMore: boolean;
  /** Whether one of them is enough. */
  isAnyOf: boolean;
}

/** What a column is filtered by; a filter without any of them shows all rows. */
const CRITERIA: ReadonlySet<string> = new Set([
  "filters",
  "customFilters",
  "top10",
  "dynamicFilter",
  "colorFilter",
  "iconFilter",
]);

/** Takes what follows a sheet's rows; a reader's own views, which hold filters too, are not what is shown. */
export class FilterReader {
  #rows: Pick<FoundFilter, "first" | "last"> | null = null;
  #firstColumn = 0;
  #isWithin = false;
  #count = 0;
  #hasCriteria = false;
  readonly #asked: AskedValues[] = [];

  /** The filter, once the sheet is read; null: none hides anything, or programs differ in which does. */
  get filter(): FoundFilter | null {
    if (!this.#hasCriteria || this.#count !== 1 || this.#rows === null) return null;
    return { ...this.#rows, asked: this.#asked, except: new Set() };
  }

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 2) {
      this.#isWithin = name === "autoFilter";
      if (this.#isWithin) this.#openFilter(attributes);
      return;
    }
    if (!this.#isWithin) return;
    if (name === "filterColumn") {
      const column = this.#firstColumn + Number(attributes["colId"] ?? 0);
      this.#asked.push({ column, values: [], isMore: false, isAnyOf: true });
    } else if (depth === 4 && CRITERIA.has(name)) this.#openCriteria(name, attributes);
    else if (depth === 5) this.#openValue(name, attributes);
  }

  #openFilter({ ref = "" }: Attributes): void {
    this.#count += 1;
    const [, column = "A", first, last] = /^\$?([A-Z]+)\$?(\d+):\$?[A-Z]+\$?(\d+)$/u.exec(ref) ?? [];
    this.#rows = first === undefined ? null : { first: Number(first) + 1, last: Number(last) };
    this.#firstColumn = column.split("").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  }

  #openCriteria(name: string, { blank, and }: Attributes): void {
    this.#hasCriteria = true;
    const asked = this.#asked.at(-1);
    if (asked === undefined) return;
    if ((name !== "filters" && name !== "customFilters") || isTrue(blank)) asked.isMore = true;
    if (isTrue(and)) asked.isAnyOf = false;
  }

  #openValue(name: string, { val, operator = "equal" }: Attributes): void {
    const asked = this.#asked.at(-1);
    if (asked === undefined) return;
    const isValue = (name === "filter" || name === "customFilter") && val !== undefined;
    if (isValue && operator === "equal") asked.values.push(val);
    else asked.isMore = true;
  }
}
