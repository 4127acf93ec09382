/** The value that a cell holds for a value of the model: a number, a text or a boolean. */
import { TieoutError } from "../../../core/errors.ts";
import { isExactId } from "../../../core/text/plain-text.ts";
import { type CellKind } from "../../../core/report/model.ts";
import { DAY_MS, type ZoneClock } from "../../../core/time.ts";

export type ExcelValue = string | number | boolean;

/** What holding a value needs to know of the workbook. */
export interface HoldingSetting {
  readonly clock: ZoneClock;
  readonly decimals: number;
}

/** 1899-12-30, from which Excel counts days, to 1970-01-01. */
export const EPOCH_DAYS = 25_569;
/** 1900-03-01: before it Excel's calendar has a day too many. */
const FIRST_SERIAL = 61;
/** 10000-01-01. */
const END_SERIAL = 2_958_466;

export class ExcelValues {
  readonly #sheet: string;
  readonly #setting: HoldingSetting;
  /** Rows of one day follow each other. */
  #lastDay = "";
  #lastHeld: ExcelValue = "";

  /** @param sheet its name, for errors */
  constructor(sheet: string, setting: HoldingSetting) {
    this.#sheet = sheet;
    this.#setting = setting;
  }

  /**
   * @param cell its reference, for errors
   * @returns text also for what Excel cannot hold whole: long ids, days before its calendar
   * @throws TieoutError EXPORT_VALUE when a number or a date is none
   */
  hold(value: ExcelValue, kind: CellKind, cell: string): ExcelValue {
    if (typeof value === "boolean") return value;
    if (typeof value === "string") return kind === "day" ? this.#day(value, cell) : value;
    if (!Number.isFinite(value)) throw this.#refuse(cell, `${value} is not a number that a cell can hold`);
    if (kind === "amount") return this.#setting.decimals === 0 ? value : value / 10 ** this.#setting.decimals;
    if (kind === "instant") return this.#instant(value, cell);
    if (kind === "id" || kind === "text" || kind === "wrapped") {
      const digits = String(value);
      return kind === "id" && isExactId(value) ? value : digits;
    }
    return value;
  }

  #instant(atMs: number, cell: string): ExcelValue {
    // Whole seconds, as the cell shows: it would round the last millisecond of a period into the next day.
    const wallMs = Math.floor(this.#setting.clock.wallMs(atMs) / 1000) * 1000;
    if (!Number.isFinite(new Date(wallMs).getTime())) throw this.#refuse(cell, `${atMs} is not a time`);
    const serial = wallMs / DAY_MS + EPOCH_DAYS;
    // Excel has no such days; their text is worth more than a wrong date.
    if (serial < FIRST_SERIAL || serial >= END_SERIAL) return new Date(wallMs).toISOString().slice(0, 19);
    return serial;
  }

  #day(day: string, cell: string): ExcelValue {
    if (day !== this.#lastDay) {
      this.#lastHeld = this.#serialOf(day, cell) ?? day;
      this.#lastDay = day;
    }
    return this.#lastHeld;
  }

  #serialOf(day: string, cell: string): number | null {
    const at = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(at)) {
      if (/^\d{4}-/u.test(day)) throw this.#refuse(cell, `${day} is not a day`);
      return null;
    }
    const serial = at / DAY_MS + EPOCH_DAYS;
    return serial < FIRST_SERIAL ? null : serial;
  }

  #refuse(cell: string, sentence: string): TieoutError {
    return new TieoutError("EXPORT_VALUE", sentence, {
      record: `sheet ${this.#sheet}`,
      field: `cell ${cell}`,
    });
  }
}
