/** Wallets that payments settle into, each as the service books it, and what goes wrong with one payment. */
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { MilestoneTask, Transaction } from "../../../../src/core/records/transaction.ts";
import { entry, task } from "../../../helpers/records.ts";
import { milestone, saleWithFees } from "../worked/details.ts";
import type { Chance } from "./chance.ts";
import { type Settling, withMovement } from "./histories.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 8, 24);

interface Move {
  readonly payref: string;
  readonly movement: number;
  readonly atMs: number;
  readonly sessionID?: string;
  /** In the balance, and not among the entries. */
  readonly isLost?: boolean;
  /** Among the entries, and not in the balance. */
  readonly isUnapplied?: boolean;
}

interface Settled {
  readonly entries: Entry[];
  readonly transactions: Transaction[];
}

export function settledHistory(chance: Chance, settling: Settling): Settled {
  const isByLegs = chance.once(2);
  const isSpread = chance.once(3);
  const rounding = chance.of(0, 0, 0, -1);
  let transactions = Array.from({ length: chance.of(2, 3, 5, 6, 7, 8, 9) }, (_, at) => {
    const atMs = START_MS + chance.below(isSpread ? 60 * 24 : 5 * 24) * HOUR_MS;
    return chance.once(4) ? project(chance, at + 1, atMs) : goods(chance, at + 1, atMs);
  });
  let moves = transactions.flatMap((one) =>
    movesFor(one, settling, isByLegs).map((move) => ({ ...move, movement: move.movement + rounding })),
  );
  const isLumped = chance.once(3);
  for (let slips = isLumped ? chance.below(2) : 1 + chance.below(3); slips > 0; slips -= 1) {
    const one = chance.of(...transactions);
    moves = chance.of(...SLIPS)(chance, moves, one);
    if (chance.once(5))
      transactions = transactions.map((other) => (other === one ? { ...one, isDeleted: 1 } : other));
  }
  if (isLumped) moves = lumped(chance, moves, transactions);
  moves.push({ payref: "", movement: 100_000, atMs: START_MS + 70 * 24 * HOUR_MS });
  moves.push({ payref: "", movement: 500, atMs: START_MS });
  return { entries: balanced(moves, settling), transactions };
}

function feesOf(chance: Chance) {
  return { escrow: chance.of(0, 20, 20, 25, 25, 40), tax: chance.of(0, 0, 3, 20) };
}

function dated(chance: Chance, atMs: number) {
  const customer = { userID: chance.of(0, 8, 9, 9), name: "Ada", phone: "N/A", extra: null };
  return { customer, dateCreatedAtMs: atMs - 2 * HOUR_MS, datePaidAtMs: atMs };
}

function goods(chance: Chance, payID: number, atMs: number): Transaction {
  const amount = chance.of(1000, 1000, 1200, 1500, 1000 + chance.below(9000));
  return { ...saleWithFees(payID, amount, feesOf(chance)), ...dated(chance, atMs) };
}

function project(chance: Chance, payID: number, atMs: number): Transaction {
  const tasks = Array.from({ length: 2 + chance.below(3) }, () =>
    task(500 + chance.below(5) * 100, { dateCompletedAtMs: atMs }),
  );
  return milestone(payID, tasks, feesOf(chance), dated(chance, atMs));
}

/** What a payment brings: its parts and its fees apart, or all in one. */
function movesFor(one: Transaction, { basis }: Settling, isByLegs: boolean): Move[] {
  const { detail, payref, scrowfee, taxfee, datePaidAtMs } = one;
  const parts =
    detail.cycle === "milestone"
      ? detail.tasks.map(({ taskamount }: MilestoneTask) => taskamount)
      : [one.chargedamount];
  const fees = {
    charged: [],
    "less-escrow": [-scrowfee],
    "less-fees": [-scrowfee, -taxfee],
    payable: [scrowfee, taxfee],
  }[basis];
  const legs = [...parts, ...fees.filter((fee) => fee !== 0)];
  const amounts = isByLegs ? legs : [legs.reduce((sum, leg) => sum + leg, 0)];
  return amounts.map((movement, at) => ({ payref, movement, atMs: datePaidAtMs! + (at + 1) * 1000 }));
}

type Slip = (chance: Chance, moves: Move[], one: Transaction) => Move[];

/** Of the moves of one payment some, the rest as they are. */
function change(moves: readonly Move[], { payref }: Transaction, to: (own: Move[]) => Move[]): Move[] {
  const own = moves.filter((move) => move.payref === payref);
  return [...moves.filter((move) => move.payref !== payref), ...to(own)];
}

/** The balance moved, and no entry says so. */
const lost: Slip = (chance, moves, one) => {
  const isAll = chance.once(2);
  return change(moves, one, (own) =>
    own.map((move) => (isAll || chance.once(2) ? { ...move, isLost: true } : move)),
  );
};

