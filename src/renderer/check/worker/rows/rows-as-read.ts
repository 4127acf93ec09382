/** The entries of a check before it is made: what was read of them, without what is found. */
import { buildChains, existingRows } from "../../../../core/reconcile/chain/chains.ts";
import { countedInput } from "../../../../core/reconcile/dates/counted-dates.ts";
import { endOf } from "../../../../core/reconcile/check-state.ts";
import { entriesInPeriod } from "../../../../core/reconcile/period.ts";
import type { Rows, WalletRow } from "../../protocol.ts";
import type { RowsAsReadRequest } from "../../protocol/rows.ts";
import { periodAsked } from "../period.ts";
import type { Snapshot } from "../snapshot.ts";
import { rowsWhere } from "./select-rows.ts";
import { walletRowAsRead } from "./wallet-table.ts";

export function rowsAsRead(snapshot: Snapshot, request: RowsAsReadRequest): Rows<WalletRow> {
  const { options, onlyPeriod, from, count } = request;
  const input = countedInput(snapshot.input, options.chainScope);
  const period = periodAsked(request.period, snapshot.input, options);
  const chains = buildChains(input.entries, options.chainScope, endOf(period));
  const inPeriod = entriesInPeriod({ period, chains, exists: existingRows(chains) });
  const rows = rowsWhere(onlyPeriod ? inPeriod : new Uint8Array(inPeriod.length).fill(1));
  return {
    total: rows.length,
    rows: Array.from(rows.subarray(from, from + count), (row) =>
      walletRowAsRead(snapshot, row, inPeriod[row] === 1),
    ),
  };
}
