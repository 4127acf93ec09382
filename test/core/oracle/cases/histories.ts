/** Wallet histories by chance: consistent ones, and slips in them. */
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Convention, SettlementBasis } from "../../../../src/core/options.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { entry } from "../../../helpers/records.ts";
import type { Chance } from "./chance.ts";
import { EXTRAS, PAYREFS, amount, instant } from "./payments.ts";

/** How the service that made a history keeps it. */
export interface Settling {
  readonly convention: Convention;
  readonly basis: SettlementBasis;
  /** Whether balances run per user or per user and business. */
  readonly perBusiness: boolean;
}

interface Move {
  readonly userID: number;
  readonly businessID: number;
  readonly payref: string;
  readonly movement: number;
  readonly atMs: number;
}

/** A history in which every due payment arrives once, and payments without a payref come and go. */
export function consistentHistory(
  chance: Chance,
  transactions: readonly Transaction[],
  settling: Settling,
): Entry[] {
  const moves = transactions.flatMap((one) => dueMoves(chance, one, settling.basis));
  for (let count = chance.below(7); count > 0; count -= 1) {
    const movement = amount(chance) * chance.of(1, 1, -1);
    const userID = chance.of(1, 1, 1, 2);
    moves.push({ userID, businessID: chance.of(7, 7, 8), payref: "", movement, atMs: instant(chance) });
  }
  moves.sort((a, b) => a.atMs - b.atMs);
  const step = chance.of(1, 1, 3);
  const entries = moves.map((move, at) => entryOf(chance, move, 1 + at * step, settling.convention));
  return balanced(entries, settling);
}

function dueMoves(chance: Chance, one: Transaction, basis: SettlementBasis): Move[] {
  const { payref, userID, businessID, datePaidAtMs } = one;
  if (datePaidAtMs === null || payref === "") return [];
  const movement = due(one, basis);
  if (movement === 0) return [];
  const lag = chance.of(0, 3_600_000, 86_400_000);
  const move = { userID, businessID, payref, atMs: datePaidAtMs + lag };
  if (!chance.once(6)) return [{ ...move, movement }];
  const part = Math.trunc(movement / 2);
  return [
    { ...move, movement: part },
    { ...move, movement: movement - part },
  ];
}

function due(one: Transaction, basis: SettlementBasis): number {
  const { detail } = one;
  if (one.traderStatus?.toLowerCase() !== "seller")
    return detail.cycle === "crowd-pay" ? -10 : -one.payableamount;
  const fees = one.scrowfee + one.taxfee;
  const taken = { charged: 0, "less-escrow": -one.scrowfee, "less-fees": -fees, payable: fees }[basis];
  switch (detail.cycle) {
    case "one-time":
      return one.chargedamount + taken;
    case "milestone": {
      const done = detail.tasks.filter((part) => part.isComplete === 1);
      return done.length === 0 ? 0 : done.reduce((sum, { taskamount }) => sum + taskamount, 0) + taken;
    }
    case "crowd-pay":
      return detail.currentRaised === 0 ? 0 : detail.currentRaised + taken;
    case "unknown":
      return one.chargedamount;
  }
}

function entryOf(chance: Chance, move: Move, walletID: number, convention: Convention): Entry {
  const { userID, businessID, payref, atMs } = move;
  const action = chance.of("API", "API", "BONUS", null);
  const fields = { userID, businessID, payref, action, dateCreatedAtMs: atMs };
  return withMovement(entry(walletID, fields), move.movement, convention);
}

export function withMovement(one: Entry, movement: number, convention: Convention): Entry {
  const up = Math.max(movement, 0);
  const down = Math.max(-movement, 0);
  return convention === "asset" ? { ...one, debit: up, credit: down } : { ...one, credit: up, debit: down };
}

/** The same entries with balances that run from zero. */
function balanced(entries: readonly Entry[], settling: Settling): Entry[] {
  const balances = new Map<string, number>();
  return entries.map((one) => {
    const key = settling.perBusiness ? `${one.userID}/${one.businessID}` : `${one.userID}`;
    const debits = one.debit - one.credit;
    const balance = (balances.get(key) ?? 0) + (settling.convention === "asset" ? debits : -debits);
    balances.set(key, balance);
    return { ...one, balance };
  });
}

