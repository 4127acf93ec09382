/** What an export may be: one workbook, one binder to print, or tables (CSV for people or programs, JSON). */
export const EXPORT_FORMATS = ["xlsx", "pdf", "csv", "csv-data", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An export of tables is one zip file, or a folder. */
export interface ExportForm {
  readonly format: ExportFormat;
  /** Whether tables go into a folder; no when left out. */
  readonly asFolder?: boolean;
}

const DOCUMENTS = { xlsx: "workbook", pdf: "binder" } as const;
type DocumentFormat = keyof typeof DOCUMENTS;
export type TableFormat = Exclude<ExportFormat, DocumentFormat>;

export function isDocument(format: ExportFormat): format is DocumentFormat {
  return Object.hasOwn(DOCUMENTS, format);
}

export function isFolderFormat({ format, asFolder = false }: ExportForm): boolean {
  return asFolder && !isDocument(format);
}

/** The ending of the one file that an export is unless it goes into a folder. */
export function fileEnding(format: ExportFormat): DocumentFormat | "zip" {
  return isDocument(format) ? format : "zip";
}

export function tableEnding(format: TableFormat): "csv" | "json" {
  return format === "json" ? "json" : "csv";
}

/** What is written in the place of an export: `workbook`, `binder`, or `tables`. */
export function writtenThing(format: ExportFormat): "workbook" | "binder" | "tables" {
  return isDocument(format) ? DOCUMENTS[format] : "tables";
}

/**
 * Which layout of the workbook this version writes: the same records give the same cells at the same places.
 * It is recorded with each export, and raised with every change of what a workbook says or where, also by
 * other rules of the check. Exports of before it was recorded have none. test/core/report/layout.test.ts
 * notices a change.
 */
export const WORKBOOK_LAYOUT = 5;
