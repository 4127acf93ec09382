/** A: opening to closing, in each currency by itself, and what the transactions say. */
import { uncapitalised } from "../../sentence.ts";
import type { Currencies, CurrencyBlock } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import { totalOf } from "../rollforward/flows.ts";
import { LEAD_WIDTHS } from "./lead.ts";
import type { Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { type LineName, type ProofLines, proofRow } from "../three-way/proof-lines.ts";
import { rollTotalAt, sumOf } from "../rollforward/rollforward.ts";
import { padded } from "../sheets.ts";

export const BALANCE_COLUMNS = padded(LEAD_WIDTHS.length, [
  { key: "line", header: "Balance", kind: "text" },
  { key: "amount", header: "Amount", kind: "amount" },
  { key: "ref", header: "Workpaper", kind: "text" },
]);

/** Opening to closing, then what the transactions say of it. */
const LINES = 7;

/** Of wallets that may be in different currencies, and of no wallet at all: one line, and what is unexplained. */
const FEW_LINES = 2;

export function balanceCount({ currencies }: Figures): number {
  return currencies.blocks.reduce(
    (rows, block) => rows + (mayDiffer(block) || isAlone(currencies, block) ? FEW_LINES : LINES),
    0,
  );
}

/** Whether it adds up wallets of unknown currencies. */
function mayDiffer({ currency, wallets }: CurrencyBlock): boolean {
  return currency === null && wallets.length > 1;
}

/** Whether only payments are in a currency, beside others that have wallets. */
function isAlone({ isSplit }: Currencies, { wallets }: CurrencyBlock): boolean {
  return isSplit && wallets.length === 0;
}

export interface BalancePlaces {
  readonly roll: TablePlace;
  readonly proof: TablePlace;
}

/** Each currency by itself. */
export function* balanceRows(
  figures: Figures,
  places: BalancePlaces,
  proofs: readonly ProofLines[],
): Generator<Row> {
  const { currencies } = figures;
  for (const [at, block] of currencies.blocks.entries()) {
    const named = (text: string) => {
      if (!currencies.isSplit && !mayDiffer(block)) return text;
      const of = block.currency === null ? "No currency stated" : block.label;
      return `${of}: ${uncapitalised(text)}`;
    };
    const fromProof = (text: string, name: LineName): Row => {
      const row = proofRow(currencies, at, name);
      const value = { value: proofs[at]?.get(name)?.value ?? 0, formula: places.proof.cell("amount", row) };
      return {
        tone: "plain",
        cells: [named(text), value, { value: "A2", link: places.proof.place("amount", row) }],
      };
    };
    if (mayDiffer(block)) yield unknownRow(block.wallets.length, places.roll);
    else {
      if (!isAlone(currencies, block)) yield* rollLines(block, places.roll, rollTotalAt(figures, at), named);
      yield fromProof("Balance that the transactions say", "said");
    }
    yield fromProof("Unexplained difference", "unexplained");
  }
}

/** @param at the row of A1 that adds these wallets up */
function* rollLines(
  { wallets }: CurrencyBlock,
  roll: TablePlace,
  at: number,
  named: (text: string) => string,
): Generator<Row> {
  const line = (text: string, key: string, value: number): Row => ({
    tone: key === "stated" ? "total" : "plain",
    cells: [named(text), { value, formula: roll.cell(key, at) }, { value: "A1", link: roll.place(key, at) }],
  });
  const flow = totalOf(wallets);
  const opening = sumOf(wallets, (wallet) => wallet.opening);
  const closing = sumOf(wallets, (wallet) => wallet.closing);
  yield line("Opening", "opening", opening);
  yield line("Inflows", "inflow", flow.inflow);
  yield line("Outflows", "outflow", flow.outflow);
  yield line("Break differences", "breakDifference", flow.breakDifference);
  yield line("Closing, as the wallet states it", "stated", closing);
}

function unknownRow(count: number, roll: TablePlace): Row {
  const link = roll.place("wallet", 0);
  return {
    tone: "plain",
    cells: [`Currency not known: see A1 for ${count} wallets`, null, { value: "A1", link }],
  };
}
