/** A1: opening + inflows − outflows + break differences = closing, of each wallet and currency, over B1. */
import { addAmounts } from "../../money.ts";
import type { WalletResult } from "../../reconcile/input/result.ts";
import {
  type Currencies,
  type CurrencyBlock,
  EVERY_CURRENCY,
  everyCurrencyRows,
  matchesText,
} from "../sheet/currencies.ts";
import { currencyOf } from "../sheet/record-currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { CellTone } from "../sheet/model.ts";
import type { WalletTable } from "../exceptions/wallet.ts";
import {
  type ColumnDeclaration,
  type CurrentRow,
  type KeyedRow,
  ReportTable,
  columnsOf,
  head,
} from "../sheet/table.ts";
import { namedWallet, walletLabel } from "../../words/wallet.ts";
import { type Flow, totalOf } from "../sheet/flows.ts";
import { IN_NO_CURRENCY, currencyName } from "../../words/currency.ts";

// A1: how the amounts of a roll-forward are headed, in every table below each other.

export const ROLL_HEADS = {
  entries: head("integer", "Entries", 9),
  opening: head("amount", "Opening", 14),
  inflow: head("amount", "Inflows", 14),
  outflow: head("amount", "Outflows", 14),
  breakDifference: head("amount", "Break differences", 14),
  closing: head("amount", "Closing computed", 14),
  stated: head("amount", "Closing stated", 14),
  difference: head("amount", "Difference", 12),
  ties: head("truth", "Foots", 9),
} as const;

/** What a row comes to: opening + inflows − outflows + break differences. */
export function rolledOn(here: CurrentRow<Exclude<RollAmount, "stated">>): string {
  return `${here.cell("opening")}+${here.cell("inflow")}-${here.cell("outflow")}+${here.cell("breakDifference")}`;
}

/** What is summed up, over B1 or over the wallets above. */
export type RollAmount = keyof Flow | "opening" | "stated";

/** A wallet, or all of a currency. */
interface RollLine {
  readonly figures: Figures;
  readonly label: string;
  readonly currency: string | null;
  readonly amounts: Readonly<Record<RollAmount, number>>;
  readonly sum: (key: RollAmount, here: CurrentRow<WalletRollKey>) => string;
  /** What else has to hold, before the amounts foot; '' for nothing. */
  readonly also: string;
  readonly tone: CellTone;
}

const ROLL = columnsOf<RollLine>()({
  wallet: { ...head("wrapped", "Wallet", 34), value: ({ label }) => label },
  currency: { ...head("text", "Currency", 10), value: ({ currency }) => currency },
  entries: summed("entries"),
  opening: summed("opening"),
  inflow: summed("inflow"),
  outflow: summed("outflow"),
  breakDifference: summed("breakDifference"),
  closing: {
    ...ROLL_HEADS.closing,
    value: ({ amounts }) => amounts.stated,
    formula: ({ figures }, here) => figures.round(rolledOn(here)),
  },
  stated: summed("stated"),
  difference: {
    ...ROLL_HEADS.difference,
    value: () => 0,
    formula: ({ figures }, here) => figures.round(`${here.cell("stated")}-${here.cell("closing")}`),
  },
  ties: {
    ...ROLL_HEADS.ties,
    value: () => true,
    formula: ({ also }, here) => {
      const foots = `${here.cell("difference")}=0`;
      return also === "" ? foots : `AND(${also},${foots})`;
    },
  },
});
type WalletRollKey = RollAmount | "wallet" | "currency" | "closing" | "difference" | "ties";

function summed(key: RollAmount): ColumnDeclaration<RollLine, WalletRollKey> {
  return {
    ...ROLL_HEADS[key],
    value: ({ amounts }) => amounts[key],
    formula: ({ sum }, here) => sum(key, here),
  };
}

export type RollTable = ReportTable<RollLine, WalletRollKey>;

export function rollTable(figures: Figures, wallet: WalletTable): RollTable {
  const { input, currencies } = figures;
  return new ReportTable(figures, {
    id: "wallets",
    title: "By wallet",
    columns: ROLL,
    count: input.check.wallets.length + currencies.blocks.length + everyCurrencyRows(currencies),
    lines: (table, here) => rollLines(figures, wallet, table, here),
    tone: ({ tone }) => tone,
  });
}

