/** Loads exceljs only when a workbook is written: it takes as long to load as the rest of a command. */
import type { writeWorkbook } from "./write-workbook.ts";

export async function loadWorkbookWriter(): Promise<typeof writeWorkbook> {
  return (await import("./write-workbook.ts")).writeWorkbook;
}
