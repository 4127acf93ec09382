/** Which faults a plan plants, how often and in which months. */
import { TieoutError } from "../../core/errors.ts";
import type { Random } from "../generate/random.ts";
import type { WorldPlan } from "../world.ts";
import { FAULTS, type KnownFault } from "./registry.ts";

export interface PlannedFault {
  readonly fault: KnownFault;
  /** Counts the faults of one word, from 0. */
  readonly turn: number;
}

/** A wallet too short to show which way it is read has no faults before its start. */
const FEWEST_FOR_FIRST = 3;

/**
 * How often each fault is to be planted.
 *
 * @throws TieoutError USAGE for an unknown word, or a count that is not a whole number of 0 or more
 */
function timesOf(plan: WorldPlan["faults"]): ReadonlyMap<KnownFault, number> {
  if (plan === "none" || plan === "races") return new Map();
  if (plan === "default") return new Map(FAULTS.map((fault) => [fault, fault.times]));
  if (plan === "all") return new Map(FAULTS.map((fault) => [fault, fault.timesInAll]));
  const times = new Map<KnownFault, number>();
  for (const [word, count] of Object.entries(plan)) {
    const fault = FAULTS.find((one) => one.word === word);
    if (fault === undefined) {
      const words = FAULTS.map((one) => one.word).toSorted();
      throw new TieoutError("USAGE", `There is no fault "${word}". The faults are ${words.join(", ")}`);
    }
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new TieoutError("USAGE", `${word} must be planted a whole number of times, not ${count}`);
    }
    times.set(fault, count);
  }
  return times;
}

/**
 * Chooses what fits: one of each first, then a second of each and so on, as long as at least half of the
 * entries stay honest.
 *
 * @param entries rows of the wallet history that there are
 * @param whens which faults are asked for
 * @throws TieoutError USAGE as `timesOf` says
 */
export function planFaults(
  plan: WorldPlan["faults"],
  entries: number,
  whens: readonly KnownFault["when"][],
): PlannedFault[] {
  const times = [...timesOf(plan)].filter(([{ when }]) => whens.includes(when));
  const most = times.reduce((highest, [, count]) => Math.max(highest, count), 0);
  const planned: PlannedFault[] = [];
  let left = Math.floor(entries / 2);
  for (let turn = 0; turn < most; turn += 1) {
    for (const [fault, count] of times) {
      const fits = fault.entries <= left && (fault.when !== "first" || entries >= FEWEST_FOR_FIRST);
      if (turn >= count || !fits) continue;
      planned.push({ fault, turn });
      left -= fault.entries;
    }
  }
  return planned;
}

/** Rows of the wallet history that planned faults take. */
export function entriesOf(planned: readonly PlannedFault[]): number {
  return planned.reduce((sum, { fault }) => sum + fault.entries, 0);
}

/** The month a fault is planted in, counted from the world's first: mostly the last, at times one before. */
export function plantedMonth({ fault, turn }: PlannedFault, lastMonth: number, random: Random): number {
  if (fault.when === "first") return 0;
  const early = fault.when === "history" && turn % 3 === 1;
  return early ? lastMonth - 1 - random.below(9) : lastMonth;
}
