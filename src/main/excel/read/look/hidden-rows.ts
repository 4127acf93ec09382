/** Which rows of a sheet are hidden, by a filter or by hand: a sheet tells its filter after its rows. */
import type { FoundFilter } from "./found-filter.ts";
import type { FoundRow } from "../file/found-rows.ts";

/** Hidden rows below each other, those that hold nothing not counted. */
interface HiddenRun {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

interface HiddenByWhom {
  readonly byHand: readonly HiddenRun[];
  /** How many rows the filter hides. */
  readonly byFilter: number;
}

const SHOWN = 1;
const HIDDEN = 2;
const FLAT = 3;
const BATCH = 4096;

export class HiddenRows {
  /** By row: 0 for one that holds nothing. */
  #states = new Uint8Array(BATCH);
  #last = 0;

  /** Takes the next row that holds something. */
  take({ row, hidden }: FoundRow): void {
    if (row >= this.#states.length) {
      const longer = new Uint8Array(Math.max(row + BATCH, this.#states.length * 2));
      longer.set(this.#states);
      this.#states = longer;
    }
    this.#states[row] = hidden === null ? SHOWN : hidden === "mark" ? HIDDEN : FLAT;
    this.#last = row;
  }

  /**
   * After the last row. A filter hides by the row's mark alone: a height of nothing is set by hand.
   *
   * @param most so many runs are told apart; what is hidden beyond goes into the last of them
   */
  byWhom(filter: FoundFilter | null, most: number): HiddenByWhom {
    const byHand: { first: number; last: number; count: number }[] = [];
    let byFilter = 0;
    let goesOn = false;
    for (let row = 1; row <= this.#last; row += 1) {
      const state = this.#states[row];
      if (state === 0) continue;
      const isFiltered = state === HIDDEN && filter !== null && row >= filter.first && row <= filter.last;
      if (isFiltered) byFilter += 1;
      if (state === SHOWN || isFiltered) {
        goesOn = false;
        continue;
      }
      const run = byHand.at(-1);
      if (run !== undefined && (goesOn || byHand.length === most)) {
        run.last = row;
        run.count += 1;
      } else byHand.push({ first: row, last: row, count: 1 });
      goesOn = true;
    }
    return { byHand, byFilter };
  }
}
