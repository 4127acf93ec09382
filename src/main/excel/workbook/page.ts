/**
 * How a sheet looks on screen and on paper: frozen header, landscape, headers repeated, page numbers, no
 * letter below 7 points in Calibri or Carlito.
 */
import type { AddWorksheetOptions } from "exceljs";
import { HEADING_ROWS, type Sheet } from "../../../core/report/model.ts";
import { columnLetters, layOut } from "../../../core/report/place.ts";
import { cleanText } from "../../../core/text/clean-text.ts";
import { heightOf, pageBreaks } from "./page-breaks.ts";
import { tabColor } from "./styles.ts";

/**
 * Paper in the numbers of Excel, with what stands between the margins: pixels in a line, points in a page.
 */
const A4 = { size: 9, pixels: 1045, points: 516 };
const A3 = { size: 8, pixels: 1510, points: 762 };

/** Letters are 10 points and may shrink to 7. */
const LEAST_SCALE = 0.7;
/** What of the width of several pages counts: where one ends depends on its columns. */
const FILLED = 0.9;

/** The pixels of a column: those of its digits, and the air around them. */
function pixelsOf(characters: number): number {
  return Math.ceil(characters * 7) + 5;
}

interface Paper {
  readonly size: number;
  /** How many pages beside each other hold all columns. */
  readonly wide: number;
  /** How many below each other hold all rows; 0 for as many as there are. */
  readonly high: 0 | 1;
  /** How many points of the sheet a page holds from top to bottom. */
  readonly points: number;
}

/** On which paper, and on how many pages beside each other, a sheet's letters are large enough. */
function paperOf(sheet: Sheet): Paper {
  const { widths, printed, frozenColumns, onePage } = sheet;
  const width = (to: number) => widths.slice(0, to).reduce((sum, one) => sum + pixelsOf(one), 0);
  const fits = (pixels: number, { pixels: line }: typeof A4) => pixels * LEAST_SCALE <= line;
  const all = width(printed);
  const points = (paper: typeof A4) => paper.points * Math.max(1, all / paper.pixels);
  const height = onePage ? heightOf(sheet) : Infinity;
  const whole = [A4, A3].find((paper) => fits(all, paper) && height * LEAST_SCALE <= paper.points);
  if (whole !== undefined) return { size: whole.size, wide: 1, high: 1, points: height };
  if (fits(all, A4)) return { size: A4.size, wide: 1, high: 0, points: points(A4) };
  if (fits(all, A3)) return { size: A3.size, wide: 1, high: 0, points: points(A3) };
  // The first columns stand on each page again.
  const again = width(frozenColumns);
  const line = (A3.pixels / LEAST_SCALE) * FILLED;
  const wide = Math.max(2, Math.ceil((all - again) / Math.max(1, line - again)));
  return { size: A3.size, wide, high: 0, points: A3.points };
}

/** The rows of a sheet's first part that begin a page. */
export function breaksOf(sheet: Sheet): number[] {
  return pageBreaks(sheet, paperOf(sheet).points);
}

/** The row of the last table's header on a sheet's first part; later parts have it below the heading. */
function headerRowOf({ tables }: Sheet, part: number): number {
  return part > 0 ? HEADING_ROWS + 1 : (layOut(tables).at(-1)?.header ?? HEADING_ROWS + 1);
}

/**
 * @param name the part's name, e.g. `Wallet (2)`
 * @param footer what stands in the middle below each page
 */
export function pageOf(
  sheet: Sheet,
  name: string,
  part: number,
  footer: string,
): Partial<AddWorksheetOptions> {
  const header = headerRowOf(sheet, part);
  const { ref, frozenColumns, filtered, printed, widths } = sheet;
  const paper = paperOf(sheet);
  const split = filtered && sheet.tables.length === 1 ? header : HEADING_ROWS;
  return {
    properties: { tabColor: { argb: tabColor(ref) } },
    views: [
      {
        state: "frozen",
        xSplit: frozenColumns,
        ySplit: split,
        topLeftCell: `${columnLetters(frozenColumns)}${split + 1}`,
        showGridLines: false,
      },
    ],
    pageSetup: {
      paperSize: paper.size,
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: paper.wide,
      fitToHeight: paper.high,
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.25, footer: 0.3 },
      // The last table is the one that runs over pages; those before it end on the first ones.
      printTitlesRow: `${header}:${header}`,
      ...(paper.wide > 1 && frozenColumns > 0
        ? { printTitlesColumn: `A:${columnLetters(frozenColumns - 1)}` }
        : {}),
      ...(printed < widths.length ? { printArea: `A:${columnLetters(printed - 1)}` } : {}),
    },
    headerFooter: headerAndFooter(sheet, name, footer),
  };
}

/** What stands above and below the pages of a sheet's part, as written. @param footer as `pageOf` takes it */
export function marginsOf(sheet: Sheet, name: string, footer: string): string[] {
  return Object.values(headerAndFooter(sheet, name, footer)).filter((text) => typeof text === "string");
}

/** Letters of 10 points, which shrink with the sheet. The first page has the sheet's own heading. */
function headerAndFooter({ ref, title }: Sheet, name: string, footer: string) {
  const below = `&L&10${ref}  ${name}&C&10${pageText(footer)}&R&10Page &P of &N`;
  return {
    differentFirst: true,
    firstHeader: "&L&10 ",
    // A page beside the first has no room for the sheet's heading.
    oddHeader: `&L&10${ref}  ${pageText(title)}&R&10Prepared and reviewed: see A`,
    oddFooter: below,
    firstFooter: below,
  };
}

/**
 * A header or footer has at most 255 characters in Excel, and an ampersand stands for itself when doubled. A
 * digit right after the size of the font would belong to it.
 */
function pageText(text: string): string {
  const plain = cleanText(text.slice(0, 90)).replaceAll("&", "&&");
  return /^\d/u.test(plain) ? ` ${plain}` : plain;
}
