/** Totals of outstanding items: brought forward, new, cleared, reclassified, carried forward; and by age. */
import { addAmounts } from "../../money.ts";
import type { OutstandingKind } from "../../review/close/close.ts";
import type { Figures } from "../figures.ts";
import { ageOf, daysOpen, datedAt } from "./ageing.ts";
import type { OutstandingItem } from "./outstanding-items.ts";

/** The amounts of the roll as C2 heads them, in the order of its columns. */
export const ROLL = {
  before: { header: "Brought forward", kind: "amount", width: 11 },
  new: { header: "New", kind: "amount", width: 11 },
  cleared: { header: "Cleared", kind: "amount", width: 11 },
  reclassified: { header: "Reclassified", kind: "amount", width: 12 },
  now: { header: "Carried forward", kind: "amount", width: 11 },
  age30: { header: "0–30 days", kind: "amount", width: 11 },
  age60: { header: "31–60", kind: "amount", width: 11 },
  age90: { header: "61–90", kind: "amount", width: 11 },
  older: { header: "90+", kind: "amount", width: 11 },
} as const;
export type RollKey = keyof typeof ROLL;

/** Amounts in the service's unit, and how many items are open. */
export type OutstandingTotals = Record<RollKey | "items", number>;

/** Which items are added up: of a kind, or of all; of the block that it is of. */
interface OfItems {
  readonly kind: OutstandingKind | null;
  readonly block: number;
}

/** @throws TieoutError SUM_OVERFLOW when a total leaves the range of exact integers */
export function outstandingTotals(
  figures: Figures,
  items: readonly OutstandingItem[],
  { kind, block }: OfItems,
): OutstandingTotals {
  const totals: OutstandingTotals = {
    items: 0,
    before: 0,
    new: 0,
    cleared: 0,
    reclassified: 0,
    now: 0,
    age30: 0,
    age60: 0,
    age90: 0,
    older: 0,
  };
  const add = (key: RollKey, amount: number) => {
    totals[key] = addAmounts(totals[key], amount, "outstanding items");
  };
  for (const item of items) {
    if (item.block !== block || (kind !== null && item.kind !== kind)) continue;
    if (item.now !== 0) totals.items += 1;
    add("before", item.before);
    add("new", item.added);
    add("cleared", item.cleared);
    add("reclassified", item.reclassified);
    add("now", item.now);
    add(ageOf(daysOpen(figures, datedAt(figures, item)) ?? 0), item.now);
  }
  return totals;
}
