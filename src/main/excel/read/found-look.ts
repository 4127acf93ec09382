/** What a sheet's part says beside rows: columns, merged cells, links, rules, views, its filter. */
import { type FoundFormats, type FoundStyle, FilterReader, type FoundFilter } from "./found-formats.ts";
import { PaintReader, type RulePaint, isUnseen, shownUnder } from "./visible-style.ts";
import { type Attributes, indexIn, isNo, isTrue, numberIn } from "./xml-events.ts";

// Rules by which cells of a sheet look otherwise, held against the cells that they may hold for.

/** Rows from 1 on, columns from 0 on, all ends included. */
interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Cells of one style: all of them, and those that hold numbers. */
interface Styled {
  readonly all: Area;
  numbers: Area | null;
}

interface FoundRule {
  /** The number of what it gives to its cells; of newer rules, which say it themselves, null. */
  readonly id: string | null;
  readonly paints: RulePaint[];
  /** Whether it holds for numbers alone, as scales and bars do. */
  isOfNumbers: boolean;
  /** e.g. `A8:Z40 B50`. */
  ranges: string;
}

const EVERYWHERE: Area = { top: 1, left: 0, bottom: Infinity, right: Infinity };
/** Rules of a sheet, and how often a rule's range is compared with a style's cells: people make dozens. */
const MOST_RULES = 5000;
const MOST_LOOKS = 5_000_000;

const HIDING = "a rule that shows cells in the colour of their background";
const TOO_MANY = "more rules for how cells look than are compared";

/** Takes the cells of a sheet and its rules, whichever come first. */
class RuleReader {
  readonly #formats: FoundFormats;
  readonly #cells = new Map<FoundStyle, Styled>();
  readonly #rules: FoundRule[] = [];
  readonly #codes = new Set<string>();
  readonly #paint = new PaintReader();
  #hasMore = false;
  /** Number of the rules before those that stand together with one range. */
  #before = 0;
  #ranges = "";
  #rule: FoundRule | null = null;
  /** What a newer rule gives, or the scale or bar that is being read. */
  #inline: RulePaint | null = null;
  #inScale = false;
  #readsRanges = false;

  constructor(formats: FoundFormats) {
    this.#formats = formats;
  }

