/** How each entry and each transaction stands, for grids and the workbook. */
import type { Matches } from "./match.ts";
import type { Membership } from "./period.ts";
import type { CheckResult } from "./result.ts";
import type { World } from "./world.ts";

export function outcomesOf(
  world: World,
  matches: Matches,
  members: Membership,
  difference: Float64Array,
  expected: Float64Array,
  settlement: Uint8Array,
): Pick<CheckResult, "entryOutcomes" | "transactionOutcomes"> {
  const { input, chains, movement, exists } = world;
  const { entries, transactions } = input;
  const ofPayref = (column: Float64Array | Int32Array) => (_: number, row: number) =>
    matches.transactionOf[transactions.payref[row] as number] === row
      ? (column[transactions.payref[row] as number] as number)
      : 0;
  return {
    entryOutcomes: {
      order: chains.order.filter((row) => exists[row] === 1),
      movement,
      difference,
      periodAtMs: chains.periodAtMs,
      inPeriod: members.entries,
      transaction: entries.payref.map((payref) =>
        payref === 0 ? -1 : (matches.transactionOf[payref] as number),
      ),
    },
    transactionOutcomes: {
      expected,
      net: Float64Array.from(transactions.payref, ofPayref(matches.net)),
      entries: Int32Array.from(transactions.payref, ofPayref(matches.entries)),
      settlement,
      matched: Uint8Array.from(transactions.payref, (payref, row) =>
        matches.transactionOf[payref] === row ? 1 : 0,
      ),
      inPeriod: members.transactions,
    },
  };
}