/** A wallet without payrefs whose balance jumps by an amount here and there: its payments' entries are missing. */
export function jumpingHistory(chance: Chance, jump: number, { convention }: Settling): Entry[] {
  let balance = 0;
  return Array.from({ length: 2 + chance.below(6) }, (_, at) => {
    const movement = amount(chance);
    balance += movement + (at > 0 && chance.once(2) ? chance.of(1, 1, 1, -1) * jump : 0);
    const dateCreatedAtMs = at === 0 ? Date.UTC(2026, 7, 30) : instant(chance);
    return { ...withMovement(entry(1 + 3 * at, { dateCreatedAtMs }), movement, convention), balance };
  });
}

/** Entries with nothing behind them. */
export function noise(chance: Chance): Entry[] {
  return Array.from({ length: chance.below(15) }, (_, at) =>
    entry(1 + at * chance.of(1, 1, 2), {
      userID: chance.of(1, 1, 2),
      businessID: chance.of(7, 8),
      debit: chance.of(0, amount(chance)),
      credit: chance.of(0, amount(chance)),
      balance: chance.of(0, 100, 110, -100, amount(chance)),
      payref: chance.of("", ...PAYREFS),
      isApproved: chance.of(0, 1, 1, null),
      dateCreatedAtMs: instant(chance),
      datePaidAtMs: chance.of(null, instant(chance)),
    }),
  );
}

/** One slip, somewhere. */
export function slip(chance: Chance, entries: readonly Entry[]): Entry[] {
  const tied = entries.flatMap((other, index) => (other.payref === "" ? [] : [index]));
  const at =
    tied.length > 0 && chance.once(2) ? chance.of(...tied) : chance.below(Math.max(entries.length, 1));
  const one = entries[at];
  if (one === undefined) return [...entries];
  const here = (fields: Partial<Entry>) => entries.with(at, { ...one, ...fields });
  const onward = (shift: number) =>
    entries.map((other, index) =>
      index >= at && other.userID === one.userID ? { ...other, balance: other.balance + shift } : other,
    );
  const movement = one.debit - one.credit;
  switch (chance.below(20)) {
    case 0:
      return here({ balance: one.balance + chance.of(1, 9, -9, 90, amount(chance)) });
    case 1:
      return onward(chance.of(1, -1, -2) * movement);
    case 2:
      return onward(chance.of(9, 100, -100, 200, amount(chance)));
    case 3:
      return entries.toSpliced(at, 1);
    case 4:
      return onward(-movement).with(at, { ...one, balance: one.balance - movement, isApproved: 0 });
    case 5:
      return here({ isApproved: 0 });
    case 6:
      return here({ payref: chance.of("", ...PAYREFS, `${one.payref} `, one.payref.toLowerCase()) });
    case 7:
      return here({ credit: one.debit, debit: one.credit });
    case 8:
      return here({ userID: chance.of(1, 2), businessID: chance.of(7, 8) });
    case 9:
      return here({ dateCreatedAtMs: instant(chance) });
    case 10:
      return entries.slice(at);
    case 11:
      return repeated(entries, at, 1);
    case 12:
      return here({ debit: chance.of(one.debit, 5), credit: chance.of(one.credit, -5, 5) });
    case 13:
      return here({ datePaidAtMs: instant(chance) });
    case 14:
      return here({ balance: turnedDigits(one.balance) });
    case 15:
    case 16:
      return repeated(entries, at, -1);
    case 17:
      return here({ extra: chance.of(...EXTRAS) });
    case 18:
      return here({ datePaidAtMs: null, extra: { datePaid: chance.of("N/A", "") } });
    default:
      return here({ credit: 0, debit: 0 });
  }
}

/** The entry again at the end, its balance carried on; or turned back. */
function repeated(entries: readonly Entry[], at: number, sign: 1 | -1): Entry[] {
  const one = entries[at]!;
  const last = entries.findLast((other) => other.userID === one.userID)!;
  const sides =
    sign === 1 ? { credit: one.credit, debit: one.debit } : { credit: one.debit, debit: one.credit };
  const balance = last.balance + sides.debit - sides.credit;
  const walletID = Math.max(...entries.map((other) => other.walletID)) + 1;
  return [...entries, { ...one, ...sides, balance, walletID }];
}

function turnedDigits(balance: number): number {
  const digits = String(Math.abs(balance));
  if (digits.length < 2) return balance + 9;
  return Number(`${digits.slice(0, -2)}${digits.at(-1)}${digits.at(-2)}`) * Math.sign(balance);
}
