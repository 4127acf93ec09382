/** Tables of a workbook in a folder, as tests read them. */
import type { Workbook } from "../../../src/core/report/sheet/model.ts";
import { type CsvStyle, csvStyleOf } from "../../../src/core/csv-text.ts";
import {
  spreadsheetCsv,
  JSON_TABLES,
  type WrittenTables,
  writeTablesInFolder,
} from "../../../src/main/excel/documents/tables-in-folder.ts";

/** For a spreadsheet. */
export function writeCsv(
  workbook: Workbook,
  folder: string,
  style: Partial<CsvStyle> = {},
): Promise<WrittenTables> {
  return writeTablesInFolder(workbook, folder, spreadsheetCsv(workbook, csvStyleOf(style)));
}

export function writeJson(workbook: Workbook, folder: string): Promise<WrittenTables> {
  return writeTablesInFolder(workbook, folder, JSON_TABLES);
}
