/** The Wallet grid: one row per entry, with what the check says of it. */
import { ENTRY, TRANSACTION } from "../../../core/reconcile/input/column-kinds.ts";
import { NO_PAYREF } from "../../../core/reconcile/input/input.ts";
import type { AskedFigure, WalletRow, TransactionRow } from "../../bridge/protocol.ts";
import { walletCurrency, walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { statedFigure } from "../../../core/report/rollforward/figure-rows.ts";
import { bankRowWords, BANK_STATES, stateAtBank } from "../../../core/report/sheet/bank-states.ts";
import type { PeriodRows } from "../../../core/report/sheet/figures.ts";
import { type HeldCheck, flagsOf } from "./held-check.ts";
import type { Snapshot } from "./snapshot.ts";
import {
  markColumns,
  type RowTable,
  amounts,
  flagColumns,
  flagsOfRow,
  numbers,
  type RowColumn,
} from "./row-table.ts";
import { textOf } from "./text-search.ts";
import type { Settlement } from "../../../core/reconcile/input/result.ts";
import { currencyOf } from "../../../core/report/sheet/record-currencies.ts";
import { dueOf } from "../../../core/report/sheet/due.ts";

/** Remembers the last answer: a page of rows and their totals ask for one figure. */
function lastOf(work: (asked: AskedFigure) => Float64Array): RowTable["figure"] {
  let last: { readonly name: string; readonly amounts: Float64Array } | null = null;
  return (asked) => {
    const name = JSON.stringify(asked);
    if (last?.name !== name) last = { name, amounts: work(asked) };
    return last.amounts;
  };
}

export function walletRows(held: HeldCheck): RowTable {
  const { input, result, index, snapshot: texts } = held;
  const { entries } = input;
  const payIDs = input.transactions.payID;
  const { movement, difference, inPeriod, transaction } = result.entryOutcomes;
  const reached = (row: number) => held.reached[row] === 1;
  const isRepeat = (row: number) => difference[row] === 0;
  return {
    length: entries.length,
    inPeriod,
    isFlagged: (row) => index.entries.has(row),
    figure: lastOf((asked) => figureAmounts(held, "entries", asked)),
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
      expected: {
        ...amounts((row) =>
          reached(row) ? (entries.balance[row] as number) - (difference[row] as number) : Number.NaN,
        ),
        isRepeat,
      },
      difference: {
        ...amounts((row) => (reached(row) ? (difference[row] as number) : Number.NaN)),
        isRepeat,
      },
      payID: { is: "number", shownAs: "id", at: (row) => payIDs[transaction[row] as number] ?? Number.NaN },
      bank: { is: "number", shownAs: "count", at: (row) => bankRank(held, row) },
      inPeriod: { is: "truth", at: (row) => inPeriod[row] === 1 },
      ...flagColumns(ENTRY, entries),
      ...markColumns(held, index.entries),
    },
  };
}

const STATES = Object.values(BANK_STATES);

/** The place of an entry's state among BANK_STATES, NaN where the bank is not asked about it. */
function bankRank({ bank }: HeldCheck, row: number): number {
  const state = stateAtBank(bank, row);
  return state === null ? Number.NaN : STATES.indexOf(state);
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
    currency: null,
    inflow: null,
    outflow: null,
    expected: null,
    difference: null,
    payID: null,
    bank: null,
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
  const atBank = held.bank?.answers.get(row);
  const asRead = walletRowAsRead(snapshot, row, inPeriod[row] === 1);
  const { userID } = asRead;
  const businessID = result.options.chainScope === "user" ? null : asRead.businessID;
  return {
    ...asRead,
    isChecked: true,
    currency: currencyOf({ currency: walletCurrency(input, { userID, businessID }) }),
    inflow: moved > 0 ? moved : null,
    outflow: moved < 0 ? 0 - moved : null,
    expected: off === null ? null : stated - off,
    difference: off,
    payID: transactions.payID[transaction[row] as number] ?? null,
    bank: atBank === undefined ? null : bankRowWords(atBank),
    flags: flagsOf(held, index.entries, row),
  };
}

/** The Transactions grid: one row per payment transaction, with how it is settled. */
export function transactionRows(held: HeldCheck): RowTable {
  const { input, result, index, snapshot: texts } = held;
  const { transactions } = input;
  const { net, entries, settlement, inPeriod } = result.transactionOutcomes;
  const label = (ids: ArrayLike<number>): RowColumn => ({ is: "text", texts: texts.labels, ids });
  const due = (row: number) => dueOf({ check: result, records: input }, row) ?? Number.NaN;
  return {
    length: transactions.length,
    inPeriod,
    isFlagged: (row) => index.transactions.has(row),
    figure: lastOf((asked) => figureAmounts(held, "transactions", asked)),
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
      difference: {
        ...amounts((row) => (net[row] as number) - due(row)),
        isRepeat: (row) => net[row] === due(row),
      },
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

// What each row adds to a figure of the month, by the function that the figure itself is summed up by.

/** @returns by row of the table, NaN where it is not among the figure's */
function figureAmounts(
  held: HeldCheck,
  table: "entries" | "transactions",
  { name, of }: AskedFigure,
): Float64Array {
  const added = new Float64Array(held.input[table].length).fill(Number.NaN);
  const figure = statedFigure(name);
  if (figure.of !== table) return added;
  const rows = held.periodRows(figure.needsBefore === true);
  const isAsked = askedTest(held, table, rows, of);
  for (const part of figure.parts(rows)) {
    if (!isAsked(part)) continue;
    const before = added[part.row] as number;
    added[part.row] = (Number.isNaN(before) ? 0 : before) + part.amount;
  }
  return added;
}

/** Which of a figure's parts are asked for; of wallets, only entries are told apart. */
function askedTest(
  { input: { entries, transactions }, result: { options } }: HeldCheck,
  table: "entries" | "transactions",
  { currencies: { blocks } }: PeriodRows,
  of: AskedFigure["of"],
): (part: { readonly row: number; readonly block: number }) => boolean {
  if ("currency" in of) return ({ block }) => blocks[block]?.currency === of.currency;
  if ("record" in of) {
    const ids = table === "entries" ? entries.walletID : transactions.payID;
    return ({ row }) => ids[row] === of.record;
  }
  const perUser = options.chainScope === "user";
  const wallet = walletKey(of.wallet);
  return ({ row }) => {
    const owner = { userID: entries.userID[row] as number, businessID: entries.businessID[row] as number };
    return walletKey(perUser ? { ...owner, businessID: null } : owner) === wallet;
  };
}
