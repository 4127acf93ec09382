/** A1: what the break differences of each currency consist of, in the words of the window's overview. */
import { labelAt } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import type { WalletTable } from "../records/wallet.ts";
import { productWhere } from "../sums.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { CLASS, type ReconcilingItem, sumOfItems } from "../three-way/reconciling-items.ts";
import { BREAK_PARTS, type BreakPart, breakPartTitle } from "../words/break-parts.ts";
import { ROLL_HEADS } from "./roll-columns.ts";

/** The breaks of one rule in one currency. */
export interface BreakLine {
  readonly figures: Figures;
  readonly wallet: WalletTable;
  readonly part: BreakPart;
  /** Index of the currency. */
  readonly block: number;
  readonly items: readonly ReconcilingItem[];
}

const BREAKS = columnsOf<BreakLine>()({
  part: { header: "Part", kind: "text", value: ({ part, items }) => breakPartTitle(part, items.length) },
  currency: {
    header: "Currency",
    kind: "text",
    ofCurrency: true,
    value: ({ figures, block }) => labelAt(figures.currencies, block),
  },
  breakDifference: {
    ...ROLL_HEADS.breakDifference,
    skip: 4,
    value: ({ items }) => sumOfItems(items),
    // A row that breaks carries the rule that found it among its flags.
    formula: ({ figures, wallet, part }, here) =>
      figures.round(
        productWhere(
          wallet,
          ["flags", "difference"],
          `$${here.cell("currency")}`,
          (flags, range) => `ISNUMBER(SEARCH("${part.rule}",${flags}))*${range}`,
        ),
      ),
  },
});

export function breakTable(figures: Figures, wallet: WalletTable, items: readonly ReconcilingItem[]) {
  const lines = breakLines(figures, wallet, items);
  return new ReportTable(figures, {
    id: "breaks",
    title: "Break differences, by what they are",
    empty: "None: every balance follows.",
    columns: BREAKS,
    count: lines.length,
    lines: () => lines,
  });
}

function breakLines(figures: Figures, wallet: WalletTable, items: readonly ReconcilingItem[]): BreakLine[] {
  const { byWalletID, input } = figures;
  const breaks = items.filter((item) => item.class === CLASS.break);
  const isOf = ({ entry = -1 }: ReconcilingItem, { rule }: BreakPart) =>
    byWalletID
      .get(input.records.entries.walletID[entry] as number)
      ?.some((finding) => finding.rule === rule) === true;
  return [...figures.currencies.blocks.keys()].flatMap((block) =>
    BREAK_PARTS.flatMap((part) => {
      const own = breaks.filter((item) => item.block === block && isOf(item, part));
      return own.length === 0 ? [] : [{ figures, wallet, part, block, items: own }];
    }),
  );
}
