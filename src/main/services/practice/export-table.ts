/** The calls of the thread that exports months. */
import { loadWorkbookWriter } from "../../excel/workbook/load-writer.ts";
import { exportMonth } from "./export-month.ts";

export const EXPORT_TABLE = {
  exportMonth,
  /** Loads what writes workbooks. Whoever writes one is told why it cannot be loaded. */
  load: async (): Promise<void> => {
    await loadWorkbookWriter().catch(() => undefined);
  },
};

export type ExportTable = typeof EXPORT_TABLE;
