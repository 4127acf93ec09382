/** The Transactions grid: one row per payment transaction, with how it is settled. */
import { TRANSACTION } from "../../../../core/reconcile/column-kinds.ts";
import type { Settlement } from "../../../../core/reconcile/result/result.ts";
import { dueOf } from "../../../../core/report/outstanding/due.ts";
import type { TransactionRow } from "../../protocol.ts";
import { type HeldCheck, flagsOf } from "../held-check.ts";
import { markColumns } from "./mark-columns.ts";
import { type RowColumn, type RowTable, amounts, flagColumns, flagsOfRow, numbers } from "./row-table.ts";
import { textOf } from "./text-store.ts";

export function transactionRows(held: HeldCheck): RowTable {
  const { input, result, index, snapshot: texts } = held;
  const { transactions } = input;
  const { net, entries, settlement, inPeriod } = result.transactionOutcomes;
  const label = (ids: Int32Array): RowColumn => ({ is: "text", texts: texts.labels, ids });
  const due = (row: number) => dueOf({ check: result, records: input }, row) ?? Number.NaN;
  return {
    length: transactions.length,
    inPeriod,
    isFlagged: (row) => index.transactions.has(row),
    columns: {
      payID: numbers("id", transactions.payID),
      payref: { is: "text", texts: texts.payrefs, ids: transactions.payref },
      cycle: label(transactions.cycleText),
      role: label(transactions.role),
      customer: { is: "text", texts: texts.customers, ids: null },
      currency: label(transactions.currency),
      dateCreatedAtMs: numbers("instant", transactions.dateCreatedAtMs),
      datePaidAtMs: numbers("instant", transactions.datePaidAtMs),
      charged: numbers("amount", transactions.chargedamount),
      escrowFee: numbers("amount", transactions.scrowfee),
      tax: numbers("amount", transactions.taxfee),
      payable: numbers("amount", transactions.payableamount),
      expected: amounts(due),
      settled: numbers("amount", net),
      difference: amounts((row) => (net[row] as number) - due(row)),
      entries: numbers("count", entries),
      settlement: { is: "number", shownAs: "count", at: (row) => settlement[row] as number },
      inPeriod: { is: "truth", at: (row) => inPeriod[row] === 1 },
      ...flagColumns(TRANSACTION, transactions),
      ...markColumns(held, index.transactions),
    },
  };
}

export function transactionRow(held: HeldCheck, row: number): TransactionRow {
  const { input, result, snapshot, index } = held;
  const { transactions, payrefs, labels } = input;
  const { net, entries, settlement, inPeriod } = result.transactionOutcomes;
  const expected = dueOf({ check: result, records: input }, row);
  const settled = net[row] as number;
  return {
    payID: transactions.payID[row] as number,
    payref: payrefs.at(transactions.payref[row] as number),
    cycle: labels.at(transactions.cycleText[row] as number),
    role: textOf(snapshot.labels, transactions.role[row]),
    customer: snapshot.customers.shown(row),
    currency: textOf(snapshot.labels, transactions.currency[row]),
    dateCreatedAtMs: known(transactions.dateCreatedAtMs[row]),
    datePaidAtMs: known(transactions.datePaidAtMs[row]),
    charged: transactions.chargedamount[row] as number,
    escrowFee: transactions.scrowfee[row] as number,
    tax: transactions.taxfee[row] as number,
    payable: transactions.payableamount[row] as number,
    expected,
    settled,
    difference: expected === null ? null : settled - expected,
    entries: entries[row] as number,
    settlement: settlement[row] as Settlement,
    inPeriod: inPeriod[row] === 1,
    ...flagsOfRow(TRANSACTION, transactions, row),
    flags: flagsOf(held, index.transactions, row),
  };
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
