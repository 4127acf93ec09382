/** How cells look, by what they hold and how their row stands out: one typeface, thin lines, few colours. */
import type { Alignment, Borders, Fill, Font, Style } from "exceljs";
import type { CellKind, CellTone } from "../../../core/report/sheet/model.ts";

const INK = "FF1F2933";
const SOFT = "FF66727F";
const ACCENT = "FF1F4E68";
const LINE = "FFDDE3E8";
const LINK = "FF0B5CAD";

const FACE = { name: "Calibri", family: 2, size: 10 } as const;

/** Room for a digit to the right of what stands to the right, or it would touch the next column's text. */
const AIR = "_0";

/** The font that the workbook counts column widths in. */
export const BASE_FONT: Partial<Font> = { ...FACE, color: { argb: INK } };

/** What Excel adds to a width in characters for the air around them. */
export const PADDING = 0.71;

/** The colours of the sheets' tabs by the letter of their reference. */
const TABS: Readonly<Record<string, string>> = {
  A: ACCENT,
  B: "FF5B8FA8",
  C: "FFD9A441",
  D: "FFB8C4CC",
};

/** The colour of a sheet's tab, by its reference. */
export function tabColor(ref: string): string {
  return TABS[ref.charAt(0)] ?? LINE;
}

function solid(argb: string): Fill {
  return { type: "pattern", pattern: "solid", fgColor: { argb } };
}

function edge(style: "thin", argb: string) {
  return { style, color: { argb } };
}

/** What a line or a header cell is, but for the rows of tables. */
const LINE_STYLES = {
  entity: { font: { ...FACE, size: 14, bold: true, color: { argb: INK } } },
  title: { font: { ...FACE, size: 11, bold: true, color: { argb: ACCENT } } },
  scope: { font: { ...FACE, color: { argb: SOFT } } },
  signatures: { font: { ...FACE, color: { argb: INK } } },
  back: {
    font: { ...FACE, color: { argb: LINK }, underline: true },
    alignment: { vertical: "top" },
  },
  note: { font: { ...FACE, italic: true, color: { argb: SOFT } } },
  section: { font: { ...FACE, bold: true, color: { argb: ACCENT } } },
  header: headerStyle("left"),
  headerRight: headerStyle("right"),
  headerMark: headerStyle("center"),
} satisfies Readonly<Record<string, Partial<Style>>>;
export type LineStyle = keyof typeof LINE_STYLES;

function headerStyle(horizontal: "left" | "right" | "center"): Partial<Style> {
  return {
    font: { ...FACE, bold: true, color: { argb: "FFFFFFFF" } },
    fill: solid(ACCENT),
    alignment: { horizontal, vertical: "middle", wrapText: true },
    ...(horizontal === "right" ? { numFmt: `@${AIR}` } : {}),
  };
}

export function lineStyle(line: LineStyle): Partial<Style> {
  return LINE_STYLES[line];
}

/** Dates stand to the left like the texts they are read as. */
function isNumeric(kind: CellKind): boolean {
  return kind === "amount" || kind === "money" || kind === "integer" || kind === "number" || kind === "id";
}

/** The header over a column of a kind: aligned as its cells are. */
export function headerLine(kind: CellKind): LineStyle {
  if (isNumeric(kind)) return "headerRight";
  return kind === "mark" || kind === "truth" ? "headerMark" : "header";
}

/** A true minus and a dash for nil: what a column of amounts reads best with. */
function amountFormat(decimals: number): string {
  const digits = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return `${digits}${AIR};"−"${digits}${AIR};"–"${AIR}`;
}

const MONEY_DIGITS = "#,##0.00####";
const MONEY_FORMAT = `${MONEY_DIGITS}${AIR};"−"${MONEY_DIGITS}${AIR};"–"${AIR}`;

/** The code of the format in which a kind of cell is shown. */
export function formatOf(kind: CellKind, decimals: number): string {
  switch (kind) {
    case "amount":
      return amountFormat(decimals);
    case "money":
      return MONEY_FORMAT;
    case "integer":
      return amountFormat(0);
    case "number":
    case "id":
      return `0${AIR}`;
    case "instant":
      return "yyyy-mm-dd hh:mm:ss";
    case "day":
      return "yyyy-mm-dd";
    case "text":
    case "wrapped":
    case "mark":
      return "@";
    case "truth":
      // Excel shows a truth as such whatever the format. LibreOffice 7.4 holds it as 1 or 0, and crashes on
      // the way to paper when it formats by itself a cell that a rule watches.
      return '"TRUE";"TRUE";"FALSE"';
  }
}

function alignmentOf(kind: CellKind): Partial<Alignment> {
  if (kind === "wrapped") return { vertical: "top", horizontal: "left", wrapText: true };
  if (kind === "mark" || kind === "truth") return { vertical: "top", horizontal: "center" };
  const horizontal = isNumeric(kind) ? "right" : "left";
  return { vertical: "top", horizontal };
}

const FILLS: Readonly<Partial<Record<CellTone, Fill>>> = {
  flag: solid("FFFFF7E0"),
  break: solid("FFF8D3CB"),
  opening: solid("FFF1F5F8"),
  bad: solid("FFF8D3CB"),
  input: solid("FFEAF3FA"),
};

const FONTS: Readonly<Partial<Record<CellTone, Partial<Font>>>> = {
  total: { bold: true },
  opening: { bold: true },
  quiet: { color: { argb: SOFT }, italic: true },
  good: { color: { argb: "FF1B6B3A" } },
  bad: { color: { argb: "FF9C1C12" }, bold: true },
};

/** Whether a row's letters are bold. */
export function isBold(tone: CellTone): boolean {
  return FONTS[tone]?.bold === true;
}

function bordersOf(tone: CellTone): Partial<Borders> {
  return tone === "total"
    ? { top: edge("thin", SOFT), bottom: edge("thin", SOFT) }
    : { bottom: edge("thin", LINE) };
}

/** A new object each call; ask once per kind of cell. @param column what its column holds, to align it */
export function cellStyle(
  kind: CellKind,
  column: CellKind,
  tone: CellTone,
  linked: boolean,
  decimals: number,
): Partial<Style> {
  // A number's underline would run on under the room beside it.
  const link: Partial<Font> = linked ? { color: { argb: LINK }, underline: !isNumeric(column) } : {};
  const fill = FILLS[tone];
  return {
    numFmt: formatOf(kind, decimals),
    font: { ...BASE_FONT, ...FONTS[tone], ...link },
    alignment: alignmentOf(column),
    border: bordersOf(tone),
    ...(fill === undefined ? {} : { fill }),
  };
}

/** How a proof stands out once it does not hold, whoever works it out. */
export const FAILED: Partial<Style> = {
  font: { bold: true, color: { argb: "FF9C1C12" } },
  fill: { type: "pattern", pattern: "solid", bgColor: { argb: "FFF8D3CB" } },
};
