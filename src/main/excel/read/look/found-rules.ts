/** Rules by which cells of a sheet look otherwise, held against the cells that they may hold for. */
import type { FoundFormats, FoundStyle } from "./found-formats.ts";
import { PaintReader } from "./paint-reader.ts";
import { type RulePaint, isUnseen, shownUnder } from "./visible-style.ts";

type Attributes = Readonly<Record<string, string>>;

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
export class RuleReader {
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

  /** Formats that newer rules give to cells. */
  get codes(): readonly string[] {
    return [...this.#codes];
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
