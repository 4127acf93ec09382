/** How cells look, by what they hold and how their row stands out. Calm: one typeface, thin lines, little colour. */
import type { Alignment, Borders, Fill, Font, Style } from "exceljs";
import type { CellKind, Tone } from "../../core/report/model.ts";

const INK = "FF1F2933";
const SOFT = "FF66727F";
const ACCENT = "FF1F4E68";
const LINE = "FFDDE3E8";

const FACE = { name: "Calibri", family: 2, size: 10 } as const;

/** The font that the workbook counts column widths in. */
export const BASE_FONT: Partial<Font> = { ...FACE, color: { argb: INK } };

type Line = "entity" | "title" | "scope" | "signatures" | "section" | "header" | "headerRight" | "headerMark";

function solid(argb: string): Fill {
  return { type: "pattern", pattern: "solid", fgColor: { argb } };
}

function edge(style: "thin", argb: string) {
  return { style, color: { argb } };
}

const LINE_STYLES: Readonly<Record<Line, Partial<Style>>> = {
  entity: { font: { ...FACE, size: 14, bold: true, color: { argb: INK } } },
  title: { font: { ...FACE, size: 11, bold: true, color: { argb: ACCENT } } },
  scope: { font: { ...FACE, size: 9, color: { argb: SOFT } } },
  signatures: { font: { ...FACE, size: 9, color: { argb: INK } } },
  section: { font: { ...FACE, bold: true, color: { argb: ACCENT } } },
  header: headerStyle("left"),
  headerRight: headerStyle("right"),
  headerMark: headerStyle("center"),
};

function headerStyle(horizontal: "left" | "right" | "center"): Partial<Style> {
  return {
    font: { ...FACE, bold: true, color: { argb: "FFFFFFFF" } },
    fill: solid(ACCENT),
    alignment: { horizontal, vertical: "middle", wrapText: true },
    // As much air to the right as the numbers below have.
    ...(horizontal === "right" ? { numFmt: "@_)" } : {}),
  };
}

export function lineStyle(line: Line): Partial<Style> {
  return LINE_STYLES[line];
}

/** Dates stand to the left like the texts they are read as. */
function isNumeric(kind: CellKind): boolean {
  return kind === "amount" || kind === "integer" || kind === "id";
}

/** The header over a column of a kind: aligned as its cells are. */
export function headerLine(kind: CellKind): Line {
  if (isNumeric(kind)) return "headerRight";
  return kind === "mark" || kind === "truth" ? "headerMark" : "header";
}

/** A true minus, a dash for nil, and a little air to the right: what a column of amounts reads best with. */
function amountFormat(decimals: number): string {
  const digits = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return `${digits}_);"−"${digits}_);"–"_)`;
}

function numberFormat(kind: CellKind, decimals: number): string {
  switch (kind) {
    case "amount":
      return amountFormat(decimals);
    case "integer":
      return amountFormat(0);
    case "id":
      return "0_)";
    case "instant":
      return "yyyy-mm-dd hh:mm:ss";
    case "day":
      return "yyyy-mm-dd";
    case "text":
    case "wrapped":
    case "mark":
      return "@";
    case "truth":
      return "General";
  }
}

function alignmentOf(kind: CellKind): Partial<Alignment> {
  if (kind === "wrapped") return { vertical: "top", wrapText: true };
  if (kind === "mark" || kind === "truth") return { vertical: "top", horizontal: "center" };
  if (isNumeric(kind)) return { vertical: "top", horizontal: "right" };
  return { vertical: "top", horizontal: "left" };
}

const FILLS: Readonly<Partial<Record<Tone, Fill>>> = {
  flag: solid("FFFFF7E0"),
  break: solid("FFF8D3CB"),
  opening: solid("FFF1F5F8"),
  bad: solid("FFF8D3CB"),
};

const FONTS: Readonly<Partial<Record<Tone, Partial<Font>>>> = {
  total: { bold: true },
  opening: { bold: true },
  quiet: { color: { argb: SOFT }, italic: true },
  good: { color: { argb: "FF1B6B3A" } },
  bad: { color: { argb: "FF9C1C12" }, bold: true },
};

function bordersOf(tone: Tone): Partial<Borders> {
  return tone === "total"
    ? { top: edge("thin", SOFT), bottom: edge("thin", SOFT) }
    : { bottom: edge("thin", LINE) };
}

/** The style of a cell. Each call makes a new object; ask once per kind of cell. */
export function cellStyle(kind: CellKind, tone: Tone, linked: boolean, decimals: number): Partial<Style> {
  const link: Partial<Font> = linked ? { color: { argb: ACCENT }, underline: true } : {};
  const fill = FILLS[tone];
  return {
    numFmt: numberFormat(kind, decimals),
    font: { ...BASE_FONT, ...FONTS[tone], ...link },
    alignment: alignmentOf(kind),
    border: bordersOf(tone),
    ...(fill === undefined ? {} : { fill }),
  };
}
