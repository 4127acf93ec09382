/** The ids of an event's records, and which of two events has the lower ones. */
import type { PossibleEvent } from "./event.ts";

export interface EventIds {
  /** Ascending, each once. */
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
}

/** Facts of one event are of one wallet, so that the order of the findings is that of the ids. */
export function eventIDs({ facts }: Pick<PossibleEvent, "facts">): EventIds {
  const walletIDs = facts.flatMap(({ finding }) => finding.walletID ?? []);
  return {
    walletIDs: walletIDs.filter((id, at) => id !== walletIDs[at - 1]),
    payIDs: facts.flatMap(({ finding }) => finding.payID ?? []),
  };
}

/** walletIDs first, then payIDs; a list that another begins with is lower. */
export function compareIds(a: EventIds, b: EventIds): number {
  return compareLists(a.walletIDs, b.walletIDs) || compareLists(a.payIDs, b.payIDs);
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((id, index) => id !== b[index]);
  if (at === -1) return a.length - b.length;
  return (a[at] as number) - (b[at] ?? -Infinity);
}
