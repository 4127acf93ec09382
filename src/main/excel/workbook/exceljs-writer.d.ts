/** The writer of exceljs alone: its readers, which Tieout does not use, would be bundled with it. */
declare module "exceljs/lib/stream/xlsx/workbook-writer.js" {
  import type exceljs from "exceljs";

  const WorkbookWriter: typeof exceljs.stream.xlsx.WorkbookWriter;
  export default WorkbookWriter;
}
