/** Rows that later balances do not go on from. */
import { type Diagnosis, diagnose } from "../breaks/diagnosis.ts";
import type { Wallet } from "../wallets.ts";
import type { World } from "../world.ts";

/** For each row of a chain its branch: places ascending; undefined for a row of the main line. */
export function branchesOf(world: World, wallet: Wallet): (readonly number[] | undefined)[] {
  const diagnoses = diagnose(world, wallet);
  const parents = wallet.entries.map((_, k) => parentOf(diagnoses[k], k));
  const main = new Set<number>();
  for (let k = wallet.entries.length - 1; k >= 0; k = parents[k]!) main.add(k);
  const branches: number[][] = [];
  for (const [k, parent] of parents.entries()) {
    if (main.has(k)) continue;
    const joined = branches.find((branch) => branch.includes(parent));
    if (joined === undefined) branches.push([k]);
    else joined.push(k);
  }
  return parents.map((_, k) => branches.find((branch) => branch.includes(k)));
}

/** The place of the row that a row's balance goes on from; −1 before the oldest. */
function parentOf(diagnosis: Diagnosis | undefined, k: number): number {
  return diagnosis?.continuesFrom ?? k - 1;
}
