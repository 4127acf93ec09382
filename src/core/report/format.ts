/** What an export may be written as: one workbook, or a folder of tables. */
export const EXPORT_FORMATS = ["xlsx", "csv", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
