/** Rows as numbers by which they are known again wherever they stand. */
import { oneLineEnd } from "../../../../core/text/clean-text.ts";
import type { ExcelValue } from "../../workbook/excel-values.ts";
import type { ExpectedRow } from "./expected-rows.ts";
import type { FoundRow } from "../file/found-rows.ts";
import { keptDigits, secondOf } from "./same-value.ts";

/** Rows are known by what stands in so many columns from A on: ids, times, rules. */
export const KEY_COLUMNS = 4;
/** Where dates count from another day only what stands in column A, which is no date where rows are many. */
const KEY_COLUMNS_1904 = 1;

/** The day after Excel's last one. */
const LAST_SERIAL = 2_958_466;

/** Keys of rows that come one after the other, blank ones in between counted. */
export class KeyList {
  readonly keys: number[] = [];
  readonly #columns: number;

  constructor(from1904: boolean) {
    this.#columns = from1904 ? KEY_COLUMNS_1904 : KEY_COLUMNS;
  }

  addExpected({ row, cells }: ExpectedRow): void {
    const texts = cells.slice(0, this.#columns).map((cell) => {
      if (cell === null || cell.formula !== null) return "";
      return keyText(cell.value);
    });
    this.#add(row, texts);
  }

  addFound({ row, cells }: FoundRow): void {
    const texts = Array.from({ length: this.#columns }, () => "");
    for (const { column, value, formula } of cells) {
      if (column < this.#columns && formula === null) texts[column] = keyText(value);
    }
    this.#add(row, texts);
  }

  #add(row: number, texts: readonly string[]): void {
    while (this.keys.length < row - 1) this.keys.push(0);
    this.keys.push(texts.every((text) => text === "") ? 0 : hashOf(JSON.stringify(texts)));
  }
}

function keyText(value: ExcelValue | null): string {
  if (value === null) return "";
  if (typeof value === "string") return `t${oneLineEnd(value)}`;
  const number = Number(value);
  // It may be a date, which is the same to the second.
  return String(Math.abs(number) < LAST_SERIAL ? secondOf(number) : keptDigits(number));
}

/** 53 bits of it: two hashes of 32 and 21; never 0. */
function hashOf(text: string): number {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul((other << 5) ^ (other >>> 3) ^ unit, 0x85ebca6b);
  }
  return (one >>> 0) * 2 ** 21 + ((other >>> 0) % 2 ** 21) || 1;
}
