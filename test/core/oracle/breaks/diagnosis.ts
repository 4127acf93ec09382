/** Why each link of a wallet broke. */
import { type Wallet, differenceAt, movementOf } from "../wallets.ts";
import type { World } from "../world.ts";
import { isSeen, linkState } from "./links.ts";
import { type Stretch, stretchesOf } from "./stretches.ts";

const LOOK_BACK_ROWS = 12;
const AT_ONCE_MS = 10 * 60 * 1000;

export interface Diagnosis {
  readonly cause: string;
  readonly stretch?: Stretch;
  /** The place of the row that an overwriting one goes on from. */
  readonly continuesFrom?: number;
}

/** By place in the wallet; undefined where there is no chain-break. */
export function diagnose(world: World, wallet: Wallet): (Diagnosis | undefined)[] {
  const stretches = stretchesOf(world, wallet);
  const stretchAt = (k: number) => stretches.find(({ first, last }) => first <= k && k <= last + 1);
  const isBroken = (k: number) => k < wallet.entries.length && linkState(world, wallet, k) === "chain-break";
  const difference = (k: number) => differenceAt(wallet, k, world.convention.used);
  const all: (Diagnosis | undefined)[] = [];
  const causeAt = (k: number): Diagnosis => {
    const stretch = stretchAt(k);
    if (stretch !== undefined) return { cause: stretch.kind, stretch };
    const d = difference(k);
    const m = movementOf(wallet.entries[k]!, world.convention.used);
    if (all[k - 1]?.cause === "misstated-balance" && d === -difference(k - 1)) return { cause: "recovery" };
    if (isBroken(k + 1) && stretchAt(k + 1) === undefined && difference(k + 1) === -d) {
      return { cause: "misstated-balance" };
    }
    const continuesFrom = rowGoneOnFrom(world, wallet, k);
    if (continuesFrom !== undefined) return { cause: "overwritten", continuesFrom };
    if (d === -m) return { cause: "not-applied" };
    if (d === -2n * m) return { cause: "wrong-sign" };
    return { cause: d === m ? "applied-twice" : "missing-entry" };
  };
  for (let k = 1; k < wallet.entries.length; k += 1) if (isBroken(k)) all[k] = causeAt(k);
  return all;
}

/** The nearest row before k − 1 whose balance and the movement of k are the balance of k, if the two may have been at once. */
function rowGoneOnFrom(world: World, wallet: Wallet, k: number): number | undefined {
  const row = wallet.entries[k]!;
  const start = BigInt(row.balance) - movementOf(row, world.convention.used);
  for (let j = k - 2; j >= 0 && j >= k - 1 - LOOK_BACK_ROWS; j -= 1) {
    if (!isSeen(world, wallet, j + 1) || !isSeen(world, wallet, j + 2)) return undefined;
    const apartMs = Math.abs(row.dateCreatedAtMs - wallet.entries[j + 1]!.dateCreatedAtMs);
    if (BigInt(wallet.entries[j]!.balance) === start && apartMs <= AT_ONCE_MS) return j;
  }
  return undefined;
}
