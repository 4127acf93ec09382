/**
 * The amounts of outstanding items, by kind and one by one: what they came with, what changed, what is left.
 */
import type { TableColumn } from "../../../ui/layout/table.tsx";
import type { ShownRoll } from "./compared-outstanding.ts";

/** An amount is null where it was not frozen. */
type RollAmounts = Pick<
  ShownRoll,
  "broughtForward" | "added" | "cleared" | "reclassified" | "carriedForward"
>;

/** Hardly ever is anything reclassified; where nothing is, its column is left out. */
export function outstandingAmounts(lines: readonly RollAmounts[]): readonly TableColumn<RollAmounts>[] {
  const reclassified: TableColumn<RollAmounts> = {
    title: "Reclassified",
    amount: (line) => line.reclassified,
  };
  return [
    { title: "Brought forward", amount: ({ broughtForward }) => broughtForward },
    { title: "New", amount: ({ added }) => added },
    { title: "Cleared", amount: ({ cleared }) => (cleared === null ? null : 0 - cleared) },
    ...(lines.some((line) => (line.reclassified ?? 0) !== 0) ? [reclassified] : []),
    { title: "Carried forward", className: "cell-strong", amount: ({ carriedForward }) => carriedForward },
  ];
}