/** A payment in two parts, neither listed, with another's entry between them. */
const lostApart: Slip = (chance, moves, one) =>
  change(moves, one, (own) =>
    own.flatMap((move) => {
      const part = Math.trunc(move.movement / chance.of(2, 3));
      const later = { ...move, movement: move.movement - part, atMs: move.atMs + HOUR_MS, isLost: true };
      const between = { payref: "", movement: 7, atMs: move.atMs + 1000 };
      return [
        { ...move, movement: part, isLost: true },
        between,
        later,
        { ...between, atMs: later.atMs + 1000 },
      ];
    }),
  );

const neverBooked: Slip = (chance, moves, one) =>
  change(moves, one, (own) => (chance.once(2) ? [] : own.toSpliced(chance.below(own.length), 1)));

/** The fees that were stated were not taken. */
const withoutFee: Slip = (chance, moves, one) =>
  change(moves, one, ([first]) =>
    first === undefined
      ? []
      : [{ ...first, movement: one.chargedamount - chance.of(0, 0, one.scrowfee, one.taxfee) }],
  );

const again: Slip = (chance, moves, one) => {
  const lagMs = chance.of(1000, HOUR_MS, HOUR_MS + 1000, 24 * HOUR_MS, 24 * HOUR_MS + 1000);
  const isOneSession = chance.once(2);
  const isAll = !chance.once(3);
  const isUnapplied = chance.once(4);
  return change(moves, one, (own) => {
    const named = own.map((move, at) => ({
      ...move,
      ...(isOneSession ? { sessionID: `${one.payID}-${at}` } : {}),
    }));
    const repeats = isAll ? named : named.slice(0, 1);
    const rounds = Array.from({ length: chance.of(1, 1, 2) }, (_, round) =>
      repeats.map((move) => ({ ...move, isUnapplied, atMs: move.atMs + (round + 1) * lagMs })),
    );
    return [...named, ...rounds.flat()];
  });
};

const refunded: Slip = (_chance, moves, one) =>
  change(moves, one, (own) => [
    ...own,
    ...own.map((move) => ({ ...move, movement: -move.movement, atMs: move.atMs + 5 * HOUR_MS })),
  ]);

const mistyped: Slip = (chance, moves, one) => {
  const payref = chance.of(`${one.payref} `, one.payref.toLowerCase(), "LOST-1", `${one.payref}0`);
  const offset = chance.of(0, 0, 1, 2);
  return change(moves, one, (own) =>
    own.map((move) => ({ ...move, payref, movement: move.movement + offset })),
  );
};

const split: Slip = (chance, moves, one) =>
  change(moves, one, ([first]) => {
    if (first === undefined) return [];
    const parts = 2 + chance.below(4);
    const part = Math.trunc(first.movement / parts);
    return Array.from({ length: parts }, (_, at) => ({
      payref: `PART-${at}`,
      movement: at === 0 ? first.movement - part * (parts - 1) : part,
      atMs: first.atMs + at * chance.of(HOUR_MS, 30 * HOUR_MS),
    }));
  });

const SLIPS = [
  lost,
  lost,
  lostApart,
  neverBooked,
  withoutFee,
  withoutFee,
  again,
  again,
  again,
  refunded,
  mistyped,
  split,
];

/** Several payments in one entry of another name. */
function lumped(chance: Chance, moves: readonly Move[], transactions: readonly Transaction[]): Move[] {
  const isOfCustomer = chance.once(3);
  const some = isOfCustomer
    ? transactions.filter(({ customer }) => customer?.userID === 9)
    : transactions.slice(0, chance.of(2, 3, 5, 6, 7, transactions.length));
  const payrefs = new Set(some.map(({ payref }) => payref));
  const own = moves.filter(({ payref }) => payrefs.has(payref));
  const movement = own.reduce((sum, move) => sum + move.movement, 0) + chance.of(0, 0, 0, 1);
  const latestMs = Math.max(START_MS, ...own.map((move) => move.atMs));
  const atMs = latestMs + chance.of(0, 1, 24, 26 * 24, 40 * 24) * HOUR_MS;
  return [...moves.filter(({ payref }) => !payrefs.has(payref)), { payref: "PAYOUT", movement, atMs }];
}

function balanced(moves: readonly Move[], { convention }: Settling): Entry[] {
  let balance = 0;
  return moves
    .toSorted((a, b) => a.atMs - b.atMs)
    .flatMap(({ payref, movement, atMs, sessionID, isLost = false, isUnapplied = false }, at) => {
      if (!isUnapplied) balance += movement;
      if (isLost) return [];
      const fields = { payref, balance, dateCreatedAtMs: atMs, datePaidAtMs: atMs };
      const one = entry(at + 1, { ...fields, ...(sessionID === undefined ? {} : { sessionID }) });
      return [withMovement(one, movement, convention)];
    });
}
