/** Which columns of a sheet a file hides. */
import type { PackageParts } from "./package-parts.ts";
import type { ColumnRange } from "./sheet-look.ts";
import { isTrue, readXml } from "./xml-events.ts";

/** Excel's last column; ranges of columns may run to it. */
const COLUMNS = 16_384;

/**
 * Reads a sheet's part as far as its rows: columns are told before them.
 *
 * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
 */
export async function hiddenColumns(parts: PackageParts, part: string): Promise<readonly ColumnRange[]> {
  const hidden: ColumnRange[] = [];
  let inRows = false;
  const reader = {
    open(name: string, attributes: Readonly<Record<string, string>>, depth: number) {
      if (name === "sheetData" && depth === 2) inRows = true;
      if (name !== "col" || depth !== 3 || hidden.length === COLUMNS) return;
      const isHidden = isTrue(attributes["hidden"]) || Number(attributes["width"] ?? 1) === 0;
      const [first, last] = [Number(attributes["min"]) - 1, Number(attributes["max"]) - 1];
      if (isHidden && first >= 0 && last >= first && last < COLUMNS) hidden.push({ first, last });
    },
    close() {},
  };
  for await (const _ of readXml(parts, part, reader)) if (inRows) break;
  return hidden;
}
