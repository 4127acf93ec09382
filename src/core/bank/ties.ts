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
import { addAmounts } from "../money.ts";
import { addDays, type Day } from "../time.ts";
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
  /** The way or ways, in the order of their lines. */
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
  const ways = new Map<WalletMovement, readonly BankTie[]>();
  const used = new Set<AccountLine>();
  for (const kind of TIE_KINDS) {
    const left = movements.filter((one) => !ways.has(one));
    const unused = lines.filter((one) => !used.has(one));
    const found = WAYS[kind](left, { byDay: new LinesByDay(unused), equal: equalLines(unused) });
    for (const tie of found) {
      for (const movement of tie.movements) ways.set(movement, [...(ways.get(movement) ?? []), tie]);
      for (const line of tie.lines) used.add(line);
    }
  }
  const times = new Map<AccountLine, number>();
  for (const tie of new Set([...ways.values()].flat()))
    for (const line of tie.lines) times.set(line, (times.get(line) ?? 0) + 1);
  return movements.map((movement) => {
    const own = ways.get(movement) ?? [];
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

/** By a movement, the lines of its amount within its days, in their order. */
export function equalLines(lines: readonly AccountLine[]): (movement: WalletMovement) => AccountLine[] {
  const byAmount = Map.groupBy(lines, ({ amount }) => amount);
  return (movement) => {
    const { from, to } = arrivalDays(movement);
    return (byAmount.get(atBank(movement)) ?? []).filter(({ day }) => day >= from && day <= to);
  };
}

type FindWays = (movements: readonly WalletMovement[], free: FreeLines) => BankTie[];

/** Lines that no way before has: by their days, and by their amounts. */
interface FreeLines {
  readonly byDay: LinesByDay;
  readonly equal: (movement: WalletMovement) => AccountLine[];
}

const WAYS: Readonly<Record<TieKind, FindWays>> = {
  equal: (movements, { equal }) =>
    movements.flatMap((movement) =>
      equal(movement).map((line): BankTie => ({ kind: "equal", movements: [movement], lines: [line] })),
    ),
  parts: (movements, { byDay }) => [...inTwoLines(movements, byDay), ...twoInOne(movements, byDay)],
  short: (movements, { byDay }) =>
    movements.flatMap((movement) =>
      byDay
        .around(movement)
        .filter(({ amount }) => isShort(amount, atBank(movement)))
        .map((line): BankTie => ({ kind: "short", movements: [movement], lines: [line] })),
    ),
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

function inTwoLines(movements: readonly WalletMovement[], free: LinesByDay): BankTie[] {
  return movements.flatMap((movement) => {
    const whole = atBank(movement);
    return pairsOf(free.around(movement), whole).map((lines): BankTie => ({
      kind: "parts",
      movements: [movement],
      lines,
    }));
  });
}

function twoInOne(movements: readonly WalletMovement[], free: LinesByDay): BankTie[] {
  const around = new Map<AccountLine, WalletMovement[]>();
  for (const movement of movements)
    for (const line of free.around(movement)) around.set(line, [...(around.get(line) ?? []), movement]);
  return [...around].flatMap(([line, near]) =>
    pairsOf(
      near.map((movement) => ({ movement, amount: atBank(movement) })),
      line.amount,
    ).map((pair): BankTie => ({
      kind: "parts",
      movements: pair.map(({ movement }) => movement),
      lines: [line],
    })),
  );
}

/** Pairs of the same sign that come to a sum, in the order of the first, then of the second. */
function pairsOf<T extends { readonly amount: number }>(some: readonly T[], sum: number): T[][] {
  const same = some.filter(({ amount }) => Math.sign(amount) === Math.sign(sum));
  const byAmount = Map.groupBy(
    same.map((one, at) => ({ one, at })),
    ({ one }) => one.amount,
  );
  return same.flatMap((one, at) =>
    (byAmount.get(addAmounts(sum, -one.amount, "pair of lines")) ?? [])
      .filter((other) => other.at > at)
      .map((other) => [one, other.one]),
  );
}

/** The days on which the other side of a movement may be booked. */
export function arrivalDays({ day, amount }: WalletMovement): { readonly from: Day; readonly to: Day } {
  const isOut = amount < 0;
  return {
    from: addDays(day, 0 - (isOut ? BEFORE_DAYS : AFTER_DAYS)),
    to: addDays(day, isOut ? AFTER_DAYS : BEFORE_DAYS),
  };
}

class LinesByDay {
  readonly #byDay: ReadonlyMap<string, readonly AccountLine[]>;

  constructor(lines: readonly AccountLine[]) {
    this.#byDay = Map.groupBy(lines, ({ day }) => day);
  }

  /** The lines that a movement may be on, in their order. */
  around(movement: WalletMovement): AccountLine[] {
    const { from } = arrivalDays(movement);
    return Array.from({ length: BEFORE_DAYS + AFTER_DAYS + 1 }, (_, days) => addDays(from, days)).flatMap(
      (day) => this.#byDay.get(day) ?? [],
    );
  }
}