  /** Formats, and fonts that may draw other signs, that newer rules give to cells. */
  get codes(): readonly string[] {
    const fonts = this.#rules.flatMap(({ paints }) => paints.flatMap(({ font }) => font?.odd ?? []));
    return [...this.#codes, ...new Set(fonts)];
  }

  /** Takes a cell that holds something. */
  takeCell(style: FoundStyle, row: number, column: number, isNumber: boolean): void {
    let styled = this.#cells.get(style);
    if (styled === undefined) {
      styled = { all: cellArea(row, column), numbers: null };
      this.#cells.set(style, styled);
    }
    widen(styled.all, row, column);
    if (isNumber) widen((styled.numbers ??= cellArea(row, column)), row, column);
  }

  /** @param name without prefix */
  open(name: string, attributes: Attributes): void {
    switch (name) {
      case "conditionalFormatting":
        this.#before = this.#rules.length;
        this.#ranges = attributes["sqref"] ?? "";
        break;
      case "cfRule":
        this.#openRule(attributes);
        break;
      case "sqref":
        this.#ranges = "";
        this.#readsRanges = true;
        break;
      case "colorScale":
      case "dataBar":
        this.#inScale = this.#rule !== null;
        if (this.#rule !== null) this.#rule.isOfNumbers = true;
        break;
      case "dxf":
        if (this.#rule !== null) this.#rule.paints.push((this.#inline = { font: null, fill: null }));
        break;
      default:
        if (this.#inline !== null) this.#openInline(name, attributes, this.#inline);
        else if (this.#inScale) this.#openColor(name, attributes);
    }
  }

  text(piece: string): void {
    if (this.#readsRanges && this.#ranges.length < 65_536) this.#ranges += piece;
  }

  /** @param name without prefix */
  close(name: string): void {
    if (name === "cfRule") this.#rule = null;
    if (name === "cfRule" || name === "colorScale" || name === "dataBar") this.#inScale = false;
    if (name === "cfRule" || name === "dxf") this.#inline = null;
    if (name !== "sqref") return;
    this.#readsRanges = false;
    for (const rule of this.#rules.slice(this.#before)) rule.ranges = this.#ranges;
  }

  /** What the rules hide, in words; once the sheet is read. */
  hides(): readonly string[] {
    const told = new Set<string>(this.#hasMore ? [TOO_MANY] : []);
    let looks = 0;
    for (const rule of this.#rules) {
      // A rule that hides any cell it applies to is reported for the whole workbook.
      const own = rule.id === null || this.#formats.hasHidingRule ? null : this.#formats.rule(rule.id);
      const paints = own === null ? rule.paints : [...rule.paints, own];
      const areas = areasOf(rule.ranges);
      for (const paint of paints.filter(({ font, fill }) => font !== null || fill !== null)) {
        looks += this.#cells.size * areas.length;
        if (looks > MOST_LOOKS) return [...told, TOO_MANY];
        if (this.#hidesUnder(paint, areas, rule.isOfNumbers)) told.add(HIDING);
      }
    }
    return [...told];
  }

  #hidesUnder(paint: RulePaint, areas: readonly Area[], isOfNumbers: boolean): boolean {
    for (const [{ shown, isUnseen: already }, { all, numbers }] of this.#cells) {
      const cells = isOfNumbers ? numbers : all;
      if (already || cells === null || !areas.some((area) => overlap(area, cells))) continue;
      if (isUnseen(shownUnder(paint, shown, this.#formats.palette))) return true;
    }
    return false;
  }

  #openRule({ dxfId: id = null }: { readonly [name: string]: string | null }): void {
    this.#rule = null;
    if (this.#rules.length === MOST_RULES) {
      this.#hasMore = true;
      return;
    }
    this.#rule = { id, paints: [], isOfNumbers: false, ranges: this.#ranges };
    this.#rules.push(this.#rule);
  }

  #openInline(name: string, attributes: Attributes, inline: RulePaint): void {
    if (name === "font") inline.font = this.#paint.font();
    else if (name === "fill") inline.fill = this.#paint.fill("solid");
    else if (name === "numFmt") {
      if (this.#codes.size < MOST_RULES) this.#codes.add(attributes["formatCode"] ?? "");
    } else if (name === "border" || name === "alignment") this.#paint.none();
    else this.#paint.open(name, attributes);
  }

  /** A colour of a scale or a bar lies behind some of its cells. */
  #openColor(name: string, attributes: Attributes): void {
    if (name !== "color" && name !== "fillColor" && name !== "negativeFillColor") return;
    const fill = { pattern: "solid", front: null, back: attributes, stops: [] };
    this.#rule?.paints.push({ font: null, fill });
  }
}

function cellArea(row: number, column: number): Area {
  return { top: row, left: column, bottom: row, right: column };
}

function widen(area: Area, row: number, column: number): void {
  area.top = Math.min(area.top, row);
  area.left = Math.min(area.left, column);
  area.bottom = Math.max(area.bottom, row);
  area.right = Math.max(area.right, column);
}

function overlap(a: Area, b: Area): boolean {
  return a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
}

/** Areas of ranges as a rule says them; all of the sheet where they are not known. */
function areasOf(ranges: string): readonly Area[] {
  const areas = ranges.split(/\s+/u).flatMap((range) => (range === "" ? [] : [areaOf(range)]));
  return areas.length === 0 ? [EVERYWHERE] : areas;
}

function areaOf(range: string): Area {
  const [, left, top, right = left, bottom = top] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/u.exec(range) ?? [];
  if (left === undefined) return EVERYWHERE;
  return { top: Number(top), left: columnOf(left), bottom: Number(bottom), right: columnOf(right ?? left) };
}

function columnOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Columns next to each other, 0 for A, both ends included. */
interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** A link of a cell or of several. */
export interface FoundLink {
  /** e.g. `E8` or `E8:E9`. */
  readonly cells: string;
  /** A place of the workbook, `'Wallet'!A12`; of a link out of it the number of its relation. */
  readonly target: string;
  readonly isOutside: boolean;
}

export interface FoundLook {
  /** The filter that hides rows; null where none does. */
  readonly filter: FoundFilter | null;
  /** Columns that are hidden, or too narrow to show anything. */
  readonly hiddenColumns: readonly ColumnRange[];
  /** Ranges of merged cells, which show what the first of them holds. */
  readonly merged: readonly string[];
  readonly links: readonly FoundLink[];
  /** Whatever else keeps figures from being seen, in words. */
  readonly hides: readonly string[];
  /** Codes of number formats that rules of the sheet itself give to cells. */
  readonly ruleFormats: readonly string[];
  /** What stands above and below its printed pages, as written. */
  readonly margins: readonly string[];
}

/** Nobody reads a row of so few points or a column of so few characters; the least exported is 15 and 5. */
export const LEAST_HEIGHT = 6;
const LEAST_WIDTH = 1;
/** Per cent; programs offer 10 to 400. */
const LEAST_ZOOM = 25;
/** A screen shows about so many; what is frozen beyond keeps the rest out of sight. */
const MOST_FROZEN_ROWS = 60;
const MOST_FROZEN_COLUMNS = 30;
/** Excel's last column; ranges of columns may run to it. */
export const MOST_COLUMNS = 16_384;
/** So many ways of hiding are told. */
const MOST_TOLD = 50;
/** Of merged cells, and of links: Excel itself stops at 65,530 links. */
const MOST = 70_000;

/** What stands above and below a printed page. */
const MARGINS: ReadonlySet<string> = new Set(
  ["odd", "even", "first"].flatMap((page) => [`${page}Header`, `${page}Footer`]),
);
/** Excel takes 255 characters. */
const LONGEST_MARGIN = 2000;

/** What a sheet may have beside its rows, whichever program wrote it; what of it is an edit is told elsewhere. */
const KNOWN_ELEMENTS: ReadonlySet<string> = new Set(
  `sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges autoFilter sortState mergeCells
  phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks
  customSheetViews customProperties cellWatches ignoredErrors drawing legacyDrawing legacyDrawingHF picture oleObjects controls
  tableParts dataConsolidate webPublishItems extLst`.split(/\s+/u),
);
/** The same of what newer programs add. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  "conditionalFormattings",
  "dataValidations",
  "ignoredErrors",
  "protectedRanges",
]);

/** Takes the elements of a sheet's part, but for those of its rows. */
export class LookReader {
  readonly #filter = new FilterReader();
  readonly #hiddenColumns: ColumnRange[] = [];
  readonly #merged: string[] = [];
  readonly #links: FoundLink[] = [];
  readonly #hides = new Set<string>();
  readonly #rules: RuleReader;
  readonly #margins: string[] = [];
  /** The text above or below a page that is being read; null within none. */
  #margin: string | null = null;
  /** By depth, whether the sheet's own elements may stand within the one that is open there. */
  readonly #isWrapper: boolean[] = [];
  /** The first cell of the view that is being read, which is frozen with it. */
  #corner = "A1";
  #isExtended = false;

  constructor(formats: FoundFormats) {
    this.#rules = new RuleReader(formats);
  }

  get look(): FoundLook {
    return {
      filter: this.#filter.filter,
      hiddenColumns: this.#hiddenColumns,
      merged: this.#merged,
      links: this.#links,
      hides: [...this.#hides, ...this.#rules.hides()],
      ruleFormats: this.#rules.codes,
      margins: this.#margins,
    };
  }

  takeCell(style: FoundStyle, row: number, column: number, isNumber: boolean): void {
    this.#rules.takeCell(style, row, column, isNumber);
  }

  text(piece: string): void {
    this.#rules.text(piece);
    if (this.#margin !== null && this.#margin.length < LONGEST_MARGIN) this.#margin += piece;
  }

  close(name: string): void {
    this.#rules.close(localName(name));
    if (this.#margin === null) return;
    this.#margins.push(this.#margin.slice(0, LONGEST_MARGIN));
    this.#margin = null;
  }

  open(name: string, attributes: Attributes, depth: number): void {
    this.#filter.open(name, attributes, depth);
    const local = localName(name);
    this.#lookAtName(name, depth);
    this.#rules.open(local, attributes);
    // A view of somebody's own has its pages, which are not those that are printed.
    if (depth === 3 && MARGINS.has(name)) this.#margin = "";
    switch (local) {
      case "sheetView":
        this.#openView(attributes);
        break;
      case "customSheetView":
        // One that somebody kept is not what is shown.
        this.#corner = "A1";
        break;
      case "picture":
        this.#hides.add("a picture lies behind the cells");
        break;
      case "pane":
        this.#openPane(attributes);
        break;
      case "sheetFormatPr":
        this.#openDefaults(attributes);
        break;
      case "col":
        this.#openColumns(attributes);
        break;
      case "mergeCell":
        if (this.#merged.length < MOST) this.#merged.push(attributes["ref"] ?? "");
        break;
      case "hyperlink":
        this.#openLink(attributes);
        break;
      case "iconSet":
        if (isNo(attributes["showValue"])) this.#hides.add("a rule shows icons in place of figures");
        break;
      case "dataBar":
        if (isNo(attributes["showValue"])) this.#hides.add("a rule shows bars in place of figures");
        break;
      default:
    }
  }

  /** What no exported sheet has may be shown over what it has, or in its place. */
  #lookAtName(name: string, depth: number): void {
    const isOwn = depth === 2 || this.#isWrapper[depth - 1] === true;
    const isForeign = name.includes(":");
    this.#isWrapper[depth] = isOwn && isForeign;
    if (depth === 2) this.#isExtended = name === "extLst";
    const isKnown =
      (!isOwn || isForeign || KNOWN_ELEMENTS.has(name)) &&
      (depth !== 4 || !this.#isExtended || KNOWN_EXTENSIONS.has(localName(name)));
    if (!isKnown) this.tellUnknown(localName(name));
  }

  /** Takes the name of an element or attribute that no exported sheet has. */
  tellUnknown(name: string): void {
    if (this.#hides.size < MOST_TOLD) this.#hides.add(`${name.slice(0, 40)}, which no exported sheet has`);
  }

  #openView({ showZeros, showFormulas, zoomScale = "100", topLeftCell = "A1" }: Attributes): void {
    this.#corner = topLeftCell;
    if (isNo(showZeros)) this.#hides.add("zeros are not shown");
    if (isTrue(showFormulas)) this.#hides.add("formulas are shown in place of results");
    if (!(numberIn(zoomScale) >= LEAST_ZOOM)) this.#hides.add(`shown at ${zoomScale} %`);
  }

  #openPane({ state = "", xSplit = "0", ySplit = "0" }: Attributes): void {
    const [rows, columns] = [numberIn(ySplit), numberIn(xSplit)];
    const isFar = !(rows <= MOST_FROZEN_ROWS && columns <= MOST_FROZEN_COLUMNS);
    if (state.startsWith("frozen") && isFar) this.#hides.add("frozen so far that the rest is hidden");
    if (!state.startsWith("frozen")) return;
    const [, column, row] = /^\$?([A-Z]+)\$?(\d+)$/u.exec(this.#corner) ?? [];
    // Nobody can scroll back to what lies before the cells that are frozen.
    if (rows > 0 && row !== "1") this.#hides.add(`rows above ${this.#corner} are frozen out of sight`);
    if (columns > 0 && column !== "A") {
      this.#hides.add(`columns before ${this.#corner} are frozen out of sight`);
    }
  }

  #openDefaults({
    zeroHeight,
    defaultRowHeight = "15",
    baseColWidth = "8",
    defaultColWidth = baseColWidth,
  }: Attributes): void {
    if (isTrue(zeroHeight) || !(numberIn(defaultRowHeight) >= LEAST_HEIGHT)) {
      this.#hides.add("rows without a height of their own are hidden");
    }
    if (!(numberIn(defaultColWidth) >= LEAST_WIDTH)) {
      this.#hides.add("columns without a width of their own are hidden");
    }
  }

  #openColumns({ hidden, width = "8", min = "", max = "" }: Attributes): void {
    const isHidden = isTrue(hidden) || !(numberIn(width) >= LEAST_WIDTH);
    if (!isHidden || this.#hiddenColumns.length === MOST_COLUMNS) return;
    // Programs hide what there is of a range that goes on beyond the last column.
    const [first, last] = [indexIn(min) - 1, Math.min(indexIn(max), MOST_COLUMNS) - 1];
    if (first >= 0 && last >= first) this.#hiddenColumns.push({ first, last });
    else this.#hides.add("unnamed columns are hidden");
  }

  #openLink(attributes: Attributes): void {
    if (this.#links.length === MOST) return;
    const { ref: cells = "", location = "" } = attributes;
    const [outside] = Object.entries(attributes).flatMap(([name, id]) => (name.endsWith(":id") ? [id] : []));
    this.#links.push({ cells, target: outside ?? location, isOutside: outside !== undefined });
  }
}

/** A name without its prefix: newer rules have one. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
