/** The arithmetic of one link of the chain, written out. */
import type { EntryContext } from "../../bridge/protocol.ts";
import type { SumLine } from "../decide/arithmetic.ts";

/** The link as the sum that an accountant would set beside it; the oldest entry begins at what must have been before it. */
export function chainSum({ row, before }: Pick<EntryContext, "row" | "before">): SumLine[] {
  const moved: SumLine[] = [
    { words: "In", amount: row.inflow ?? 0, kind: "part" },
    { words: "Out", amount: 0 - (row.outflow ?? 0), kind: "part" },
  ];
  const previous = before.at(-1);
  if (previous === undefined) {
    const amount = row.stated - (row.inflow ?? 0) + (row.outflow ?? 0);
    return [
      { words: "Implied opening", amount, kind: "part" },
      ...moved,
      { words: "Stated", amount: row.stated, kind: "total" },
    ];
  }
  const start: SumLine = {
    words: `Balance stated at walletID ${previous.walletID}`,
    amount: previous.stated,
    kind: "part",
  };
  const stated: SumLine = { words: "Stated", amount: row.stated, kind: "given" };
  if (row.expected === null) return [start, ...moved, stated];
  const expected: SumLine = { words: "Expected", amount: row.expected, kind: "total" };
  if (row.difference === null || row.difference === 0) return [start, ...moved, expected, stated];
  const difference: SumLine = { words: "Difference", amount: row.difference, kind: "difference" };
  return [start, ...moved, expected, stated, difference];
}
