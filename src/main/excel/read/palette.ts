/** The colours and fonts that a workbook's own numbers and theme stand for. */
import { hash } from "node:crypto";
import type { PackageParts } from "./package-parts.ts";
import { type Attributes, numberIn, readWholeXml } from "./xml-events.ts";

export type Rgb = readonly [red: number, green: number, blue: number];

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

/** The numbered colours of ECMA-376, 18.8.27, from 8 on; 0 to 7 are the first eight again. */
const NUMBERED = `
  000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 800000 008000 000080 808000 800080 008080 C0C0C0 808080
  9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF
  00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696
  003366 339966 003300 333300 993300 993366 333399 333333`
  .trim()
  .split(/\s+/u);
/** What the system gives: 64 for text, 65 for what lies behind. */
const SYSTEM: Readonly<Record<string, Rgb>> = { 64: BLACK, 65: WHITE };

/** A theme's colours in the order in which cells number them. */
const SLOTS = [
  "lt1",
  "dk1",
  "lt2",
  "dk2",
  "accent1",
  "accent2",
  "accent3",
  "accent4",
  "accent5",
  "accent6",
  "hlink",
  "folHlink",
] as const;
/** What programs go by in a file without a theme, in the order of SLOTS. */
const STANDARD = `
  FFFFFF 000000 EEECE1 1F497D 4F81BD C0504D 9BBB59 8064A2 4BACC6 F79646 0000FF 800080`
  .trim()
  .split(" ");
const NO_THEME: Theme = {
  colors: new Map(STANDARD.map((color, at) => [at, rgbOf(color) ?? BLACK])),
  isUnread: false,
  oddFont: null,
};

export interface Theme {
  /** By the number that cells give. */
  readonly colors: ReadonlyMap<number, Rgb>;
  /** Whether a colour that it gives is written in a way that is not known. */
  readonly isUnread: boolean;
  /** What stands for its fonts where one of them may draw other signs than letters; null where none may. */
  readonly oddFont: string | null;
}

/** SHA-256 of the fonts of the exported theme, which names one for each of many scripts. */
const EXPORTED_FONTS = "d98e0ce6630832c01163e8b92e920ca0d304941d4e78b4879933668df9ad931a";

/** Fonts that draw letters and figures as what they are: those that programs offer first, and what stands in for them. */
const USUAL_FONTS: ReadonlySet<string> = new Set(
  `calibri,calibri light,carlito,cambria,caladea,aptos,aptos narrow,aptos display,arial,arial narrow,helvetica,helvetica neue,
  times new roman,courier new,verdana,tahoma,segoe ui,georgia,trebuchet ms,consolas,candara,corbel,constantia,garamond,
  century gothic,book antiqua,palatino linotype,liberation sans,liberation sans narrow,liberation serif,liberation mono,
  dejavu sans,dejavu serif,dejavu sans mono,noto sans,noto serif,open sans,roboto,lato,inter,menlo,monaco`
    .split(",")
    .map((name) => name.trim()),
);

/** A font that may draw other signs, by its name; null of a usual one, and of none. */
export function oddFont(name: string): string | null {
  return name === "" || USUAL_FONTS.has(name.trim().toLowerCase()) ? null : name;
}

/** What stands for a font that only the theme names. */
export const OF_THEME = "of the theme";

/** What stands for a font of symbols that has another name. */
export const SYMBOLS = "Symbol";

/** Whether an element says the number of fonts of symbols: for one, Windows takes such a font whatever the name. */
export function isSymbols(name: string, { val = "" }: Attributes): boolean {
  return name === "charset" && numberIn(val) === 2;
}

/** @param part null where the file has none @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
export async function readTheme(parts: PackageParts, part: string | null): Promise<Theme> {
  if (part === null) return NO_THEME;
  const colors = new Map<number, Rgb>();
  const fonts: string[] = [];
  let slot = -1;
  await readWholeXml(parts, part, {
    open(name, attributes, depth) {
      const { typeface } = attributes;
      if (typeface !== undefined) fonts.push(typeface);
      if (depth <= 4) slot = depth === 4 ? SLOTS.findIndex((known) => known === name) : -1;
      if (slot === -1) return;
      const color = depth === 5 ? themeColor(name, attributes) : null;
      // What stands within a colour changes it.
      if (color === null) colors.delete(slot);
      else colors.set(slot, color);
    },
  });
  const areUsual =
    hash("sha256", fonts.join("\n")) === EXPORTED_FONTS || fonts.every((name) => oddFont(name) === null);
  const isUnread = SLOTS.some((_, at) => !colors.has(at));
  return { colors, isUnread, oddFont: areUsual ? null : OF_THEME };
}

/** Of the system's colours only those two are known: the others are the reader's own. */
function themeColor(name: string, { val = "" }: Attributes): Rgb | null {
  if (name === "srgbClr") return rgbOf(val);
  if (name !== "sysClr") return null;
  if (val === "windowText") return BLACK;
  return val === "window" ? WHITE : null;
}

export class Palette {
  readonly #theme: Theme;
  readonly #numbered: readonly (Rgb | null)[];

  /** @param numbered the file's own numbered colours, from 0 on */
  constructor(theme: Theme = NO_THEME, numbered: readonly string[] = []) {
    const standard = [...NUMBERED.slice(0, 8), ...NUMBERED];
    this.#theme = theme;
    this.#numbered = standard.map((color, at) => rgbOf(numbered[at] ?? color));
  }

  /** @returns null for a colour that the program chooses */
  colorOf({ rgb, indexed, theme, tint = "0" }: Attributes): Rgb | "unknown" | null {
    const color =
      rgbOf(rgb ?? "") ??
      this.#numberedColor(indexed) ??
      this.#theme.colors.get(Number.parseInt(theme ?? "", 10));
    if (color !== undefined) return tinted(color, numberIn(tint));
    return rgb === undefined && indexed === undefined && theme === undefined ? null : "unknown";
  }

  #numberedColor(indexed: string | undefined): Rgb | null {
    if (indexed === undefined) return null;
    return SYSTEM[indexed] ?? this.#numbered[Number.parseInt(indexed, 10)] ?? null;
  }
}

/** The last six digits, as programs read what has more or fewer. */
function rgbOf(text: string): Rgb | null {
  if (!/^[0-9A-F]+$/iu.test(text)) return null;
  const number = Number.parseInt(text.slice(-6), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** @param said from −1 for black to 1 for white; what is beyond is no more than that */
function tinted([red, green, blue]: Rgb, said: number): Rgb {
  const tint = Number.isNaN(said) ? 0 : Math.max(-1, Math.min(1, said));
  const of = (part: number) => (tint < 0 ? part * (1 + tint) : part + (255 - part) * tint);
  return [of(red), of(green), of(blue)];
}
