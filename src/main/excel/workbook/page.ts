/**
 * How a sheet looks on screen and on paper: frozen header, landscape A4, one page wide, header repeated, page
 * numbers.
 */
import type { AddWorksheetOptions } from "exceljs";
import { HEADING_ROWS, type Sheet } from "../../../core/report/model.ts";
import { columnLetters, layOut } from "../../../core/report/place.ts";
import { cleanText } from "../../../core/report/words/clean-text.ts";
import { tabColor } from "./styles.ts";

/** A4 in the numbers of Excel. */
const A4 = 9;

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
      paperSize: A4,
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.25, footer: 0.3 },
      printTitlesRow: `${filtered ? header : 1}:${filtered ? header : HEADING_ROWS}`,
      ...(printed < widths.length ? { printArea: `A:${columnLetters(printed - 1)}` } : {}),
    },
    headerFooter: {
      oddFooter: `&L&8${ref}  ${name}&C&8${footerText(footer)}&R&8Page &P of &N`,
    },
  };
}

/**
 * A footer has at most 255 characters in Excel, and an ampersand stands for itself when doubled. A digit
 * right after the size of the font would belong to it.
 */
function footerText(text: string): string {
  const plain = cleanText(text.slice(0, 90)).replaceAll("&", "&&");
  return /^\d/u.test(plain) ? ` ${plain}` : plain;
}
