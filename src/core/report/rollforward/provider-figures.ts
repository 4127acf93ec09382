/** What A3 states: what the provider owes, paid and kept, by kind of payment, and what else moved the wallet. */
import { addAmounts } from "../../money.ts";
import { SETTLEMENT } from "../../reconcile/input/result.ts";
import type { MovementCategory } from "../../review/file/movement-rules.ts";
import {
  type PaymentKind,
  SUPPORT,
  paymentKindOf,
  settledEarlier,
  statesSeveral,
  supportOf,
} from "../exceptions/transaction-feet.ts";
import { dueOf } from "../sheet/due.ts";
import type { Figures } from "../sheet/figures.ts";
import { totalOf } from "../sheet/flows.ts";
import type { LineName, ProofLines } from "./proof-lines.ts";
import { sumOverWallets } from "./rollforward.ts";

/**
 * Amounts of the payments on B2 that are paid and not deleted. Fees are taken off; signs as the lines show them. What a
 * payment states in another currency than its block's is not added up, nor anything stated where that is in several.
 */
export interface PaidAmounts {
  payments: number;
  gross: number;
  escrow: number;
  tax: number;
  /** As the settlement basis and what was earned have it. */
  expected: number;
  /** − what is paid and not in the wallet, − what is in transit. */
  held: number;
  transit: number;
  /** − what was settled before the period. */
  earlier: number;
  settled: number;
}

export const NOTHING_PAID: Readonly<PaidAmounts> = {
  payments: 0,
  gross: 0,
  escrow: 0,
  tax: 0,
  expected: 0,
  held: 0,
  transit: 0,
  earlier: 0,
  settled: 0,
};

export interface StatedBlock {
  readonly kinds: ReadonlyMap<PaymentKind, Readonly<PaidAmounts>>;
  /** Settled in the period, of payments that are deleted or not paid, and of those that are not judged. */
  readonly dead: number;
  readonly notJudged: number;
  readonly categories: ReadonlyMap<MovementCategory, number>;
  readonly notClassified: number;
  /** As A1 and A2 have them. */
  readonly opening: number;
  readonly unlike: number;
  readonly orphans: number;
  readonly breaks: number;
  readonly closing: number;
  /** The closing less everything that is stated: 0, or the statement is wrong. */
  readonly left: number;
}

/**
 * What A3 states of each currency block.
 *
 * @param lines of A2, by block
 * @throws TieoutError SUM_OVERFLOW
 */
export function providerStatement(figures: Figures, lines: readonly ProofLines[]): StatedBlock[] {
  return statedMovements(figures).map((moved, block) => {
    const wallets = figures.currencies.blocks[block]?.wallets ?? [];
    const proven = (name: LineName) => lines[block]?.get(name)?.value ?? 0;
    const ends = {
      opening: sumOverWallets(wallets, ({ opening }) => opening),
      unlike: proven("unlike"),
      orphans: proven("orphans"),
      breaks: totalOf(wallets).breakDifference,
    };
    const closing = sumOverWallets(wallets, (wallet) => wallet.closing);
    const settled = [...moved.kinds.values()].map((paid) => paid.settled);
    const others = [moved.dead, moved.notJudged, ...moved.categories.values(), moved.notClassified];
    const stated = [...Object.values(ends), ...settled, ...others].reduce(statedSum, 0);
    return { ...moved, ...ends, closing, left: closing - stated };
  });
}

const PAID_AMOUNTS = ["gross", "escrow", "tax", "expected", "held", "transit", "earlier", "settled"] as const;

/** The amounts of A3 that no record shows, or larger ones. */
export function statedAmounts(stated: readonly StatedBlock[]): number[] {
  return stated.flatMap(({ kinds, categories, dead, notJudged, notClassified }) => {
    const paid = [...kinds.values()];
    const across = PAID_AMOUNTS.map((name) => paid.reduce((sum, one) => sum + Math.abs(one[name]), 0));
    return [...across, ...categories.values(), dead, notJudged, notClassified];
  });
}

function statedMovements(figures: Figures) {
  const blocks = figures.currencies.blocks.map(() => ({
    kinds: new Map<PaymentKind, PaidAmounts>(),
    dead: 0,
    notJudged: 0,
    categories: new Map<MovementCategory, number>(),
    notClassified: 0,
  }));
  for (const row of figures.transactionRows) {
    const block = blocks[figures.currencies.ofTransaction(row)];
    if (block === undefined) continue;
    const support = supportOf(figures, row);
    const settled = figures.tiedNet[row] as number;
    if (support === SUPPORT.paid) addPaid(figures, row, block.kinds);
    else if (support === SUPPORT.notJudged) block.notJudged = statedSum(block.notJudged, settled);
    else block.dead = statedSum(block.dead, settled);
  }
  const { movement } = figures.input.check.entryOutcomes;
  for (const row of figures.untied) {
    const block = blocks[figures.currencies.ofEntry(row)];
    if (block === undefined) continue;
    const moved = movement[row] as number;
    const category = figures.categoryOf(row);
    if (category === null) block.notClassified = statedSum(block.notClassified, moved);
    else block.categories.set(category, statedSum(block.categories.get(category) ?? 0, moved));
  }
  return blocks;
}

function addPaid(figures: Figures, row: number, kinds: Map<PaymentKind, PaidAmounts>): void {
  const kind = paymentKindOf(figures, row);
  const sums = kinds.get(kind) ?? { ...NOTHING_PAID };
  kinds.set(kind, sums);
  const { transactions } = figures.input.records;
  const settlement = figures.input.check.transactionOutcomes.settlement[row];
  const due = dueOf(figures.input, row) ?? 0;
  sums.payments += 1;
  const block = figures.currencies.ofTransaction(row);
  if (!statesSeveral(figures, block) && !figures.currencies.statesAnother(row, block)) {
    const charged = transactions.chargedamount[row] as number;
    sums.gross = statedSum(sums.gross, kind === "purchase" ? 0 - charged : charged);
    sums.escrow = statedSum(sums.escrow, 0 - (transactions.scrowfee[row] as number));
    sums.tax = statedSum(sums.tax, 0 - (transactions.taxfee[row] as number));
  }
  sums.expected = statedSum(sums.expected, due);
  if (settlement === SETTLEMENT.unsettled) sums.held = statedSum(sums.held, 0 - due);
  if (settlement === SETTLEMENT.inTransit) sums.transit = statedSum(sums.transit, 0 - due);
  sums.earlier = statedSum(sums.earlier, 0 - settledEarlier(figures, row));
  sums.settled = statedSum(sums.settled, figures.tiedNet[row] as number);
}

export function statedSum(sum: number, amount: number): number {
  return addAmounts(sum, amount, "statement of the provider");
}
