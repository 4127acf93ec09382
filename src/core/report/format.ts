/** What an export may be written as: one workbook, or a folder of tables. */
export const EXPORT_FORMATS = ["xlsx", "csv", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Which layout of the workbook this version writes: the same records give the same cells at the same places.
 * It is recorded with each export, and raised with every change of what a workbook says or where, also by
 * other rules of the check. Exports of before it was recorded have none. test/core/report/layout.test.ts
 * notices a change.
 */
export const WORKBOOK_LAYOUT = 3;
