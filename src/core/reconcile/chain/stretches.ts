/** Stretches: rows that are listed in another order than they were applied, or that state later balances. */
import { ColumnFiller, type HeldNumbers, NUMBERS_AT_ONCE } from "../input/column-kinds.ts";
import { addAmounts } from "../../money.ts";
import { oncePer } from "../../once-per.ts";
import { firstWhere } from "../../sorted.ts";
import type { CheckState } from "./check-state.ts";
import type { EntryColumns } from "../input/input.ts";
import type { RowStretch } from "../input/findings.ts";

// In which order a few rows were applied, where the balances they state say so.

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

// The links of the chains: which break, and what each balance is apart from the one that follows.

/**
 * Links by the place of their newer entry in `chains.order`; a wallet's first place has none.
 *
 * "Unseen" is a link between entries of pulls that did not overlap.
 */
export class ChainLinks {
  readonly state: CheckState;
  /** By row: actual − expected balance of the entry's link; 0 for a wallet's oldest entry. */
  readonly difference: HeldNumbers;

  /** @throws TieoutError SUM_OVERFLOW naming the wallet */
  constructor(state: CheckState) {
    this.state = state;
    this.difference = measureLinks(state);
  }

  rowAt(place: number): number {
    return this.state.chains.order[place] as number;
  }

  balanceAt(place: number): number {
    return this.state.input.entries.balance[this.rowAt(place)] as number;
  }

  movementAt(place: number): number {
    return this.state.movement[this.rowAt(place)] as number;
  }

  walletIDAt(place: number): number {
    return this.state.input.entries.walletID[this.rowAt(place)] as number;
  }

  differenceAt(place: number): number {
    return this.difference[this.rowAt(place)] as number;
  }

  /** How many of the walletIDs between an entry and the one before it no entry of any wallet has. */
  leftOutBefore(place: number): number {
    const [from, to] = [this.walletIDAt(place - 1), this.walletIDAt(place)];
    const held = ASCENDING(this.state.input.entries);
    const between = firstWhere(held, (id) => id >= to) - firstWhere(held, (id) => id > from);
    return to - from - 1 - between;
  }

  isSeen(place: number): boolean {
    return this.state.covered(this.walletIDAt(place - 1), this.walletIDAt(place));
  }

  /** Whether the entry is missing from its balance only because it is not approved. */
  isPending(place: number): boolean {
    const difference = this.differenceAt(place);
    const unapproved = this.state.input.entries.unapproved[this.rowAt(place)] === 1;
    return difference !== 0 && unapproved && difference === 0 - this.movementAt(place);
  }

  isBreak(place: number): boolean {
    return this.differenceAt(place) !== 0 && this.isSeen(place) && !this.isPending(place);
  }

  /** The places `from` … `end` − 1 whose links are chain-breaks. */
  breaksBetween(from: number, end: number): number[] {
    const { difference } = this;
    const { order } = this.state.chains;
    const places: number[] = [];
    for (let place = from; place < end; place += 1) {
      // Nearly all of a million links differ by nothing.
      if (difference[order[place] as number] !== 0 && this.isBreak(place)) places.push(place);
    }
    return places;
  }
}

/** The walletIDs of all wallets. */
const ASCENDING = oncePer(({ walletID }: EntryColumns) => walletID.toSorted());

/** The difference of every link that exists, from the stated balance before it. */
function measureLinks({ chains, input: { entries }, movement }: CheckState): HeldNumbers {
  const links = new ColumnFiller({ difference: "number" } as const, entries.length);
  const rows: number[] = [];
  const differences: number[] = [];
  const write = () => {
    links.scatter("difference", Float64Array.from(differences), rows);
    rows.length = differences.length = 0;
  };
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const of = `wallet of user ${entries.userID[chains.order[chains.start[wallet] as number] as number]}`;
    for (let at = (chains.start[wallet] as number) + 1; at < (chains.end[wallet] as number); at += 1) {
      const row = chains.order[at] as number;
      const older = chains.order[at - 1] as number;
      const expected = addAmounts(entries.balance[older] as number, movement[row] as number, of);
      const difference = addAmounts(entries.balance[row] as number, 0 - expected, of);
      if (difference === 0) continue;
      differences.push(difference);
      if (rows.push(row) === NUMBERS_AT_ONCE) write();
    }
  }
  write();
  return links.columns.difference;
}

const FEWEST_ROWS = 2;
const MOST_ROWS = 6;

export interface FoundStretch {
  readonly cause: "out-of-sequence" | "read-late";
  /** The places of its first row and of the row after it: its links are those of all of them. */
  readonly first: number;
  readonly after: number;
  readonly stretch: RowStretch;
}

/** The stretches of a wallet, oldest first. @param breaks places, ascending @param end after the last */
export function stretchesOf(links: ChainLinks, breaks: readonly number[], end: number): FoundStretch[] {
  const found: FoundStretch[] = [];
  for (const place of breaks) {
    if (place <= (found.at(-1)?.after ?? -1)) continue;
    const stretch = stretchFrom(links, place, end);
    if (stretch !== null) found.push(stretch);
  }
  return found;
}

/** The shortest stretch whose first link is the broken one of a place. */
function stretchFrom(links: ChainLinks, first: number, end: number): FoundStretch | null {
  const last = Math.min(end - 1, first + MOST_ROWS);
  const before = links.balanceAt(first - 1);
  let balance = before + links.movementAt(first);
  /** The balances that the first row may state: those after it and any of the others. */
  const possible = [balance];
  for (let after = first + 1; after <= last; after += 1) {
    if (!links.isSeen(after) || links.isPending(after)) return null;
    balance += links.movementAt(after);
    if (after - first < FEWEST_ROWS) continue;
    const moved = links.movementAt(after - 1);
    possible.push(...possible.map((sum) => sum + moved));
    if (links.balanceAt(after) !== balance || !possible.includes(links.balanceAt(first))) continue;
    const places = Array.from({ length: after - first }, (_, row) => first + row);
    const fit = fittingOrder(
      before,
      places.map((place) => links.movementAt(place)),
      places.map((place) => links.balanceAt(place)),
    );
    if (fit === null) continue;
    const walletIDs = places.map((place) => links.walletIDAt(place));
    const order = fit.order.map((row) => walletIDs[row] as number);
    return {
      cause: fit.isExact ? "out-of-sequence" : "read-late",
      first,
      after,
      stretch: { walletIDs, order },
    };
  }
  return null;
}
