/** The writer of exceljs alone: its readers, which Tieout does not use, take as long to load. */
declare module "exceljs/lib/stream/xlsx/workbook-writer.js" {
  import type exceljs from "exceljs";

  const WorkbookWriter: typeof exceljs.stream.xlsx.WorkbookWriter;
  export default WorkbookWriter;
}
