/** A: opening to closing, in each currency by itself, and the balance per transactions. */
import { uncapitalised } from "../../sentence.ts";
import type { Currencies, CurrencyBlock } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { CellPlace, CellTone } from "../sheet/model.ts";
import { totalOf } from "../sheet/flows.ts";
import { type RollAmount, type RollTable, rollTotalAt, sumOverWallets } from "../rollforward/rollforward.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";
import { type LineName, type ProofLines, type ProofTable, proofRow } from "../rollforward/proof-lines.ts";
import { currencyTitle } from "../../words/currency.ts";

interface BalanceLine {
  readonly text: string;
  /** null where wallets of unknown currencies are not added up. */
  readonly amount: number | null;
  readonly formula: () => string;
  readonly ref: string;
  readonly link: () => CellPlace;
  readonly tone: CellTone;
}

const BALANCES = columnsOf<BalanceLine>()({
  line: { ...head("text", "Balance"), value: ({ text }) => text },
  amount: { ...head("amount", "Amount"), value: ({ amount }) => amount, formula: ({ formula }) => formula() },
  ref: { ...head("text", "Workpaper"), value: ({ ref, link }) => ({ value: ref, link: link() }) },
});

/** Opening to closing in each currency, and the balance per transactions. */
export function balanceTable(figures: Figures, sources: BalanceSources, proofs: readonly ProofLines[]) {
  const lines = figures.currencies.blocks.flatMap((block, at) => [
    ...balanceLines(figures, sources, proofs, block, at),
  ]);
  return new ReportTable(figures, {
    id: "summary",
    columns: BALANCES,
    lines: lines,
    tone: ({ tone }) => tone,
  });
}

/** Whether it adds up wallets of unknown currencies. */
function mayDiffer({ currency, wallets }: CurrencyBlock): boolean {
  return currency === null && wallets.length > 1;
}

/** Whether only payments are in a currency, beside others that have wallets. */
function isAlone({ blocks }: Currencies, { wallets }: CurrencyBlock): boolean {
  return blocks.length > 1 && wallets.length === 0;
}

interface BalanceSources {
  readonly roll: RollTable;
  readonly proof: ProofTable;
}

function* balanceLines(
  figures: Figures,
  { roll, proof }: BalanceSources,
  proofs: readonly ProofLines[],
  block: CurrencyBlock,
  at: number,
): Generator<BalanceLine> {
  const { currencies } = figures;
  const isNamed = currencies.isSplit || mayDiffer(block);
  const named = (text: string) => {
    if (!isNamed) return text;
    const of = block.currency === null ? currencyTitle(null) : block.label;
    return `${of}: ${uncapitalised(text)}`;
  };
  const fromProof = (name: LineName): BalanceLine => {
    const line = proofs[at]?.get(name);
    const row = proofRow(currencies, at, name);
    return {
      text: named(line?.text ?? ""),
      amount: line?.value ?? 0,
      formula: () => proof.cell("amount", row),
      ref: "A2",
      link: () => proof.link("amount", row),
      tone: "plain",
    };
  };
  if (mayDiffer(block)) yield unknownLine(block.wallets.length, roll);
  else {
    if (!isAlone(currencies, block)) yield* rollLines(block, roll, rollTotalAt(figures, at), named);
    yield fromProof("said");
  }
  yield fromProof("unexplained");
}

/** @param at the row of A1 that adds these wallets up */
function* rollLines(
  { wallets }: CurrencyBlock,
  roll: RollTable,
  at: number,
  named: (text: string) => string,
): Generator<BalanceLine> {
  const line = (text: string, key: RollAmount, amount: number): BalanceLine => ({
    text: named(text),
    amount,
    formula: () => roll.cell(key, at),
    ref: "A1",
    link: () => roll.link(key, at),
    tone: key === "stated" ? "total" : "plain",
  });
  const flow = totalOf(wallets);
  const opening = sumOverWallets(wallets, (wallet) => wallet.opening);
  const closing = sumOverWallets(wallets, (wallet) => wallet.closing);
  yield line("Opening", "opening", opening);
  yield line("Inflows", "inflow", flow.inflow);
  yield line("Outflows", "outflow", flow.outflow);
  yield line("Break differences", "breakDifference", flow.breakDifference);
  yield line("Closing, as the wallet states it", "stated", closing);
}

function unknownLine(count: number, roll: RollTable): BalanceLine {
  return {
    text: `${currencyTitle(null)}: see A1 for ${count} wallets`,
    amount: null,
    formula: () => "",
    ref: "A1",
    link: () => roll.link("wallet", 0),
    tone: "plain",
  };
}
