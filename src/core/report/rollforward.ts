/** A1: opening + inflows − outflows + break differences = closing of each wallet, live over B1. */
import { addAmounts } from "../money.ts";
import type { WalletResult } from "../reconcile/result.ts";
import { currencyGroups, currencyOf, isMixed } from "./currencies.ts";
import type { Figures } from "./figures.ts";
import { totalOf } from "./flows.ts";
import type { ReportInput } from "./input.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";

/** The amounts of the roll-forward; actions and days have most of them too. */
export const ROLL_AMOUNTS: readonly Column[] = [
  { key: "entries", header: "Entries", kind: "integer" },
  { key: "opening", header: "Opening", kind: "amount" },
  { key: "inflow", header: "Inflows", kind: "amount" },
  { key: "outflow", header: "Outflows", kind: "amount" },
  { key: "breakDifference", header: "Break differences", kind: "amount" },
  { key: "closing", header: "Closing computed", kind: "amount" },
  { key: "stated", header: "Closing stated", kind: "amount" },
  { key: "difference", header: "Difference", kind: "amount" },
  { key: "ties", header: "Foots", kind: "truth" },
];

export const ROLL_COLUMNS: readonly Column[] = [
  { key: "wallet", header: "Wallet", kind: "text" },
  { key: "currency", header: "Currency", kind: "text" },
  ...ROLL_AMOUNTS,
];

export const ROLL_WIDTHS = [34, 10, 9, 14, 14, 14, 14, 14, 14, 12, 9];

export function walletLabel({ userID, businessID }: Pick<WalletResult, "userID" | "businessID">): string {
  return businessID === null ? `User ${userID}` : `User ${userID}, business ${businessID}`;
}

/** One row per wallet, then their total. */
export function* rollRows(figures: Figures, place: TablePlace, wallet: TablePlace): Generator<Row> {
  const { wallets } = figures.input.check;
  const { round } = figures;
  for (const [at, result] of wallets.entries()) {
    const from = figures.walletStart[at] ?? 0;
    const to = (figures.walletStart[at + 1] ?? 0) - 1;
    const row = place.at(at).row;
    const over = (expression: (range: string) => string) =>
      wallet.overParts(["movement"], expression, from, to);
    const cells: Cell[] = [
      walletLabel(result),
      currencyOf(result),
      { value: result.entries, formula: over((range) => `COUNT(${range})`) },
      { value: result.opening, formula: wallet.cell("balance", from) },
      { value: result.inflow, formula: round(over((range) => `SUMIF(${range},">0")`)) },
      { value: result.outflow, formula: round(`-(${over((range) => `SUMIF(${range},"<0")`)})`) },
      { value: result.breakDifference, formula: round(wallet.sum("difference", from, to)) },
      { value: result.closing, formula: round(`D${row}+E${row}-F${row}+G${row}`) },
      { value: result.closing, formula: wallet.cell("balance", to) },
      { value: 0, formula: round(`I${row}-H${row}`) },
      { value: true, formula: `J${row}=0` },
    ];
    yield { cells, tone: "plain" };
  }
  if (isMixed(figures.input.check)) yield* currencyRows(figures, place);
  yield totalRow(figures, place);
}

/** How many rows the wallets and their totals take; the last is the total of all. */
export function rollCount({ check }: ReportInput): number {
  return check.wallets.length + 1 + (isMixed(check) ? currencyGroups(check).length : 0);
}

/** Where wallets are in several currencies, the total of each: the only sums over wallets that are balances. */
function* currencyRows({ input, round }: Figures, place: TablePlace): Generator<Row> {
  const last = input.check.wallets.length - 1;
  for (const [at, { currency, wallets }] of currencyGroups(input.check).entries()) {
    const { row } = place.at(last + 1 + at);
    const flow = totalOf(wallets);
    const term = (codes: string, range: string) => `SUMPRODUCT(EXACT(${codes},$B${row})*${range})`;
    const total = (key: string, value: number): Cell => {
      return { value, formula: round(place.overParts(["currency", key], term, 0, last)) };
    };
    const sum = (of: (wallet: WalletResult) => number) =>
      wallets.reduce((sofar, wallet) => addAmounts(sofar, of(wallet), "wallets of a currency"), 0);
    const closing = sum((wallet) => wallet.closing);
    const opening = sum((wallet) => wallet.opening);
    const cells: Cell[] = [
      `All wallets in ${currency}`,
      currency,
      total("entries", flow.entries),
      total("opening", opening),
      total("inflow", flow.inflow),
      total("outflow", flow.outflow),
      total("breakDifference", flow.breakDifference),
      { value: closing, formula: round(`D${row}+E${row}-F${row}+G${row}`) },
      total("stated", closing),
      { value: 0, formula: round(`I${row}-H${row}`) },
      { value: true, formula: `J${row}=0` },
    ];
    yield { tone: "total", cells };
  }
}

function totalRow({ input, round }: Figures, place: TablePlace): Row {
  const { wallets } = input.check;
  const last = wallets.length - 1;
  const sum = (of: (wallet: WalletResult) => number) =>
    wallets.reduce((total, wallet) => addAmounts(total, of(wallet), "wallets of the ledger"), 0);
  const total = (key: string, value: number): Cell => ({ value, formula: round(place.sum(key, 0, last)) });
  const row = place.at(place.count - 1).row;
  const closing = sum((wallet) => wallet.closing);
  const flow = totalOf(wallets);
  return {
    tone: "total",
    cells: [
      isMixed(input.check) ? "Check sum of currencies, no balance" : "All wallets",
      null,
      total("entries", flow.entries),
      total(
        "opening",
        sum((wallet) => wallet.opening),
      ),
      total("inflow", flow.inflow),
      total("outflow", flow.outflow),
      total("breakDifference", flow.breakDifference),
      total("closing", closing),
      total("stated", closing),
      total("difference", 0),
      {
        value: true,
        formula: wallets.length === 0 ? `J${row}=0` : `AND(${place.ranges("ties", 0, last).join(",")})`,
      },
    ],
  };
}
