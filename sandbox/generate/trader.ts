/** The owner of a world, and the names derived from its seed. */
import { USUAL_ONE_IN } from "../plan.ts";
import type { WorldPlan } from "../world.ts";

// Pseudo-random numbers that are the same on every machine: sfc32 over 32-bit integers.

/** One round of splitmix32: spreads a 32-bit integer over all 32 bits, each value onto another. */
export function scramble(value: number): number {
  let x = (value + 0x9e3779b9) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** A 32-bit integer from several, each of which matters. */
export function mix(...keys: readonly number[]): number {
  let mixed = 0x5bd1e995;
  for (const key of keys) mixed = scramble(mixed ^ key);
  return mixed;
}

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param keys 32-bit integers; the same keys give the same numbers */
  constructor(...keys: readonly number[]) {
    this.#a = mix(...keys) | 0;
    this.#b = scramble(this.#a) | 0;
    this.#c = scramble(this.#b) | 0;
  }

  /** The next integer, 0 … 2^32 − 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** An integer from 0 to just below `count`, which is at most 2^32. */
  below(count: number): number {
    return Math.floor((this.next() * count) / 0x1_0000_0000);
  }

  /** An integer between two, both included. */
  between(lowest: number, highest: number): number {
    return lowest + this.below(highest - lowest + 1);
  }

  /** True as often as `percent` says. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One of several; there must be one. */
  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }
}

/** The caller of the service. */
export interface Trader {
  /** The seed as two 32-bit integers: first keys of every `Random` of the world. */
  readonly seed: readonly [number, number];
  readonly convention: WorldPlan["convention"];
  readonly userID: number;
  /** The default business, which the business endpoint returns. */
  readonly businessID: number;
  /** A second business of the same user, which no endpoint returns. */
  readonly secondBusinessID: number;
  /** One for all of the user's businesses, or one for each. */
  readonly wallets: 1 | 2;
  /** Whether the escrow charge of a sale is an entry of its own; else no entry has it. */
  readonly booksFees: boolean;
  /** About one row in so many begins an incident; null where requests wait for each other and none crashes. */
  readonly oneIn: number | null;
}

/** What a `Random` of the world is for, so that no two draw the same numbers. */
export const DRAW = { trader: 1, month: 2, payment: 3, faults: 4, races: 5 } as const;

export const WORLD_CURRENCY = "NGN";

export function traderOf({ seed, convention, faults, oneIn = USUAL_ONE_IN, wallets = 1 }: WorldPlan): Trader {
  const races = faults === "races" || faults === "all";
  const keys = [seed % 0x1_0000_0000, Math.floor(seed / 0x1_0000_0000)] as const;
  const random = new Random(...keys, DRAW.trader);
  const userID = random.between(1200, 98_000);
  const businessID = random.between(400, 60_000);
  return {
    seed: keys,
    convention,
    userID,
    businessID,
    secondBusinessID: businessID + random.between(11, 900),
    wallets,
    booksFees: races,
    oneIn: races ? oneIn : null,
  };
}

export function draw(trader: Trader, purpose: number, which: number): Random {
  return new Random(...trader.seed, purpose, which);
}

const LETTERS = Array.from("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const TRIPLES = PAIRS.flatMap((pair) => LETTERS.map((third) => pair + third));

/**
 * The payref of the world's n-th payment: P and 11 letters or digits. No two are alike, for 32 of their bits
 * are a permutation of n, and none is near another but by a chance of one in many millions.
 */
export function payrefOf({ seed }: Trader, ordinal: number): string {
  const unique = scramble(scramble(ordinal) ^ seed[0]);
  const other = mix(...seed, ordinal, 0x70617972);
  const low = TRIPLES[unique & 0x7fff] ?? "";
  const middle = TRIPLES[(unique >>> 15) & 0x7fff] ?? "";
  const high = TRIPLES[(unique >>> 30) | ((other & 0x1fff) << 2)] ?? "";
  return `P${low}${middle}${high}${PAIRS[(other >>> 13) & 0x3ff] ?? ""}`;
}
