/** Whether a style's text can be seen: its colour against what lies behind it, and its size. */

type Attributes = Readonly<Record<string, string>>;
type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The first of the old numbered colours, and those of the system: 64 for text, 65 for what lies behind. */
const INDEXED: Readonly<Record<string, Rgb>> = {
  0: BLACK,
  1: WHITE,
  8: BLACK,
  9: WHITE,
  64: BLACK,
  65: WHITE,
};
/** What lies behind and the text, in every theme that is in use. */
const THEME: Readonly<Record<string, Rgb>> = { 0: WHITE, 1: BLACK };

/** By how much a part of two colours must differ, of 255: less is white on white to a reader. */
const LEAST_CONTRAST = 32;
/** In points: programs offer 1. The smallest exported is 9. */
const LEAST_SIZE = 4;

/** A font or a fill while its part of the file is read. */
export interface Paint {
  color: Rgb | "unknown" | null;
  size: number;
  /** Of a fill: whether it covers all of what lies behind. */
  isSolid: boolean;
}

export function newPaint(): Paint {
  return { color: null, size: 11, isSolid: false };
}

/** @returns null for a colour that the program chooses; "unknown" for one of another theme */
export function colorOf({ rgb, indexed, theme, tint = "0" }: Attributes): Rgb | "unknown" | null {
  const [, digits = ""] = /^(?:[0-9A-F]{2})?([0-9A-F]{6})$/iu.exec(rgb ?? "") ?? [];
  const color =
    digits === "" ? (INDEXED[indexed ?? ""] ?? THEME[theme ?? ""]) : rgbOf(Number.parseInt(digits, 16));
  if (color !== undefined) return tinted(color, Number(tint));
  return rgb === undefined && indexed === undefined && theme === undefined ? null : "unknown";
}

function rgbOf(number: number): Rgb {
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function tinted([red, green, blue]: Rgb, tint: number): Rgb {
  const of = (part: number) => (tint < 0 ? part * (1 + tint) : part + (255 - part) * tint);
  return [of(red), of(green), of(blue)];
}

/** @param fill null where none is said */
export function isUnseen(font: Paint, fill: Paint | null): boolean {
  if (font.size < LEAST_SIZE) return true;
  const behind = fill?.isSolid === true ? (fill.color ?? WHITE) : WHITE;
  const ink = font.color ?? BLACK;
  if (ink === "unknown" || behind === "unknown") return false;
  return ink.every((part, at) => Math.abs(part - (behind[at] ?? 0)) < LEAST_CONTRAST);
}
