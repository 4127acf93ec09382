/** In which order a few rows were applied, where the balances they state say so. */

/** An order in which rows fit the balances they state. */
export interface FittingOrder {
  /** Indices of the rows. */
  readonly order: readonly number[];
  /** Whether each row states the sum at its own place, and not a later one. */
  readonly isExact: boolean;
}

/**
 * Looks for an order of rows in which each states `before` and the first movements of the order, up to its own
 * or to a later place. Sums that leave the safe range are equal to nothing.
 *
 * @param before the balance before the rows
 * @param movements of the rows, at most six
 * @param stated the balance that each row states
 * @returns the first of all orders that fit, by index; one that is exact before others. null where none fits
 */
export function fittingOrder(
  before: number,
  movements: readonly number[],
  stated: readonly number[],
): FittingOrder | null {
  const search = new OrderSearch(before, movements, stated);
  const exact = search.find(true);
  if (exact !== null) return { order: exact, isExact: true };
  const late = search.find(false);
  return late === null ? null : { order: late, isExact: false };
}

/** Sets of rows are bits: row r is in a set where bit r is 1. */
class OrderSearch {
  readonly #rows: number;
  readonly #all: number;
  /** By set of applied rows: those of them that state the balance then. */
  readonly #stating: readonly number[];
  /** By set of applied rows: those that state the balance then or may do so once more are applied. */
  readonly #possible: readonly number[];

  constructor(before: number, movements: readonly number[], stated: readonly number[]) {
    this.#rows = movements.length;
    this.#all = 2 ** this.#rows - 1;
    const balances = [before];
    const stating = [0];
    for (let set = 1; set <= this.#all; set += 1) {
      const newest = 31 - Math.clz32(set);
      const balance = (balances[set - 2 ** newest] as number) + (movements[newest] as number);
      balances.push(Number.isSafeInteger(balance) ? balance : Number.NaN);
      stating.push(set & bitsOf(stated, balances[set] as number));
    }
    const possible = [...stating];
    for (let set = this.#all; set >= 0; set -= 1) {
      for (let row = 0; row < this.#rows; row += 1) {
        possible[set] = (possible[set] as number) | (possible[set | (1 << row)] as number);
      }
    }
    this.#stating = stating;
    this.#possible = possible;
  }

  /** @param isExact whether each row has to state the balance at its own place */
  find(isExact: boolean): number[] | null {
    if (this.#possible[0] !== this.#all) return null;
    const order: number[] = [];
    const failed = new Set<number>();
    return this.#goOn({ applied: 0, open: 0 }, isExact, order, failed) ? order : null;
  }

  /**
   * Applies the rows that are left, depth first.
   *
   * @param open those of the applied whose balance has not come yet
   * @param failed what was tried in vain, so that no order is tried twice: an order's end depends on nothing else
   */
  #goOn(
    { applied, open }: { readonly applied: number; readonly open: number },
    isExact: boolean,
    order: number[],
    failed: Set<number>,
  ): boolean {
    if (applied === this.#all) return open === 0;
    const key = applied * 64 + open;
    if (failed.has(key)) return false;
    for (let row = 0; row < this.#rows; row += 1) {
      if ((applied & (1 << row)) !== 0) continue;
      const next = applied | (1 << row);
      const stillOpen = (open | (1 << row)) & ~(this.#stating[next] as number);
      if (isExact && stillOpen !== 0) continue;
      const waiting = stillOpen | (this.#all & ~next);
      if ((waiting & ~(this.#possible[next] as number)) !== 0) continue;
      order.push(row);
      if (this.#goOn({ applied: next, open: stillOpen }, isExact, order, failed)) return true;
      order.pop();
    }
    failed.add(key);
    return false;
  }
}

/** The rows that state a balance. */
function bitsOf(stated: readonly number[], balance: number): number {
  let bits = 0;
  for (let row = 0; row < stated.length; row += 1) if (stated[row] === balance) bits |= 1 << row;
  return bits;
}
