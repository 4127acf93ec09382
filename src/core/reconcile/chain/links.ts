/** The links of the chains: which break, and what each balance is apart from the one that follows. */
import { addAmounts } from "../../money.ts";
import type { CheckState } from "../check-state.ts";

/**
 * Links by the place of their newer entry in `chains.order`; a wallet's first place has none.
 *
 * "Unseen" is a link between entries of pulls that did not overlap.
 */
export class ChainLinks {
  readonly state: CheckState;
  /** By row: actual − expected balance of the entry's link; 0 for a wallet's oldest entry. */
  readonly difference: Float64Array;

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

  isSeen(place: number): boolean {
    return this.state.covered(this.walletIDAt(place - 1), this.walletIDAt(place));
  }

  /** Whether the entry is missing from its balance only because it is not approved. */
  isPending(place: number): boolean {
    const difference = this.differenceAt(place);
    const unapproved = this.state.input.entries.unapproved[this.rowAt(place)] === 1;
    return difference !== 0 && unapproved && difference === 0 - this.movementAt(place);
  }

  /** Whether the link is a chain-break. */
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

/** The difference of every link that exists, from the stated balance before it. */
function measureLinks({ chains, input: { entries }, movement }: CheckState): Float64Array {
  const difference = new Float64Array(entries.length);
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const of = `wallet of user ${entries.userID[chains.order[chains.start[wallet] as number] as number]}`;
    for (let at = (chains.start[wallet] as number) + 1; at < (chains.end[wallet] as number); at += 1) {
      const row = chains.order[at] as number;
      const older = chains.order[at - 1] as number;
      const expected = addAmounts(entries.balance[older] as number, movement[row] as number, of);
      difference[row] = addAmounts(entries.balance[row] as number, 0 - expected, of);
    }
  }
  return difference;
}
