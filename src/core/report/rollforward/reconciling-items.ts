/** The reconciling items of A2: every amount by which the wallet and its transactions part. */
import { addAmounts } from "../../money.ts";
import { UNLIKE } from "../sheet/record-currencies.ts";
import type { PeriodRows } from "../sheet/figures.ts";
import { dueOf } from "../sheet/due.ts";
import { type Flow, actionLines, totalOf } from "../sheet/flows.ts";

export const CLASS = {
  break: "break difference",
  difference: "settled over or short",
  notJudged: "settled, not judged",
  unlike: "payment in another currency",
  orphan: "orphan payref",
  noPayref: "without payref",
} as const;
export type ItemClass = (typeof CLASS)[keyof typeof CLASS];

/** One reconciling item: the amount of a cell of B1 or B2, or a sum of B1 of entries without payref. */
export interface ReconcilingItem {
  readonly class: ItemClass;
  readonly amount: number;
  /** Index of the block that it is proven in. */
  readonly block: number;
  /** Entry row, for a break, an orphan, or an entry of a payment in another currency. */
  readonly entry?: number;
  /** Transaction row, for a settlement. */
  readonly transaction?: number;
  /** For entries without a payref: the action, null for all beyond those listed. */
  readonly action?: string | null;
}

/** Every item: by class and currency the largest first; without a payref by currency and action. */
export function reconcilingItems(figures: PeriodRows): ReconcilingItem[] {
  return [
    ...largestFirst(breakItems(figures)),
    ...largestFirst(settlementItems(figures)),
    ...largestFirst(entryItems(figures, CLASS.unlike, figures.unlike)),
    ...largestFirst(entryItems(figures, CLASS.orphan, figures.orphans)),
    ...figures.flows.flatMap(({ noPayref }, block) => otherItems(noPayref, block)),
  ];
}

/** Settled over or short before not judged; currencies in their order, equal amounts as they came. */
function largestFirst(items: readonly ReconcilingItem[]): ReconcilingItem[] {
  return items.toSorted(
    (a, b) =>
      Number(a.class === CLASS.notJudged) - Number(b.class === CLASS.notJudged) ||
      a.block - b.block ||
      Math.abs(b.amount) - Math.abs(a.amount),
  );
}

function breakItems({ input, currencies, walletRows }: PeriodRows): ReconcilingItem[] {
  const { difference } = input.check.entryOutcomes;
  const items: ReconcilingItem[] = [];
  walletRows.forEach((row) => {
    if (row >= 0 && difference[row] !== 0) {
      const amount = difference[row] as number;
      items.push({ class: CLASS.break, amount, block: currencies.ofEntry(row), entry: row });
    }
  });
  return items;
}

function settlementItems({ input, currencies, transactionRows, tiedEntries }: PeriodRows): ReconcilingItem[] {
  const items: ReconcilingItem[] = [];
  transactionRows.forEach((row) => {
    const block = currencies.ofTransaction(row);
    if (tiedEntries[row] === 0 || block === UNLIKE) return;
    const net = input.check.transactionOutcomes.net[row] as number;
    const due = dueOf(input, row);
    if (due === null) items.push({ class: CLASS.notJudged, amount: net, block, transaction: row });
    else if (net !== due) items.push({ class: CLASS.difference, amount: net - due, block, transaction: row });
  });
  return items;
}

/** Entries that stand for themselves, each with all that it moves. */
function entryItems(
  { input, currencies }: PeriodRows,
  name: ItemClass,
  rows: readonly number[],
): ReconcilingItem[] {
  const { movement } = input.check.entryOutcomes;
  return rows.map((row) => ({
    class: name,
    amount: movement[row] as number,
    block: currencies.ofEntry(row),
    entry: row,
  }));
}

function otherItems(noPayref: ReadonlyMap<string, Flow>, block: number): ReconcilingItem[] {
  const lines = actionLines(noPayref);
  const items: ReconcilingItem[] = lines.map(([action, { inflow, outflow }]) => ({
    class: CLASS.noPayref,
    amount: inflow - outflow,
    block,
    action,
  }));
  if (noPayref.size > lines.length) {
    const rest = totalOf([...noPayref.values()].slice(lines.length));
    items.push({ class: CLASS.noPayref, amount: rest.inflow - rest.outflow, block, action: null });
  }
  return items;
}

export function sumOfItems(items: readonly ReconcilingItem[]): number {
  return items.reduce((sum, { amount }) => addAmounts(sum, amount, "reconciling items"), 0);
}
