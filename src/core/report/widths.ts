/** Column widths that fit what stands in them: a number wider than its column would show as ####. */
import { formatAmount } from "../money.ts";
import type { Figures } from "./figures.ts";
import type { Column, TableShape } from "./model.ts";

/** How many characters the widest amount and the widest id take, and payrefs as far as looked at. */
export interface Fit {
  readonly amount: number;
  readonly id: number;
  readonly payref: number;
}

/** How many payrefs are looked at; they are made alike. */
const PAYREFS = 500;

export function fitOf({ input, walletRows, transactionRows }: Figures): Fit {
  const { entries, transactions, payrefs } = input.records;
  let amount = 0;
  let id = 0;
  let payref = 12;
  const see = (value: number) => {
    const size = Math.abs(value);
    if (size > amount) amount = size;
  };
  for (const row of walletRows) {
    if (row < 0) continue;
    see(entries.balance[row] as number);
    see(entries.credit[row] as number);
    see(entries.debit[row] as number);
    id = Math.max(id, entries.walletID[row] as number, entries.businessID[row] as number);
  }
  for (const [at, row] of transactionRows.entries()) {
    see(transactions.payableamount[row] as number);
    id = Math.max(id, transactions.payID[row] as number);
    if (at < PAYREFS) payref = Math.max(payref, payrefs.at(transactions.payref[row] as number).length);
  }
  for (const { opening, inflow, outflow, closing } of input.check.wallets) {
    for (const value of [opening, inflow, outflow, closing]) see(value);
  }
  return {
    amount: formatAmount(0 - amount, input.decimals).length + 3,
    id: String(id).length + 3,
    payref: Math.min(payref, 32) + 2,
  };
}

/** The given widths, wider where a table of the sheet holds wider values. */
export function fittedWidths(widths: readonly number[], tables: readonly TableShape[], fit: Fit): number[] {
  const least = ({ kind, key, header }: Column): number => {
    // A header breaks between words, never inside one.
    const word = Math.max(...header.split(" ").map(({ length }) => length)) + 3;
    if (kind === "amount") return Math.max(word, fit.amount);
    if (kind === "id") return Math.max(word, fit.id);
    return key === "payref" ? fit.payref : 0;
  };
  return widths.map((width, at) =>
    tables.reduce((widest, { columns }) => {
      const column = columns[at];
      return column === undefined ? widest : Math.max(widest, least(column));
    }, width),
  );
}
