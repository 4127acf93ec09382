/** How a sheet looks on screen and on paper: frozen header, landscape, one page wide, header repeated, page numbers. */
import type { AddWorksheetOptions } from "exceljs";
import { HEADING_ROWS, type Sheet } from "../../core/report/model.ts";
import { columnLetters } from "../../core/report/place.ts";

/** The row of the last table's header on a sheet's first part; later parts have it right below the heading. */
export function headerRowOf({ tables }: Sheet, part: number): number {
  if (part > 0) return HEADING_ROWS + 1;
  return tables.reduce((row, { title, count }, at) => {
    const header = row + (title === null ? 0 : 1);
    return at === tables.length - 1 ? header : header + count + 2;
  }, HEADING_ROWS + 1);
}

/** @param name the part's name, e.g. `Wallet (2)` */
export function pageOf(sheet: Sheet, name: string, part: number): Partial<AddWorksheetOptions> {
  const header = headerRowOf(sheet, part);
  const { frozenColumns, filtered, printed, widths } = sheet;
  const split = filtered && sheet.tables.length === 1 ? header : HEADING_ROWS;
  return {
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
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.25, footer: 0.3 },
      printTitlesRow: `${sheet.filtered ? header : 1}:${sheet.filtered ? header : HEADING_ROWS - 1}`,
      ...(printed < widths.length ? { printArea: `A:${columnLetters(printed - 1)}` } : {}),
    },
    headerFooter: {
      oddFooter: `&L&8${sheet.ref}  ${name}&C&8Tieout&R&8Page &P of &N`,
    },
  };
}
