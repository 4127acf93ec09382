/** A1: opening + inflows − outflows + break differences = closing of each wallet, live over B1. */
import { addAmounts } from "../../money.ts";
import type { WalletResult } from "../../reconcile/result/result.ts";
import { type CurrencyBlock, currencyOf, isMixed } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import { totalOf } from "./flows.ts";
import type { Cell, Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";

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
  if (figures.currencies.isSplit) yield* blockRows(figures, place);
  else yield totalRow(figures, place);
}

/** How many rows the wallets and their totals take; the last says whether all foot. */
export function rollCount({ input, currencies }: Figures): number {
  return input.check.wallets.length + (currencies.isSplit ? currencies.blocks.length : 0) + 1;
}

/** The row of A1 that adds up a block's wallets. */
export function rollTotalAt({ input, currencies }: Figures, block: number): number {
  return input.check.wallets.length + (currencies.isSplit ? block : 0);
}

/** What a block's wallets are called together; those of unknown currencies may be in different ones. */
function walletsWords({ currency, label, wallets }: CurrencyBlock): string {
  if (currency === null)
    return wallets.length > 1
      ? "Wallets of unknown currency, check sum"
      : `${wallets.length === 0 ? "No wallet" : "Wallet"} of unknown currency`;
  return wallets.length === 0 ? `No wallet in ${label}` : `All wallets in ${label}`;
}

/** The total of each currency, and whether all of them foot: nothing is added up over several. */
function* blockRows({ input, currencies, round }: Figures, place: TablePlace): Generator<Row> {
  const last = input.check.wallets.length - 1;
  for (const [at, block] of currencies.blocks.entries()) {
    const { row } = place.at(last + 1 + at);
    const { wallets } = block;
    const flow = totalOf(wallets);
    const term = (codes: string, range: string) => `SUMPRODUCT(EXACT(${codes},$B${row})*${range})`;
    // What is in none of the currencies above.
    const rest = (key: string) => `${place.sum(key, 0, last)}-${place.sum(key, last + 1, last + at)}`;
    const total = (key: string, value: number): Cell => ({
      value,
      formula: round(block.currency === null ? rest(key) : place.overParts(["currency", key], term, 0, last)),
    });
    const closing = sumOf(wallets, ({ closing: amount }) => amount);
    const cells: Cell[] = [
      walletsWords(block),
      block.currency,
      total("entries", flow.entries),
      total(
        "opening",
        sumOf(wallets, ({ opening }) => opening),
      ),
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
  const all = `AND(${["TRUE()", ...place.ranges("ties", 0, place.count - 2)].join(",")})`;
  yield everyCurrency({ value: true, formula: all });
}

/** The last row of a table on A1 whose totals are of one currency each: whether all of them hold. */
export function everyCurrency(holds: Cell): Row {
  const blanks: Cell[] = Array.from({ length: ROLL_COLUMNS.length - 2 }, () => null);
  return { tone: "total", cells: ["Every currency by itself", ...blanks, holds] };
}

/** The sum of an amount over wallets of one currency. */
export function sumOf(wallets: readonly WalletResult[], of: (wallet: WalletResult) => number): number {
  return wallets.reduce((total, wallet) => addAmounts(total, of(wallet), "wallets of the ledger"), 0);
}

function totalRow({ input, round }: Figures, place: TablePlace): Row {
  const { wallets } = input.check;
  const last = wallets.length - 1;
  const total = (key: string, value: number): Cell => ({ value, formula: round(place.sum(key, 0, last)) });
  const row = place.at(place.count - 1).row;
  const closing = sumOf(wallets, (wallet) => wallet.closing);
  const flow = totalOf(wallets);
  return {
    tone: "total",
    cells: [
      isMixed(input.check) ? "Wallets of unknown currency, check sum" : "All wallets",
      null,
      total("entries", flow.entries),
      total(
        "opening",
        sumOf(wallets, ({ opening }) => opening),
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
