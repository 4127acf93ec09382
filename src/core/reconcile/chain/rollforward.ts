/** The roll-forward of each wallet: opening + inflows − outflows + break differences = closing, asserted. */
import { addAmounts } from "../../money.ts";
import type { HeldNumbers } from "../input/column-kinds.ts";
import type { WalletResult } from "../input/result.ts";
import { walletCurrency } from "./wallet-key.ts";
import { type CheckState, endOf } from "./check-state.ts";

/** @throws TieoutError SUM_OVERFLOW naming the wallet; Error when a wallet does not tie out, our defect */
export function rollForward(
  state: CheckState,
  difference: HeldNumbers,
  inPeriod: Uint8Array,
): WalletResult[] {
  const { chains } = state;
  return Array.from(chains.end, (_, wallet) => rollWallet(state, wallet, difference, inPeriod));
}

function rollWallet(
  state: CheckState,
  wallet: number,
  difference: HeldNumbers,
  inPeriod: Uint8Array,
): WalletResult {
  const { chains, input, movement } = state;
  const { entries } = input;
  const start = chains.start[wallet] as number;
  const oldest = chains.order[start] as number;
  const userID = entries.userID[oldest] as number;
  const businessID = state.options.chainScope === "business" ? (entries.businessID[oldest] as number) : null;
  const of = `wallet of user ${userID}`;
  const balance = (row: number) => entries.balance[row] as number;
  const implied = addAmounts(balance(oldest), 0 - (movement[oldest] as number), of);
  const fromMs = state.period?.fromMs ?? -Infinity;
  let opening = implied;
  let closing: number | null = null;
  let count = 0;
  let inflow = 0;
  let outflow = 0;
  let breakDifference = 0;
  for (let at = start; at < (chains.end[wallet] as number); at += 1) {
    const row = chains.order[at] as number;
    if (inPeriod[row] === 0) {
      if ((chains.periodAtMs[row] as number) < fromMs) opening = balance(row);
      continue;
    }
    const moved = movement[row] as number;
    count += 1;
    if (moved >= 0) inflow = addAmounts(inflow, moved, of);
    else outflow = addAmounts(outflow, 0 - moved, of);
    breakDifference = addAmounts(breakDifference, difference[row] as number, of);
    closing = balance(row);
  }
  const computed = addAmounts(addAmounts(opening, inflow - outflow, of), breakDifference, of);
  closing ??= opening;
  if (computed !== closing) {
    throw new Error(
      `the roll-forward of the ${of} comes to ${computed}, not ${closing}, up to ${endOf(state.period)}`,
    );
  }
  const currency = walletCurrency(input, { userID, businessID });
  return {
    userID,
    businessID,
    currency,
    entries: count,
    opening,
    inflow,
    outflow,
    breakDifference,
    closing,
    tiesOut: true,
  };
}
