/** The Wallet grid: one row per entry, with what the check says of it. */
import { ENTRY } from "../../../../core/reconcile/column-kinds.ts";
import { NO_PAYREF } from "../../../../core/reconcile/input.ts";
import type { WalletRow } from "../../protocol.ts";
import { type HeldCheck, flagsOf } from "../held-check.ts";
import type { Snapshot } from "../snapshot.ts";
import { markColumns } from "./mark-columns.ts";
import { type RowTable, amounts, flagColumns, flagsOfRow, numbers } from "./row-table.ts";
import { textOf } from "./text-store.ts";

export function walletRows(held: HeldCheck): RowTable {
  const { input, result, index, snapshot: texts } = held;
  const { entries, transactions } = input;
  const { movement, difference, inPeriod, transaction } = result.entryOutcomes;
  const reached = (row: number) => held.reached[row] === 1;
  return {
    length: entries.length,
    inPeriod,
    isFlagged: (row) => index.entries.has(row),
    columns: {
      walletID: numbers("id", entries.walletID),
      dateCreatedAtMs: numbers("instant", entries.dateCreatedAtMs),
      userID: numbers("id", entries.userID),
      businessID: numbers("id", entries.businessID),
      action: { is: "text", texts: texts.labels, ids: entries.action },
      description: { is: "text", texts: texts.descriptions, ids: null },
      payref: { is: "text", texts: texts.payrefs, ids: entries.payref },
      inflow: amounts((row) => above(movement[row] as number)),
      outflow: amounts((row) => above(0 - (movement[row] as number))),
      stated: numbers("amount", entries.balance),
      expected: amounts((row) =>
        reached(row) ? (entries.balance[row] as number) - (difference[row] as number) : Number.NaN,
      ),
      difference: amounts((row) => (reached(row) ? (difference[row] as number) : Number.NaN)),
      payID: {
        is: "number",
        shownAs: "id",
        at: (row) => transactions.payID[transaction[row] as number] ?? Number.NaN,
      },
      inPeriod: { is: "truth", at: (row) => inPeriod[row] === 1 },
      ...flagColumns(ENTRY, entries),
      ...markColumns(held, index.entries),
    },
  };
}

function above(amount: number): number {
  return amount > 0 ? amount : Number.NaN;
}

/** A row before anything was checked. */
export function walletRowAsRead(
  { input, labels, descriptions }: Snapshot,
  row: number,
  inPeriod: boolean,
): WalletRow {
  const { entries, payrefs } = input;
  const payref = entries.payref[row] as number;
  return {
    walletID: entries.walletID[row] as number,
    dateCreatedAtMs: entries.dateCreatedAtMs[row] as number,
    userID: entries.userID[row] as number,
    businessID: entries.businessID[row] as number,
    action: textOf(labels, entries.action[row]),
    description: descriptions.shown(row),
    payref: payref === NO_PAYREF ? "" : payrefs.at(payref),
    stated: entries.balance[row] as number,
    inPeriod,
    ...flagsOfRow(ENTRY, entries, row),
    isChecked: false,
    inflow: null,
    outflow: null,
    expected: null,
    difference: null,
    payID: null,
    flags: [],
  };
}

export function walletRow(held: HeldCheck, row: number): WalletRow {
  const { input, result, snapshot, index } = held;
  const { entries, transactions } = input;
  const { movement, difference, inPeriod, transaction } = result.entryOutcomes;
  const moved = movement[row] as number;
  const stated = entries.balance[row] as number;
  const off = held.reached[row] === 1 ? (difference[row] as number) : null;
  return {
    ...walletRowAsRead(snapshot, row, inPeriod[row] === 1),
    isChecked: true,
    inflow: moved > 0 ? moved : null,
    outflow: moved < 0 ? 0 - moved : null,
    expected: off === null ? null : stated - off,
    difference: off,
    payID: transactions.payID[transaction[row] as number] ?? null,
    flags: flagsOf(held, index.entries, row),
  };
}
