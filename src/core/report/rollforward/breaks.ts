/** A1: what the break differences of each currency consist of, in the words of the window's overview. */
import type { Figures } from "../sheet/figures.ts";
import type { CellTone } from "../sheet/model.ts";
import type { TablePlace } from "../sheet/place.ts";
import type { WalletTable } from "../exceptions/wallet.ts";
import { productWhere } from "../sheet/sums.ts";
import { type CurrentRow, ReportTable, columnsOf, head, BLOCK_CURRENCY } from "../sheet/table.ts";
import { CLASS, type ReconcilingItem, sumOfItems } from "./reconciling-items.ts";
import { BREAK_PARTS, type BreakPart, breakPartTitle } from "../../words/break-parts.ts";
import { totalOf } from "../sheet/flows.ts";
import { ROLL_HEADS, type RollTable, rollTotalAt } from "./rollforward.ts";

/** The breaks of one rule in one currency, or all of a currency. */
export interface BreakLine {
  readonly figures: Figures;
  readonly roll: RollTable;
  /** Index of the currency. */
  readonly block: number;
  readonly label: string;
  readonly items: readonly ReconcilingItem[];
  readonly sum: (here: CurrentRow<"currency">) => string;
  readonly tone: Extract<CellTone, "plain" | "total">;
}

const BREAKS = columnsOf<BreakLine>()({
  part: { ...head("text", "Part"), value: ({ label }) => label },
  currency: BLOCK_CURRENCY,
  breakDifference: {
    ...ROLL_HEADS.breakDifference,
    skip: 4,
    value: ({ items }) => sumOfItems(items),
    formula: ({ figures, sum }, here) => figures.round(sum(here)),
  },
  // The parts of a currency come to what its roll-forward carries.
  ties: {
    ...ROLL_HEADS.ties,
    header: "Agrees",
    skip: 3,
    value: ({ figures, block, items, tone }) =>
      tone === "total" ? agreesWithRoll(figures, block, items) : null,
    formula: ({ figures, roll, block }, here) =>
      `${here.cell("breakDifference")}=${roll.cell("breakDifference", rollTotalAt(figures, block))}`,
  },
});
type BreakKey = keyof typeof BREAKS;
export type BreakTable = ReturnType<typeof breakTable>;

export function breakTable(
  figures: Figures,
  wallet: WalletTable,
  roll: RollTable,
  items: readonly ReconcilingItem[],
) {
  const parts = breakParts(figures, items);
  return new ReportTable(figures, {
    id: "breaks",
    title: "Break differences, by what they are",
    empty: "None: every balance follows.",
    columns: BREAKS,
    count: parts.reduce((rows, { own }) => rows + own.length + 1, 0),
    lines: (table, here) => breakLines(figures, wallet, roll, parts, table, here),
    tone: ({ tone }) => tone,
  });
}

interface BlockParts {
  readonly block: number;
  readonly own: readonly { readonly part: BreakPart; readonly items: readonly ReconcilingItem[] }[];
}

function breakParts(
  { byWalletID, input, currencies }: Figures,
  items: readonly ReconcilingItem[],
): BlockParts[] {
  const breaks = items.filter((item) => item.class === CLASS.break);
  const isOf = ({ entry = -1 }: ReconcilingItem, { rule }: BreakPart) =>
    byWalletID
      .get(input.records.entries.walletID[entry] as number)
      ?.some((finding) => finding.rule === rule) === true;
  return [...currencies.blocks.keys()]
    .map((block) => ({
      block,
      own: BREAK_PARTS.map((part) => ({
        part,
        items: breaks.filter((item) => item.block === block && isOf(item, part)),
      })).filter((one) => one.items.length > 0),
    }))
    .filter(({ own }) => own.length > 0);
}

function* breakLines(
  figures: Figures,
  wallet: WalletTable,
  roll: RollTable,
  parts: readonly BlockParts[],
  table: TablePlace<BreakKey>,
  here: CurrentRow<BreakKey>,
): Generator<BreakLine> {
  for (const { block, own } of parts) {
    const of = { figures, roll, block } as const;
    const first = here.index;
    for (const { part, items } of own) {
      const label = breakPartTitle(part, items.length);
      yield { ...of, label, items, sum: sumOfPart(wallet, part), tone: "plain" };
    }
    const last = here.index - 1;
    const items = own.flatMap((one) => one.items);
    const sum = () => table.sum("breakDifference", first, last);
    yield { ...of, label: "All break differences", items, sum, tone: "total" };
  }
}

/** Over B1: a row that breaks carries the rule that found it among its flags. */
function sumOfPart(wallet: WalletTable, { rule }: BreakPart): BreakLine["sum"] {
  const { currencyKey, currenciesDistinct } = wallet;
  if (currencyKey === null) {
    return () =>
      wallet.overParts(["flags", "difference"], (flags, range) => `SUMIF(${flags},"*${rule}*",${range})`);
  }
  return (here) =>
    currenciesDistinct
      ? wallet.overParts(
          [currencyKey, "flags", "difference"],
          (codes, flags, range) => `SUMIFS(${range},${flags},"*${rule}*",${codes},$${here.cell("currency")})`,
        )
      : productWhere(
          wallet,
          ["flags", "difference"],
          `$${here.cell("currency")}`,
          (flags, range) => `ISNUMBER(SEARCH("${rule}",${flags}))*${range}`,
        );
}

/** By currency that breaks, in order: the row of its total, and whether its roll-forward carries that. */
export function breakTotals(
  figures: Figures,
  items: readonly ReconcilingItem[],
): readonly { readonly row: number; readonly agrees: boolean }[] {
  let row = -1;
  return breakParts(figures, items).map(({ block, own }) => {
    row += own.length + 1;
    const all = own.flatMap((one) => one.items);
    return { row, agrees: agreesWithRoll(figures, block, all) };
  });
}

function agreesWithRoll({ currencies }: Figures, block: number, items: readonly ReconcilingItem[]): boolean {
  return sumOfItems(items) === totalOf(currencies.blocks[block]?.wallets ?? []).breakDifference;
}
