import { EXPORT_FORMATS, type ExportFormat } from "../../../src/core/report/sheet/format.ts";

/** The formats that Tieout writes by itself. A binder is printed by a browser, see binder.test.ts. */
export const WRITTEN_FORMATS: readonly ExportFormat[] = EXPORT_FORMATS.filter((format) => format !== "pdf");
