/** Runs of rows in which every row states what follows in some order. */
import { type Wallet, movementOf } from "../wallets.ts";
import type { World } from "../world.ts";
import { isSeen, linkState, movedBetween } from "./links.ts";

const FEWEST_ROWS = 2;
const MOST_ROWS = 6;

export interface Stretch {
  readonly kind: "out-of-sequence" | "read-late";
  /** Places of its first and last row in the wallet. Its links go on to the row after. */
  readonly first: number;
  readonly last: number;
  /** walletIDs in an order that fits. */
  readonly order: readonly number[];
}

export function stretchesOf(world: World, wallet: Wallet): Stretch[] {
  const stretches: Stretch[] = [];
  for (let k = 1; k < wallet.entries.length; k += 1) {
    const before = stretches.at(-1);
    if (before !== undefined && k <= before.last + 1) continue;
    if (["holds", "history-gap"].includes(linkState(world, wallet, k))) continue;
    const found = stretchFrom(world, wallet, k);
    if (found !== null) stretches.push(found);
  }
  return stretches;
}

function stretchFrom(world: World, wallet: Wallet, first: number): Stretch | null {
  for (let rows = FEWEST_ROWS; rows <= MOST_ROWS; rows += 1) {
    const last = first + rows - 1;
    if (last + 1 >= wallet.entries.length) return null;
    const links = Array.from({ length: rows + 1 }, (_, at) => first + at);
    if (!links.every((k) => isSeen(world, wallet, k))) return null;
    const order = fittingOrder(world, wallet, first, last);
    if (order === null) continue;
    if (links.some((k) => linkState(world, wallet, k) === "pending-entry")) return null;
    return { ...order, first, last };
  }
  return null;
}

/** The first order of the rows that fits, one in which each states exactly its own place before others. */
function fittingOrder(
  world: World,
  wallet: Wallet,
  first: number,
  last: number,
): Pick<Stretch, "kind" | "order"> | null {
  const base = BigInt(wallet.entries[first - 1]!.balance);
  const after = BigInt(wallet.entries[last + 1]!.balance);
  if (after !== base + movedBetween(world, wallet, first, last + 1)) return null;
  const rows = wallet.entries.slice(first, last + 1);
  const orders = ordersOf(rows).map((order) => {
    let sum = base;
    const sums = order.map((row) => (sum += movementOf(row, world.convention.used)));
    return {
      order: order.map(({ walletID }) => walletID),
      exact: order.every(({ balance }, t) => BigInt(balance) === sums[t]),
      late: order.every(({ balance }, t) => sums.slice(t).includes(BigInt(balance))),
    };
  });
  const exact = orders.find((one) => one.exact);
  if (exact !== undefined) return { kind: "out-of-sequence", order: exact.order };
  const late = orders.find((one) => one.late);
  return late === undefined ? null : { kind: "read-late", order: late.order };
}

/** Every order, the lowest list first where the values ascend. */
function ordersOf<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, at) => ordersOf(values.toSpliced(at, 1)).map((rest) => [value, ...rest]));
}
