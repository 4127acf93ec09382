/**
 * What was found in a cell, shown so that a person sees how it differs from what was exported, also where the
 * two look alike.
 */
import type { CellKind } from "../../../../core/report/model.ts";
import type { ExcelValue } from "../../workbook/excel-values.ts";
import type { FoundCell } from "../file/found-rows.ts";
import { shortened, shownCell } from "./shown-value.ts";

const BLANK_ENDS = /^\s|\s$/u;
const PLAIN = /^[\u0020-\u007E\n]$/u;
/** So many strange signs are named. */
const MOST_SIGNS = 5;

/** As `shownValue`, with a remark where it would read as what was exported. */
export function shownFound(
  exported: ExcelValue | null,
  found: FoundCell["value"],
  kind: CellKind,
  decimals: number,
): string {
  if (exported === null || exported === "" || found === null) return shownCell(found, kind, decimals);
  if (typeof found === "string") {
    return typeof exported === "string"
      ? shownBeside(exported, found)
      : `"${shortened(found)}" typed as a text`;
  }
  const shown = shownCell(found, kind, decimals);
  if (typeof exported === "string") return `${shown} typed as a number`;
  return shown === shownCell(exported, kind, decimals) ? `${shown} (${String(found)})` : shown;
}

/** Letters of another alphabet and signs that cannot be seen are named, blanks at the ends are quoted. */
function shownBeside(exported: string, found: string): string {
  const shown = shortened(found);
  const signs = strangeIn(exported, found);
  if (signs.length > 0) return `${shown} (with ${signs.slice(0, MOST_SIGNS).map(codeOf).join(", ")})`;
  if (found.trim() === exported.trim() || (BLANK_ENDS.test(found) && !BLANK_ENDS.test(exported))) {
    return `"${shown}"`;
  }
  if (shown !== shortened(exported)) return shown;
  let at = 0;
  while (found[at] === exported[at]) at += 1;
  return `${shown} (another from character ${at + 1} on)`;
}

/**
 * Signs by which a text differs that takes letters for others or has some put in; none of a text that is
 * another one altogether.
 */
function strangeIn(exported: string, found: string): string[] {
  const own = new Set(exported);
  const letters = Array.from(found);
  const strange = [...new Set(letters)].filter((sign) => !PLAIN.test(sign) && !own.has(sign));
  const rest = letters.filter((sign) => !strange.includes(sign));
  const isReplaced = letters.length === Array.from(exported).length && rest.length * 2 >= letters.length;
  return isReplaced || rest.join("") === exported ? strange : [];
}

/** @example codeOf("А") // 'U+0410' */
function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
