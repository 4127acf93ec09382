/** Wallets of a service whose requests overlap, and what else befalls rows: few amounts, so that sums collide. */
import type { Entry } from "../../../../src/core/records/entry.ts";
import { entry } from "../../../helpers/records.ts";
import type { Chance } from "./chance.ts";
import { type Settling, withMovement } from "./histories.ts";
import { PAYREFS, instant } from "./payments.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const MONTH_END_MS = Date.UTC(2026, 9, 1);

interface Row {
  readonly movement: number;
  readonly balance: number;
  readonly isApproved?: number;
  /** How much later than the row was listed it is dated. */
  readonly lagMs?: number;
}

/** A wallet as far as it goes. */
interface Racing {
  /** What its balance is in truth: the next row starts from it. */
  readonly head: number;
  /** Every balance that its rows state, oldest first, 0 before them. */
  readonly stated: readonly number[];
}

interface Draw {
  readonly chance: Chance;
  readonly movement: () => number;
}

/** The next rows of a wallet, and its balance after them. */
type Incident = (draw: Draw, wallet: Racing) => { rows: readonly Row[]; head: number };

/** One wallet or two, whose ids are interleaved. */
export function racingHistory(chance: Chance, settling: Settling): Entry[] {
  const isAlike = chance.once(2);
  const size = () => (isAlike ? chance.of(10, 20, 30, 50) : 10 + chance.below(5000));
  const draw = { chance, movement: () => size() * chance.of(1, 1, -1) };
  const wallets = chance
    .of([1], [1], [1, 2])
    .map((userID) => ({ userID, businessID: 6 + userID, queue: [] as Row[], head: 0, stated: [0] }));
  const oneIn = chance.of(1, 2, 4);
  const isTied = chance.once(3);
  const entries: Entry[] = [];
  let atMs = instant(chance);
  let walletID = 0;
  for (let count = 6 + chance.below(20); count > 0; count -= 1) {
    const wallet = chance.of(...wallets);
    if (wallet.queue.length === 0) {
      const { rows, head } = (chance.once(oneIn) ? chance.of(...INCIDENTS) : plain)(draw, wallet);
      wallet.queue.push(...rows);
      wallet.head = head;
    }
    const row = wallet.queue.shift()!;
    wallet.stated.push(row.balance);
    walletID += chance.once(8) ? 2 : 1;
    atMs += chance.of(0, SECOND_MS, SECOND_MS, SECOND_MS, MINUTE_MS, 5 * MINUTE_MS);
    if (chance.once(8)) atMs += chance.of(10 * MINUTE_MS, 3 * HOUR_MS, 30 * HOUR_MS, 300 * HOUR_MS);
    const { userID, businessID } = wallet;
    const fields = {
      userID,
      businessID,
      balance: row.balance,
      isApproved: row.isApproved ?? 1,
      payref: isTied && chance.once(3) ? chance.of(...PAYREFS) : "",
      sessionID: chance.once(10) ? chance.of("session-1", "", null) : `session-${walletID}`,
      dateCreatedAtMs: atMs + (row.lagMs ?? 0),
    };
    entries.push(withMovement(entry(walletID, fields), row.movement, settling.convention));
  }
  if (chance.once(4)) return entries;
  // A month ends in the middle of it, mostly before a row that does not follow.
  const broken = entries.filter((one, at) => {
    const before = entries.slice(0, at).findLast(({ userID }) => userID === one.userID);
    const moved = Math.abs(one.balance - (before?.balance ?? 0));
    return moved !== one.debit + one.credit;
  });
  const first = chance.of(...(broken.length > 0 && !chance.once(3) ? broken : entries));
  const shiftMs = MONTH_END_MS - first.dateCreatedAtMs;
  return entries.map((one) => ({ ...one, dateCreatedAtMs: one.dateCreatedAtMs + shiftMs }));
}

const plain: Incident = ({ movement }, { head }) => {
  const moved = movement();
  return { rows: [{ movement: moved, balance: head + moved }], head: head + moved };
};

/** A row that goes on from one some rows back. */
const stale: Incident = ({ chance, movement }, { stated }) => {
  const back = chance.of(2, 2, 2, 3, 4, 12, 13, 14, 15);
  const start = stated.at(-Math.min(back, stated.length))!;
  const moved = movement();
  return { rows: [{ movement: moved, balance: start + moved }], head: start + moved };
};

/** Two rows from one start, and a third that goes on from the first of them. */
const resumed: Incident = ({ movement }, { head }) => {
  const [a, b, c] = [movement(), movement(), movement()];
  const rows = [
    { movement: a, balance: head + a },
    { movement: b, balance: head + b },
    { movement: c, balance: head + a + c },
  ];
  return { rows, head: head + a + c };
};

/** Rows listed in another order than they were applied in. */
const reordered: Incident = ({ chance, movement }, { head }) => {
  const moved = Array.from({ length: chance.of(2, 2, 2, 3, 3, 4, 5, 6, 7) }, movement);
  let balance = head;
  const applied = moved.map((one) => ({ movement: one, balance: (balance += one) }));
  const listed = chance.shuffled(applied);
  if (chance.once(2)) return { rows: listed, head: balance };
  const lag = (row: Row, at: number) => (applied.findIndex((one) => one === row) - at) * HOUR_MS;
  return { rows: listed.map((row, at) => ({ ...row, lagMs: lag(row, at) })), head: balance };
};

/** Rows whose balance was read after later ones were applied. */
const late: Incident = ({ chance, movement }, { head }) => {
  const moved = Array.from({ length: chance.of(2, 2, 2, 3, 4, 6) }, movement);
  let balance = head;
  const sums = moved.map((one) => (balance += one));
  const rows = moved.map((one, at) => ({ movement: one, balance: chance.of(...sums.slice(at)) }));
  return { rows: chance.once(3) ? chance.shuffled(rows) : rows, head: balance };
};

const misstated: Incident = ({ chance, movement }, { head }) => {
  const moved = Array.from({ length: chance.of(1, 1, 2, 3, 4) }, movement);
  let balance = head;
  const rows = moved.map((one) => ({
    movement: one,
    balance: (balance += one) + chance.of(9, -9, 100, movement()),
  }));
  return { rows, head: balance };
};

/** The balance leaps: what made it is not listed, or the row was applied some other number of times. */
const leaping: Incident = ({ chance, movement }, { head }) => {
  const moved = movement();
  const balance = head + moved + chance.of(-1, 1, -2, 0) * moved + (chance.once(2) ? movement() : 0);
  return { rows: [{ movement: moved, balance }], head: balance };
};

const pending: Incident = ({ movement }, { head }) => ({
  rows: [{ movement: movement(), balance: head, isApproved: 0 }],
  head,
});

const INCIDENTS = [
  stale,
  stale,
  stale,
  resumed,
  reordered,
  reordered,
  late,
  late,
  misstated,
  leaping,
  pending,
];
