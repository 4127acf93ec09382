/** The arithmetic of one link of the chain, written out. */
import type { EntryContext } from "../../bridge/protocol.ts";
import type { SumLine } from "../decide/arithmetic.ts";

function part(words: string, amount: number): SumLine {
  return { words, amount, kind: "part" };
}

/** The link as the sum that an accountant would set beside it; the oldest entry begins at what must have been before it. */
export function chainSum({ row, before }: Pick<EntryContext, "row" | "before">): SumLine[] {
  const moved = [part("In", row.inflow ?? 0), part("Out", 0 - (row.outflow ?? 0))];
  const previous = before.at(-1);
  if (previous === undefined) {
    const opening = row.stated - (row.inflow ?? 0) + (row.outflow ?? 0);
    return [
      part("Implied opening", opening),
      ...moved,
      { words: "Stated", amount: row.stated, kind: "total" },
    ];
  }
  const start = part(`Balance stated at walletID ${previous.walletID}`, previous.stated);
  const stated: SumLine = { words: "Stated", amount: row.stated, kind: "given" };
  if (row.expected === null) return [start, ...moved, stated];
  const expected: SumLine = { words: "Expected", amount: row.expected, kind: "total" };
  if (row.difference === null || row.difference === 0) return [start, ...moved, expected, stated];
  const difference: SumLine = { words: "Difference", amount: row.difference, kind: "difference" };
  return [start, ...moved, expected, stated, difference];
}
