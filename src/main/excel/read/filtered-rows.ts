/** Whether a filter can be what hides rows: one that asks for what no shown row has hides nothing. */
import type { FoundCell, FoundRow } from "./found-rows.ts";
import type { FoundFilter } from "./found-formats.ts";

/** Takes a sheet's rows once more, now that its filter is known. */
export class FilteredRows {
  readonly #filter: FoundFilter;
  #isAnyShown = false;
  #isAnyAsked = false;

  constructor(filter: FoundFilter) {
    this.#filter = filter;
  }

  take({ row, cells, hidden }: FoundRow): void {
    const { first, last } = this.#filter;
    if (hidden !== null || row < first || row > last) return;
    this.#isAnyShown = true;
    this.#isAnyAsked ||= mayShow(this.#filter, cells);
  }

  /** Whether rows are shown that the filter would hide, and none that it would show. */
  get isIdle(): boolean {
    return this.#isAnyShown && !this.#isAnyAsked;
  }
}

function mayShow({ asked }: FoundFilter, cells: readonly FoundCell[]): boolean {
  return asked.every(({ column, values, isMore }) => {
    if (isMore || values.length === 0) return true;
    const { value = null } = cells.find((cell) => cell.column === column) ?? {};
    return values.some((asks) => mayBe(asks, value));
  });
}

/** Whether a value may be shown as it is asked for; its format may have added signs to a number. */
function mayBe(asks: string, value: FoundCell["value"]): boolean {
  if (typeof value !== "number") return fits(asks.toUpperCase(), String(value ?? "").toUpperCase());
  if (!/\d/u.test(asks)) return value === 0 && !/\p{L}/u.test(asks);
  // A date is a number too.
  return /[-/:]/u.test(asks) || digitsOf(asks) === digitsOf(String(value));
}

/** The digits of a number without noughts at either end; '' where it has none. */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, "").replaceAll(/^0+|0+$/gu, "");
}

/** Nobody types a longer one. */
const LONGEST_PATTERN = 500;

/** Whether a text is what a pattern asks for: `*` stands for any text in it, `?` for one character. */
function fits(pattern: string, text: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return true;
  let [at, star, resumed] = [0, -1, 0];
  for (let read = 0; read < text.length;) {
    const sign = pattern[at];
    if (sign === "*") {
      star = at;
      at += 1;
      resumed = read;
    } else if (sign === "?" || sign === text[read]) {
      at += 1;
      read += 1;
    } else if (star !== -1) {
      at = star + 1;
      resumed += 1;
      read = resumed;
    } else return false;
  }
  return /^\**$/u.test(pattern.slice(at));
}
