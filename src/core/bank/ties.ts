/**
 * Which lines of a bank account a wallet's withdrawals and top-ups came to. Amount and day alone decide, and
 * only where nothing else would do: references and narrations prove nothing.
 *
 * Money that leaves the wallet arrives at the bank from a day before to seven days after the entry; what is
 * topped up has left the bank from seven days before to a day after. Of these, in this order, each among what
 * the one before has no way for:
 *
 * 1. `equal`: one entry, one line of its amount.
 * 2. `parts`: one entry in two lines, or two entries in one, which come to the same.
 * 3. `short`: one entry, one line that a fee has made smaller by at most a fiftieth.
 *
 * A way whose amounts agree is the answer where no other way of its kind has any of its entries or lines.
 * Otherwise all are shown. What is short is never an answer: any line of about that amount would do.
 */
import { putUnder } from "../sorted.ts";
import { addDays, type Day, daysBetween } from "../time.ts";
import type { AccountLine } from "./statement.ts";

/** An entry that no payment supports. */
export interface WalletMovement {
  readonly walletID: number;
  readonly day: Day;
  /** What the wallet rose by; below 0 it went out. With as many decimals as the lines. */
  readonly amount: number;
}

export const TIE_KINDS = ["equal", "parts", "short"] as const;
export type TieKind = (typeof TIE_KINDS)[number];

/** A way in which entries came to lines. */
export interface BankTie {
  readonly kind: TieKind;
  readonly movements: readonly WalletMovement[];
  readonly lines: readonly AccountLine[];
}

/** What is known of an entry. */
export interface MovementAnswer {
  readonly movement: WalletMovement;
  /**
   * `tied` in one way alone, `several` ways, `perhaps` short, `missing` on statements that reach the last day
   * on which it could have come, or `open` where they do not.
   */
  readonly state: "tied" | "several" | "perhaps" | "missing" | "open";
  /** The way or ways: first those whose lines name the entry, then by how near their days are, then by their lines. */
  readonly ways: readonly BankTie[];
}

const BEFORE_DAYS = 1;
const AFTER_DAYS = 7;
/** What a fee takes at most, of an amount. */
const FEE_SHARE = 50;

/**
 * @param lines of one account, in the order of their days
 * @param covered whether statements have the whole of a span of days
 * @returns an answer for each movement, in their order
 */
export function answerMovements(
  movements: readonly WalletMovement[],
  lines: readonly AccountLine[],
  covered: (from: Day, to: Day) => boolean,
): MovementAnswer[] {
  const ways = new Map<WalletMovement, BankTie[]>();
  const used = new Set<AccountLine>();
  for (const kind of TIE_KINDS) {
    const left = movements.filter((one) => !ways.has(one));
    const unused = lines.filter((one) => !used.has(one));
    const found = WAYS[kind](left, unused);
    for (const tie of found) {
      for (const movement of tie.movements) putUnder(ways, movement, tie);
      for (const line of tie.lines) used.add(line);
    }
  }
  const times = new Map<AccountLine, number>();
  for (const tie of new Set([...ways.values()].flat()))
    for (const line of tie.lines) times.set(line, (times.get(line) ?? 0) + 1);
  return movements.map((movement) => {
    const own = ranked(movement, ways.get(movement) ?? []);
    const isAlone = own.every(
      (tie) =>
        tie.movements.every((one) => ways.get(one)?.length === 1) &&
        tie.lines.every((line) => times.get(line) === 1),
    );
    if (own[0]?.kind === "short") return { movement, state: "perhaps", ways: own };
    if (own.length > 0) return { movement, state: isAlone ? "tied" : "several", ways: own };
    const { from, to } = arrivalDays(movement);
    return { movement, state: covered(from, to) ? "missing" : "open", ways: [] };
  });
}

/** References and narrations put a way first, and prove nothing: whoever looks at several looks at the likely one first. */
function ranked(movement: WalletMovement, ways: readonly BankTie[]): readonly BankTie[] {
  if (ways.length < 2) return ways;
  const name = new RegExp(`(?<!\\d)${movement.walletID}(?!\\d)`, "u");
  const places = ways.map((way) => ({
    way,
    isNamed: way.lines.some(({ reference, narration }) => name.test(`${reference} ${narration}`)),
    daysApart: way.lines.reduce(
      (most, { day }) => Math.max(most, Math.abs(daysBetween(movement.day, day))),
      0,
    ),
  }));
  return places
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed) || one.daysApart - other.daysApart)
    .map(({ way }) => way);
}

/** By a movement, the lines of its amount within its days, in their order. */
export function equalLines(lines: readonly AccountLine[]): (movement: WalletMovement) => AccountLine[] {
  const byAmount = Map.groupBy(lines, ({ amount }) => amount);
  return (movement) => {
    const { from, to } = arrivalDays(movement);
    return (byAmount.get(atBank(movement)) ?? []).filter(({ day }) => day >= from && day <= to);
  };
}

type FindWays = (movements: readonly WalletMovement[], free: readonly AccountLine[]) => BankTie[];

const WAYS: Readonly<Record<TieKind, FindWays>> = {
  equal: (movements, free) => {
    const equal = equalLines(free);
    return movements.flatMap((movement) =>
      equal(movement).map((line): BankTie => ({ kind: "equal", movements: [movement], lines: [line] })),
    );
  },
  parts: (movements, free) => [...inTwoLines(movements, free), ...twoInOne(movements, free)],
  short: (movements, free) => {
    const near = nearLines(free);
    return movements.flatMap((movement) => {
      const whole = atBank(movement);
      return near(movement)
        .between(Math.abs(whole) * (1 - 1 / FEE_SHARE), Math.abs(whole) * (1 + 1 / FEE_SHARE))
        .filter(({ amount }) => isShort(amount, whole))
        .map((line): BankTie => ({ kind: "short", movements: [movement], lines: [line] }));
    });
  },
};