/** The row of A1 that adds up a block's wallets. */
export function rollTotalAt({ input }: Figures, block: number): number {
  return input.check.wallets.length + block;
}

/** One row per wallet, the total of each currency, and whether all foot: currencies are never added up. */
function* rollLines(
  figures: Figures,
  wallet: WalletTable,
  table: RollTable,
  here: CurrentRow<WalletRollKey>,
): Generator<RollLine | KeyedRow<WalletRollKey>> {
  const { input, currencies } = figures;
  for (const [at, result] of input.check.wallets.entries()) yield walletLine(figures, wallet, result, at);
  for (const [at, block] of currencies.blocks.entries()) yield blockLine(figures, table, block, at);
  if (everyCurrencyRows(currencies) === 0) return;
  const formula = `AND(${["TRUE()", ...table.ranges("ties", 0, here.index - 1)].join(",")})`;
  yield here.row("total", { wallet: EVERY_CURRENCY, ties: { value: true, formula } });
}

function walletLine(figures: Figures, wallet: WalletTable, result: WalletResult, at: number): RollLine {
  const { round, walletStart } = figures;
  const from = walletStart[at] ?? 0;
  const to = (walletStart[at + 1] ?? 0) - 1;
  const over = (expression: (range: string) => string) =>
    wallet.overParts(["movement"], expression, from, to);
  const formulas: Readonly<Record<RollAmount, () => string>> = {
    entries: () => over((range) => `COUNT(${range})`),
    opening: () => wallet.cell("balance", from),
    inflow: () => round(over((range) => `SUMIF(${range},">0")`)),
    outflow: () => round(`-(${over((range) => `SUMIF(${range},"<0")`)})`),
    breakDifference: () => round(wallet.sum("difference", from, to)),
    stated: () => wallet.cell("balance", to),
  };
  return {
    figures,
    label: walletStart.length > 2 ? namedWallet(result, figures.input.entity) : walletLabel(result),
    currency: currencyOf(result),
    amounts: { ...result, stated: result.closing },
    sum: (key) => formulas[key](),
    also: "",
    tone: "plain",
  };
}

function blockLine(figures: Figures, table: RollTable, block: CurrencyBlock, at: number): RollLine {
  const { input, currencies, round } = figures;
  const last = input.check.wallets.length - 1;
  const { wallets, currency } = block;
  // One currency takes all, unknown ones what is in none of those above.
  const isRest = currency === null || currencies.blocks.length === 1;
  const above = (key: RollAmount) => (at === 0 ? "" : `-${table.sum(key, last + 1, last + at)}`);
  return {
    figures,
    label: walletsWords(currencies, block),
    currency,
    amounts: {
      ...totalOf(wallets),
      opening: sumOverWallets(wallets, ({ opening }) => opening),
      stated: sumOverWallets(wallets, ({ closing }) => closing),
    },
    sum: (key, here) =>
      round(
        isRest
          ? `${table.sum(key, 0, last)}${above(key)}`
          : table.overParts(
              ["currency", key],
              (codes, range) =>
                `SUMPRODUCT(${matchesText(codes, `$${here.cell("currency")}`, currencies.areDistinct)}*${range})`,
              0,
              last,
            ),
      ),
    also: everyCurrencyRows(currencies) === 0 ? table.ranges("ties", 0, last).join(",") : "",
    tone: "total",
  };
}

/** What a block's wallets are called together; those of unknown currencies may be in different ones. */
function walletsWords({ blocks }: Currencies, { currency, label, wallets }: CurrencyBlock): string {
  if (currency !== null) return wallets.length === 0 ? `No wallet in ${label}` : `All wallets in ${label}`;
  if (wallets.length > 1) return `Wallets ${IN_NO_CURRENCY}, check sum`;
  if (wallets.length === 1) return `Wallet ${IN_NO_CURRENCY}`;
  return blocks.length === 1 ? "No wallet" : `No wallet, ${currencyName(null)}`;
}

export function sumOverWallets(
  wallets: readonly WalletResult[],
  of: (wallet: WalletResult) => number,
): number {
  return wallets.reduce((total, wallet) => addAmounts(total, of(wallet), "wallets of the ledger"), 0);
}
