/** What each row of a grid adds to a figure of the month, by the function that the figure itself is summed up by. */
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { figureOf } from "../../../core/report/rollforward/figure-rows.ts";
import type { PeriodRows } from "../../../core/report/sheet/figures.ts";
import type { AskedFigure } from "../../bridge/protocol.ts";
import type { HeldCheck } from "./held-check.ts";

/** @returns by row of the table, NaN where it is not among the figure's */
export function figureAmounts(
  held: HeldCheck,
  table: "entries" | "transactions",
  { name, of }: AskedFigure,
): Float64Array {
  const amounts = new Float64Array(held.input[table].length).fill(Number.NaN);
  const figure = figureOf(name);
  if (figure.of !== table) return amounts;
  const rows = held.periodRows(figure.needsBefore === true);
  const isAsked = askedTest(held, rows, of);
  for (const part of figure.parts(rows)) {
    if (!isAsked(part)) continue;
    const known = amounts[part.row] as number;
    amounts[part.row] = (Number.isNaN(known) ? 0 : known) + part.amount;
  }
  return amounts;
}

/** Which of a figure's parts are asked for; of wallets, only entries are told apart. */
function askedTest(
  { input: { entries }, result: { options } }: HeldCheck,
  { currencies: { blocks } }: PeriodRows,
  of: AskedFigure["of"],
): (part: { readonly row: number; readonly block: number }) => boolean {
  if ("currency" in of) return ({ block }) => blocks[block]?.currency === of.currency;
  const perUser = options.chainScope === "user";
  const wallet = walletKey(of.wallet);
  return ({ row }) => {
    const owner = { userID: entries.userID[row] as number, businessID: entries.businessID[row] as number };
    return walletKey(perUser ? { ...owner, businessID: null } : owner) === wallet;
  };
}
