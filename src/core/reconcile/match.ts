/** Ties entries to transactions by payref, byte for byte, and sums what each payref moved. */
import { addAmounts } from "../money.ts";
import { CYCLE, NO_PAYREF } from "./input.ts";
import type { World } from "./world.ts";

export interface Matches {
  /** By payref id: row of the transaction it is matched with, −1 without one. */
  readonly transactionOf: Int32Array;
  /** By payref id: sum of the movements of all entries that carry it. */
  readonly net: Float64Array;
  /** By payref id: how many entries carry it. */
  readonly entries: Int32Array;
  /** By payref id: bit 1 where an inflow, bit 2 where an outflow carries it. */
  readonly directions: Uint8Array;
}

/** Paid: datePaid is not null, or a crowd-pay that has raised something. */
export function isPaid({ datePaidAtMs, input: { transactions } }: World, row: number): boolean {
  if (!Number.isNaN(datePaidAtMs[row])) return true;
  return transactions.cycle[row] === CYCLE.crowdPay && (transactions.currentRaised[row] as number) > 0;
}

/** @throws TieoutError SUM_OVERFLOW naming the wallet */
export function matchPayrefs(world: World): Matches {
  const { input, movement, exists } = world;
  const { entries, payrefs } = input;
  const net = new Float64Array(payrefs.length);
  const count = new Int32Array(payrefs.length);
  const directions = new Uint8Array(payrefs.length);
  for (let row = 0; row < entries.length; row += 1) {
    const payref = entries.payref[row] as number;
    if (payref === NO_PAYREF || exists[row] === 0) continue;
    const moved = movement[row] as number;
    const sum = (net[payref] as number) + moved;
    net[payref] = Number.isSafeInteger(sum)
      ? sum
      : addAmounts(
          net[payref] as number,
          moved,
          `wallet of user ${entries.userID[row]}, payref ${payrefs.at(payref)}`,
        );
    count[payref] = (count[payref] as number) + 1;
    if (moved !== 0) directions[payref] = (directions[payref] as number) | (moved > 0 ? 1 : 2);
  }
  return { transactionOf: chooseTransactions(world), net, entries: count, directions };
}

/** The lowest payID among those paid and not deleted, else the lowest. */
function chooseTransactions(world: World): Int32Array {
  const { transactions, payrefs } = world.input;
  const chosen = new Int32Array(payrefs.length).fill(-1);
  const good = (row: number) => isPaid(world, row) && transactions.deleted[row] === 0;
  for (let row = 0; row < transactions.length; row += 1) {
    const payref = transactions.payref[row] as number;
    const held = chosen[payref] as number;
    if (held === -1) {
      chosen[payref] = row;
      continue;
    }
    const better = Number(good(row)) - Number(good(held));
    const lower = (transactions.payID[row] as number) < (transactions.payID[held] as number);
    if (better > 0 || (better === 0 && lower)) chosen[payref] = row;
  }
  return chosen;
}
