/** The status of each entry and transaction, for grids and the workbook. */
import type { ChainOutcome } from "../chain/chain.ts";
import type { Chains } from "../chain/chains.ts";
import type { OverwritingRow } from "../chain/main-line.ts";
import { NO_PAYREF } from "../input.ts";
import type { Matches } from "../payrefs/match.ts";
import type { Membership } from "../period.ts";
import type { CheckResult } from "./result.ts";
import type { CheckState } from "../check-state.ts";

export function outcomesOf(
  state: CheckState,
  matches: Matches,
  members: Membership,
  { difference, overwriting }: Pick<ChainOutcome, "difference" | "overwriting">,
  expected: Float64Array,
  settlement: Uint8Array,
): Pick<CheckResult, "entryOutcomes" | "transactionOutcomes"> {
  const { input, chains, movement } = state;
  const { transactions } = input;
  const { ties } = matches;
  const net = new Float64Array(transactions.length);
  const tied = new Int32Array(transactions.length);
  const matched = new Uint8Array(transactions.length);
  for (let row = 0; row < transactions.length; row += 1) {
    const tie = ties.ofTransaction[row] as number;
    if (matches.transactionOf[tie] !== row) continue;
    matched[row] = 1;
    net[row] = matches.net[tie] as number;
    tied[row] = matches.entries[tie] as number;
  }
  return {
    entryOutcomes: {
      order: existing(chains),
      movement,
      difference,
      periodAtMs: chains.periodAtMs,
      inPeriod: members.entries,
      overwriting: existingPlaces(chains, overwriting),
      transaction: ties.ofEntry.map((tie) =>
        tie === NO_PAYREF ? -1 : (matches.transactionOf[tie] as number),
      ),
    },
    transactionOutcomes: {
      expected,
      net,
      entries: tied,
      settlement,
      matched,
      inPeriod: members.transactions,
    },
  };
}

/** The order without the rows that do not exist as at the check's end. */
function existing({ order, start, end }: Chains): Int32Array {
  const rows = new Int32Array(end.reduce((sum, last, wallet) => sum + last - (start[wallet] as number), 0));
  let at = 0;
  for (let wallet = 0; wallet < end.length; wallet += 1) {
    const there = order.subarray(start[wallet], end[wallet]);
    rows.set(there, at);
    at += there.length;
  }
  return rows;
}

/** Their places among the rows that exist as at the check's end, on which all of them are. */
function existingPlaces({ start, end }: Chains, rows: readonly OverwritingRow[]): OverwritingRow[] {
  let [wallet, later] = [0, 0];
  return rows.map(({ place, parent }) => {
    for (; place >= (end[wallet] as number); wallet += 1) {
      later += (start[wallet + 1] as number) - (end[wallet] as number);
    }
    return { place: place - later, parent: parent - later };
  });
}