/** What the bank shows of it: what leaves one arrives at the other. */
function atBank({ amount }: WalletMovement): number {
  return 0 - amount;
}

/** Less arrived than left the wallet, or more left the bank than arrived there. */
function isShort(line: number, whole: number): boolean {
  const fee = whole - line;
  return fee > 0 && fee * FEE_SHARE <= Math.abs(whole) && Math.sign(line) === Math.sign(whole);
}

function inTwoLines(movements: readonly WalletMovement[], free: readonly AccountLine[]): BankTie[] {
  const near = nearLines(free);
  return movements.flatMap((movement) =>
    near(movement)
      .pairsOf(Math.abs(movement.amount))
      .map((lines): BankTie => ({ kind: "parts", movements: [movement], lines })),
  );
}

function twoInOne(movements: readonly WalletMovement[], free: readonly AccountLine[]): BankTie[] {
  const near = nearMovements(movements);
  return free.flatMap((line) =>
    near(line)
      .pairsOf(Math.abs(line.amount))
      .map((pair): BankTie => ({ kind: "parts", movements: pair, lines: [line] })),
  );
}

/** The days on which the other side of a movement may be booked. */
export function arrivalDays({ day, amount }: WalletMovement): ArrivalDays {
  const isOut = amount < 0;
  return {
    from: addDays(day, 0 - (isOut ? BEFORE_DAYS : AFTER_DAYS)),
    to: addDays(day, isOut ? AFTER_DAYS : BEFORE_DAYS),
  };
}

interface ArrivalDays {
  readonly from: Day;
  readonly to: Day;
}

/** By a movement, the lines of its direction on its days: the same for all movements of a day and direction. */
function nearLines(lines: readonly AccountLine[]): (movement: WalletMovement) => Amounts<AccountLine> {
  return withinDays(lines, (movement: WalletMovement) => [
    arrivalDays(movement),
    0 - Math.sign(movement.amount),
  ]);
}

/** By a line, the movements that it may be of. */
function nearMovements(movements: readonly WalletMovement[]): (line: AccountLine) => Amounts<WalletMovement> {
  return withinDays(movements, ({ day, amount }: AccountLine) => {
    // What came in left the wallet up to seven days before.
    const isOut = amount > 0;
    const from = addDays(day, 0 - (isOut ? AFTER_DAYS : BEFORE_DAYS));
    return [{ from, to: addDays(day, isOut ? BEFORE_DAYS : AFTER_DAYS) }, 0 - Math.sign(amount)];
  });
}

/** @param asked the days, and the sign of the amounts that are looked for */
function withinDays<T extends { readonly day: Day; readonly amount: number }, Q>(
  some: readonly T[],
  asked: (by: Q) => readonly [ArrivalDays, number],
): (by: Q) => Amounts<T> {
  const byDay = Map.groupBy(some, ({ day }) => day);
  const known = new Map<string, Amounts<T>>();
  return (by) => {
    const [{ from }, sign] = asked(by);
    const key = `${from} ${sign}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const near = Array.from({ length: BEFORE_DAYS + AFTER_DAYS + 1 }, (_, days) => addDays(from, days))
      .flatMap((day) => byDay.get(day) ?? [])
      .filter(({ amount }) => Math.sign(amount) === sign);
    const made = new Amounts(near);
    known.set(key, made);
    return made;
  };
}

/** Things of one direction by how much they are: a statement may have thousands about a day. */
class Amounts<T extends { readonly amount: number }> {
  readonly #some: readonly T[];
  /** How much, each once, ascending. */
  readonly #sizes: Float64Array;
  /** By place in it, the places of those that are so much, ascending. */
  readonly #places: readonly (readonly number[])[];

  constructor(some: readonly T[]) {
    this.#some = some;
    const bySize = Map.groupBy(some.keys(), (at) => Math.abs((some[at] as T).amount));
    this.#sizes = Float64Array.from(bySize.keys()).toSorted();
    this.#places = Array.from(this.#sizes, (size) => bySize.get(size) ?? []);
  }

  /** In their order. */
  between(least: number, most: number): T[] {
    const places: number[] = [];
    for (let at = this.#first(least); at < this.#sizes.length && (this.#sizes[at] as number) <= most; at += 1)
      places.push(...(this.#places[at] as readonly number[]));
    return places.toSorted((a, b) => a - b).map((at) => this.#some[at] as T);
  }

  /** Pairs that come to a sum, in the order of the first, then of the second. */
  pairsOf(sum: number): [T, T][] {
    const pairs: [number, number][] = [];
    let low = 0;
    let high = this.#first(sum) - 1;
    while (low <= high) {
      const come = (this.#sizes[low] as number) + (this.#sizes[high] as number);
      if (come === sum) this.#addPairs(low, high, pairs);
      if (come <= sum) low += 1;
      if (come >= sum) high -= 1;
    }
    return pairs
      .toSorted(([a, b], [c, d]) => a - c || b - d)
      .map(([one, other]) => [this.#some[one] as T, this.#some[other] as T]);
  }

  #addPairs(low: number, high: number, pairs: [number, number][]): void {
    for (const one of this.#places[low] as readonly number[])
      for (const other of this.#places[high] as readonly number[])
        if (low !== high || one < other) pairs.push(one < other ? [one, other] : [other, one]);
  }

  /** The place of the first that is at least so much. */
  #first(size: number): number {
    let [from, to] = [0, this.#sizes.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sizes[middle] as number) < size) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
