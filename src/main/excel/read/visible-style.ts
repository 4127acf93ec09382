/** Whether a text can be seen: its colour against what lies behind it, and its size. */
import { type Palette, type Rgb, BLACK, SYMBOLS, WHITE, isSymbols, oddFont } from "./palette.ts";
import { type Attributes, numberIn } from "./xml-events.ts";

/** By how much a part of two colours must differ, of 255: less is white on white to a reader. */
const LEAST_CONTRAST = 32;
/** In points: programs offer 1. The smallest exported is 9. */
const LEAST_SIZE = 4;

export interface FontPaint {
  color: Attributes | null;
  size: number;
  /** Its name where it may draw other signs than letters; null of a usual one. */
  odd: string | null;
  /** Whether the theme names it. */
  isThemed: boolean;
}

export interface FillPaint {
  /** `none`, `solid`, the name of another pattern, or `gradient`. */
  pattern: string;
  front: Attributes | null;
  back: Attributes | null;
  /** Of a gradient. */
  readonly stops: Attributes[];
}

/** What a rule gives to the cells that it holds for; null for what it leaves as it is. */
export interface RulePaint {
  font: FontPaint | null;
  fill: FillPaint | null;
}

export interface ShownStyle {
  readonly ink: Rgb | "unknown";
  readonly size: number;
  /** Every colour that lies behind it. */
  readonly behind: readonly Rgb[] | "unknown";
}

/** @param fill null where none is said */
export function shownBy(font: FontPaint, fill: FillPaint | null, palette: Palette): ShownStyle {
  return {
    ink: (font.color === null ? null : palette.colorOf(font.color)) ?? BLACK,
    size: font.size,
    behind: (fill === null ? null : cellFill(fill, palette)) ?? [WHITE],
  };
}

/** How a text is shown where a rule holds, which changes no size. */
export function shownUnder(
  { font, fill }: RulePaint,
  { ink, size, behind }: ShownStyle,
  palette: Palette,
): ShownStyle {
  const color = font?.color ?? null;
  return {
    ink: (color === null ? null : palette.colorOf(color)) ?? ink,
    size,
    behind: (fill === null ? null : ruleFill(fill, palette)) ?? behind,
  };
}

export function isUnseen({ ink, size, behind }: ShownStyle): boolean {
  if (!(size >= LEAST_SIZE)) return true;
  if (ink === "unknown" || behind === "unknown") return false;
  return behind.every((color) => color.every((part, at) => Math.abs(part - (ink[at] ?? 0)) < LEAST_CONTRAST));
}

type Behind = ShownStyle["behind"] | null;

function cellFill({ pattern, front, back, stops }: FillPaint, palette: Palette): Behind {
  if (pattern === "none") return null;
  if (pattern === "gradient") return colorsOf(stops, palette);
  const color = front === null ? null : palette.colorOf(front);
  if (pattern === "solid") return known([color ?? WHITE]);
  return known([color ?? BLACK, (back === null ? null : palette.colorOf(back)) ?? WHITE]);
}

/** A rule's solid fill is written as the colour behind; LibreOffice takes a front one that is alone. */
function ruleFill({ pattern, front, back, stops }: FillPaint, palette: Palette): Behind {
  if (pattern === "none") return null;
  if (pattern === "gradient") return colorsOf(stops, palette);
  if (pattern === "solid") {
    const said = back ?? front;
    const color = said === null ? null : palette.colorOf(said);
    return color === null ? null : known([color]);
  }
  return front === null || back === null ? "unknown" : colorsOf([front, back], palette);
}

function colorsOf(colors: readonly Attributes[], palette: Palette): Behind {
  if (colors.length === 0) return "unknown";
  return known(colors.map((color) => palette.colorOf(color) ?? "unknown"));
}

function known(colors: readonly (Rgb | "unknown")[]): Behind {
  const rgb = colors.filter((color) => color !== "unknown");
  return rgb.length === colors.length ? rgb : "unknown";
}

// Fonts and fills as they are written, of cells and of rules alike.

export class PaintReader {
  #font: FontPaint | null = null;
  #fill: FillPaint | null = null;

  font(): FontPaint {
    this.none();
    return (this.#font = { color: null, size: 11, odd: null, isThemed: false });
  }

  /** Begins a fill. @param pattern where none is said: rules fill solid */
  fill(pattern: "none" | "solid"): FillPaint {
    this.none();
    return (this.#fill = { pattern, front: null, back: null, stops: [] });
  }

  none(): void {
    this.#font = this.#fill = null;
  }

  /** Takes an element within the font or fill, by its name without prefix. */
  open(name: string, attributes: Attributes): void {
    if (this.#font !== null) {
      if (name === "color") this.#font.color = attributes;
      else if (name === "sz") this.#font.size = numberIn(attributes["val"] ?? "11");
      else if (name === "name") this.#font.odd ??= oddFont(attributes["val"] ?? "");
      else if (name === "scheme") this.#font.isThemed = attributes["val"] !== "none";
      else if (isSymbols(name, attributes)) this.#font.odd ??= SYMBOLS;
    } else if (this.#fill !== null) {
      if (name === "patternFill") this.#fill.pattern = attributes["patternType"] ?? this.#fill.pattern;
      else if (name === "gradientFill") this.#fill.pattern = "gradient";
      else if (name === "fgColor") this.#fill.front = attributes;
      else if (name === "bgColor") this.#fill.back = attributes;
      else if (name === "color") this.#fill.stops.push(attributes);
    }
  }
}
