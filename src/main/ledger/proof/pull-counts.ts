/** Compares the counts in the links of pulls with the rows of the four tables, as these are read. */
import type { Cut, IntakeCounts } from "../trail/pull-payload.ts";
import type { StoredRow } from "../tables/record-table.ts";
import type { DigestShape, TableSuffix } from "../trail/row-digests.ts";
import { type Problem, ProblemList } from "./small-tables.ts";

// Counts the records at or above an id present after a pull, for many pulls in one walk a table.

/** A question: how many records from an id on were present after a pull. */
interface PresentAsk {
  readonly pull: number;
  readonly from: number;
}

class PresentCounts {
  readonly #asks: readonly PresentAsk[];
  readonly #counts: Float64Array;
  readonly #walk: PullSums;
  #next = 0;

  /** @param pulls how many there are */
  constructor(asks: readonly PresentAsk[], pulls: number) {
    this.#asks = asks.toSorted((a, b) => a.from - b.from);
    this.#counts = new Float64Array(asks.length);
    this.#walk = new PullSums(pulls);
  }

  /** Takes a record that came (again) with 1, and one that is gone with −1; in ascending order of ids. */
  take(id: number, pull: number, weight: 1 | -1): void {
    this.#leaveOutBelow(id);
    this.#walk.add(pull, weight);
  }

  #leaveOutBelow(id: number): void {
    for (;;) {
      const ask = this.#asks[this.#next];
      if (ask === undefined || ask.from > id) return;
      this.#count(this.#next, -this.#walk.upTo(ask.pull));
      this.#next += 1;
    }
  }

  #count(at: number, more: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + more;
  }

  /** Ends a table; the next one starts at its lowest id again, and counts in addition. */
  endTable(): void {
    this.#leaveOutBelow(Infinity);
    for (const [at, { pull }] of this.#asks.entries()) this.#count(at, this.#walk.upTo(pull));
    // What this table came to stays in the sums: of the next one it is taken off with what is below, and added again.
    this.#next = 0;
  }

  /** Each ask with its count, once all tables ended. */
  *counts(): Generator<readonly [ask: PresentAsk, count: number]> {
    for (const [at, ask] of this.#asks.entries()) yield [ask, this.#counts[at] ?? 0];
  }
}

/** Sums by pull in a tree: adding, and the sum up to a pull, each take time by the number's digits. */
class PullSums {
  readonly #sums: Float64Array;

  constructor(pulls: number) {
    this.#sums = new Float64Array(pulls + 1);
  }

  add(pull: number, weight: number): void {
    for (let at = pull; at > 0 && at < this.#sums.length; at += at & -at)
      this.#sums[at] = (this.#sums[at] ?? 0) + weight;
  }

  upTo(pull: number): number {
    let sum = 0;
    for (let at = pull; at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }
}

/** What one pull counts of one kind of record. */
export interface ToldCounts extends IntakeCounts {
  readonly pull: number;
  /** Lowest and highest id received; null when none was, and absent where no link says it. */
  readonly range?: { readonly from: number; readonly to: number } | null;
  readonly cut?: Cut | undefined;
}

/** What the rows that a pull added come to. */
interface Tally {
  versions: number;
  vanished: number;
  repeated: number;
  /** Copies beyond the first of each record. */
  copies: number;
  /** The record of the last copy. */
  copied: number | null;
}

/** Of one kind of record. */
export class PullCounts {
  readonly #told: readonly ToldCounts[];
  readonly #tallies = new Map<number, Tally>();
  readonly #present: PresentCounts;

  constructor(told: readonly ToldCounts[]) {
    this.#told = told;
    const asks = told.flatMap(({ pull, range = null }) => {
      // A pull that received nothing found everything gone; a list without a range is whole.
      if (range === null) return [{ pull, from: -Infinity }];
      // That two of these follow each other says that a record has that very id.
      return [range.from, range.from + 1, range.to].map((from) => ({ pull, from }));
    });
    this.#present = new PresentCounts(asks, told.at(-1)?.pull ?? 0);
  }

  /** How the rows of one table are counted. */
  counterOf({ pullAt, columns }: DigestShape, suffix: TableSuffix): (row: StoredRow) => void {
    switch (suffix) {
      case "":
        return (row) => this.#present.take(Number(row[0]), Number(row[pullAt]), 1);
      case "_version":
        return (row) => {
          this.#tallyOf(Number(row[pullAt])).versions += 1;
        };
      case "_presence":
        return (row) => this.#takePresence(Number(row[0]), Number(row[pullAt]), row[2] === 1);
      case "_copy": {
        const n = columns.indexOf("n");
        return (row) => this.#takeCopy(Number(row[pullAt]), Number(row[1]), Number(row[n]));
      }
    }
  }

  #takePresence(id: number, pull: number, isThere: boolean): void {
    this.#present.take(id, pull, isThere ? 1 : -1);
    if (!isThere) this.#tallyOf(pull).vanished += 1;
  }

  #takeCopy(pull: number, id: number, n: number): void {
    const tally = this.#tallyOf(pull);
    if (tally.copied !== id) tally.repeated += 1;
    tally.copied = id;
    if (n > 1) tally.copies += 1;
  }

  endTable(): void {
    this.#present.endTable();
  }

  #tallyOf(pull: number): Tally {
    const known = this.#tallies.get(pull);
    if (known !== undefined) return known;
    const tally = { versions: 0, vanished: 0, repeated: 0, copies: 0, copied: null };
    this.#tallies.set(pull, tally);
    return tally;
  }

  /** The pulls whose links count otherwise, once all four tables were read. */
  problems(): Problem[] {
    const present = new Map<string, number>();
    for (const [{ pull, from }, count] of this.#present.counts()) present.set(`${pull} ${from}`, count);
    const wrong = new ProblemList();
    for (const told of this.#told) {
      if (fits(told, this.#tallyOf(told.pull), (from) => present.get(`${told.pull} ${from}`) ?? 0)) continue;
      const sentence = "The pull's counts differ from its rows";
      wrong.add({ code: "AUDIT_BROKEN", sentence, where: `pull ${told.pull}` });
    }
    return wrong.finish("pull");
  }
}

/** @param presentFrom how many records from an id on were there after the pull */
function fits(told: ToldCounts, tally: Tally, presentFrom: (id: number) => number): boolean {
  const { received, changed, vanished, repeated, range = null, cut } = told;
  // A copy that is used instead of the first adds a version, too, and is no change.
  const areChanges = changed <= tally.versions && changed >= tally.versions - tally.copies;
  if (!areChanges || vanished !== tally.vanished || repeated !== tally.repeated) return false;
  // Whatever was there from the lowest id on and did not come is gone from then on, unless it may have been cut.
  const left = cut?.unsure.length ?? 0;
  if (received - tally.copies + left !== presentFrom(range?.from ?? -Infinity)) return false;
  if (range === null) return true;
  return presentFrom(range.from) === presentFrom(range.from + 1) + 1 && presentFrom(range.to) === 1;
}
