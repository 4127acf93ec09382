/** A: opening to closing, in each currency by itself, and what the transactions say. */
import { addAmounts } from "../money.ts";
import type { WalletResult } from "../reconcile/result.ts";
import { type CurrencyGroup, currencyGroups, isMixed, unknownCurrencies } from "./currencies.ts";
import { totalOf } from "./flows.ts";
import type { ReportInput } from "./input.ts";
import { LEAD_WIDTHS } from "./lead.ts";
import type { Row } from "./model.ts";
import type { TablePlace } from "./place.ts";
import { type LineName, type ProofLines, proofRow } from "./proof-lines.ts";
import { padded } from "./sheets.ts";

export const BALANCE_COLUMNS = padded(LEAD_WIDTHS.length, [
  { key: "line", header: "Balance", kind: "text" },
  { key: "amount", header: "Amount", kind: "amount" },
  { key: "ref", header: "Workpaper", kind: "text" },
]);

const ROLL_LINES = 5;

export function balanceCount({ check }: ReportInput): number {
  if (!isMixed(check)) return ROLL_LINES + 2;
  return ROLL_LINES * currencyGroups(check).length + (unknownCurrencies(check) > 0 ? 1 : 0);
}

export interface BalancePlaces {
  readonly roll: TablePlace;
  readonly proof: TablePlace;
}

/** A block per known currency; A2 adds currencies up as a check of the arithmetic, so nothing of it stands here then. */
export function* balanceRows(
  { check }: ReportInput,
  { roll, proof }: BalancePlaces,
  lines: ProofLines,
): Generator<Row> {
  if (isMixed(check)) {
    for (const [at, group] of currencyGroups(check).entries()) {
      yield* rollLines(group, roll, check.wallets.length + at);
    }
    if (unknownCurrencies(check) > 0) yield unknownRow(unknownCurrencies(check), roll);
    return;
  }
  yield* rollLines({ currency: "", wallets: check.wallets }, roll, roll.count - 1);
  const fromProof = (text: string, name: LineName): Row => {
    const row = proofRow(name);
    const value = { value: lines.get(name)?.value ?? 0, formula: proof.cell("amount", row) };
    return { tone: "plain", cells: [text, value, { value: "A2", link: proof.place("amount", row) }] };
  };
  yield fromProof("Balance that the transactions say", "said");
  yield fromProof("Unexplained difference", "unexplained");
}

/** @param at the row of A1 that adds these wallets up */
function* rollLines({ currency, wallets }: CurrencyGroup, roll: TablePlace, at: number): Generator<Row> {
  const sum = (of: (wallet: WalletResult) => number) =>
    wallets.reduce((total, wallet) => addAmounts(total, of(wallet), "wallets of the ledger"), 0);
  const line = (text: string, key: string, value: number): Row => ({
    tone: key === "stated" ? "total" : "plain",
    cells: [
      currency === "" ? text : `${currency}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
      { value, formula: roll.cell(key, at) },
      { value: "A1", link: roll.place(key, at) },
    ],
  });
  const flow = totalOf(wallets);
  const opening = sum((wallet) => wallet.opening);
  const closing = sum((wallet) => wallet.closing);
  yield line("Opening", "opening", opening);
  yield line("Inflows", "inflow", flow.inflow);
  yield line("Outflows", "outflow", flow.outflow);
  yield line("Break differences", "breakDifference", flow.breakDifference);
  yield line("Closing, as the wallet states it", "stated", closing);
}

function unknownRow(count: number, roll: TablePlace): Row {
  const wallets = count === 1 ? "1 wallet" : `${count} wallets`;
  const link = roll.place("wallet", 0);
  return {
    tone: "plain",
    cells: [`Currency not known: see A1 for ${wallets}`, null, { value: "A1", link }],
  };
}
