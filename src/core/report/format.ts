/** What an export may be written as: one workbook, one binder to print, or a folder of tables. */
export const EXPORT_FORMATS = ["xlsx", "pdf", "csv", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const FILE_FORMATS = { xlsx: "workbook", pdf: "binder" } as const;

/** Whether an export of this format is one file, and no folder of tables. */
export function isFileFormat(format: ExportFormat): format is keyof typeof FILE_FORMATS {
  return Object.hasOwn(FILE_FORMATS, format);
}

/** What one thing that an export writes is called: `workbook`, `binder` or `table`. */
export function writtenThing(format: ExportFormat): "workbook" | "binder" | "table" {
  return isFileFormat(format) ? FILE_FORMATS[format] : "table";
}

/**
 * Which layout of the workbook this version writes: the same records give the same cells at the same places.
 * It is recorded with each export, and raised with every change of what a workbook says or where, also by
 * other rules of the check. Exports of before it was recorded have none. test/core/report/layout.test.ts
 * notices a change.
 */
export const WORKBOOK_LAYOUT = 4;
