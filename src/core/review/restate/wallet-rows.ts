/** One wallet's rows as each pull leaves them, and its closing at the end of a month. */
import { addAmounts } from "../../money.ts";
import { rowOf } from "../../sorted.ts";
import type { Signature } from "./signatures.ts";

// Latest times by position, with the two searches that cut a wallet into months: the latest time up to a
// position, and the first position with a later time.

/** The time of a position that is empty. */
const NONE = -Infinity;

/** Milliseconds UTC by position, some empty. Questions and changes take time by the logarithm of length. */
export class LatestTimeTree {
  readonly length: number;
  /** A tree over the positions: node n is the later of nodes 2n and 2n + 1, position p is node width + p. */
  readonly #latest: Float64Array;
  readonly #width: number;

  constructor(length: number) {
    this.length = length;
    this.#width = 2 ** Math.ceil(Math.log2(Math.max(length, 2)));
    this.#latest = new Float64Array(2 * this.#width).fill(NONE);
  }

  /** null where it is empty. */
  at(position: number): number | null {
    const atMs = this.#node(this.#width + position);
    return atMs === NONE ? null : atMs;
  }

  /** @param atMs null empties the position */
  set(position: number, atMs: number | null): void {
    let node = this.#width + position;
    this.#latest[node] = atMs ?? NONE;
    for (node >>= 1; node > 0; node >>= 1) {
      const latest = Math.max(this.#node(2 * node), this.#node(2 * node + 1));
      if (latest === this.#latest[node]) return;
      this.#latest[node] = latest;
    }
  }

  /** The latest time at or before a position; null when there is none. */
  latestUpTo(position: number): number | null {
    let node = this.#width + position;
    let latest = this.#node(node);
    for (; node > 1; node >>= 1) if (node % 2 === 1) latest = Math.max(latest, this.#node(node - 1));
    return latest === NONE ? null : latest;
  }

  /** The first position whose time is `atMs` or later; the length when there is none. */
  firstFrom(atMs: number): number {
    if (this.#node(1) < atMs) return this.length;
    let node = 1;
    while (node < this.#width) node = this.#node(2 * node) >= atMs ? 2 * node : 2 * node + 1;
    return node - this.#width;
  }

  /** The last position before another one that is not empty; −1 when there is none. */
  lastBefore(position: number): number {
    if (position >= this.#width) return this.#lastUnder(1);
    for (let node = this.#width + position; node > 1; node >>= 1) {
      if (node % 2 === 1 && this.#node(node - 1) !== NONE) return this.#lastUnder(node - 1);
    }
    return -1;
  }

  #lastUnder(top: number): number {
    if (this.#node(top) === NONE) return -1;
    let node = top;
    while (node < this.#width) node = this.#node(2 * node + 1) === NONE ? 2 * node : 2 * node + 1;
    return node - this.#width;
  }

  #node(node: number): number {
    return this.#latest[node] as number;
  }
}

/** What a row says, as far as balances and months use it. */
export interface RowContent {
  readonly userID: number;
  readonly businessID: number;
  /** Credit less debit. */
  readonly raised: number;
  readonly balance: number;
  /** Milliseconds UTC. */
  readonly dateCreatedAtMs: number;
}

export interface MonthOfWallet {
  /** Its rows are those from `first` up to, but without, `end`. */
  readonly first: number;
  readonly end: number;
  /** The stated balance of the last row up to its end, else what the wallet opens with; 0 without rows. */
  readonly closing: number;
}

/** The rows of a wallet by position, ascending walletID; those that pulls so far lack are empty. */
export class WalletRows {
  /** Of the wallet, see `walletKey`. */
  readonly #key: string;
  readonly #walletIDs: Float64Array;
  readonly #raised: Float64Array;
  readonly #balance: Float64Array;
  readonly #moments: LatestTimeTree;

  /** @param walletIDs of all rows that it ever has, ascending */
  constructor(key: string, walletIDs: Float64Array) {
    this.#key = key;
    this.#walletIDs = walletIDs;
    this.#raised = new Float64Array(walletIDs.length);
    this.#balance = new Float64Array(walletIDs.length);
    this.#moments = new LatestTimeTree(walletIDs.length);
  }

  /** @throws Error when the wallet never has such a row, which is a defect of ours */
  positionOf(walletID: number): number {
    const position = rowOf(this.#walletIDs, walletID);
    if (position < 0) throw new Error(`the wallet has no row ${walletID}`);
    return position;
  }

  /** @param content null takes the row away */
  set(position: number, content: RowContent | null): void {
    if (content !== null) {
      this.#raised[position] = content.raised;
      this.#balance[position] = content.balance;
    }
    this.#moments.set(position, content?.dateCreatedAtMs ?? null);
  }

  /** The latest dateCreated among a row and those before it; null when there is none. */
  periodDateAt(position: number): number | null {
    return this.#moments.latestUpTo(position);
  }

  /** Whether a position follows on all rows that are there, of which there are some. */
  follows(position: number): boolean {
    const last = this.#moments.lastBefore(this.#moments.length);
    return last !== -1 && last < position;
  }

  monthOf({ fromMs, toMs, convention, walletKeys }: Signature): MonthOfWallet {
    const moments = this.#moments;
    const first = moments.firstFrom(fromMs);
    const end = moments.firstFrom(toMs + 1);
    const last = moments.lastBefore(end);
    if (last !== -1) return { first, end, closing: this.#balance[last] as number };
    // A wallet that begins later, and was not known when the month was signed, has no closing yet.
    if (end === moments.length || !walletKeys.has(this.#key)) return { first, end, closing: 0 };
    // Nothing is before the first row that is too late, so it is the oldest.
    const moved = movement(this.#raised[end] as number, convention);
    return {
      first,
      end,
      closing: addAmounts(this.#balance[end] as number, 0 - moved, "opening of a wallet"),
    };
  }

  /** Σ movements of the rows of a range, one position left out. */
  movementsIn(from: number, to: number, without: number, { convention }: Signature): number {
    let sum = 0;
    for (let at = from; at < to; at += 1) {
      if (at === without || this.#moments.at(at) === null) continue;
      sum = addAmounts(sum, movement(this.#raised[at] as number, convention), "wallet");
    }
    return sum;
  }

  /** The current movement of a row in a month; otherwise 0. */
  movementAt(position: number, { first, end }: MonthOfWallet, { convention }: Signature): number {
    if (position < first || position >= end || this.#moments.at(position) === null) return 0;
    return movement(this.#raised[position] as number, convention);
  }
}

/** + raises the balance. */
function movement(raised: number, convention: Signature["convention"]): number {
  return convention === "bank" ? raised : 0 - raised;
}
