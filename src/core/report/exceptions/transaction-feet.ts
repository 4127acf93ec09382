/** B2: what the payments of each currency come to. */
import { addAmounts, formatCount } from "../../money.ts";
import { oncePer } from "../../once-per.ts";
import { CYCLE } from "../../reconcile/input/input.ts";
import { inCurrency } from "../../words/currency.ts";
import { areDistinct, inBlock, labelAt, matchesText, textLiteral } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import { type ReportInput, countedRecords } from "../sheet/input.ts";
import type { Cell } from "../sheet/model.ts";
import { dueOf } from "../sheet/due.ts";
import { UNLIKE, statedCurrency } from "../sheet/record-currencies.ts";
import type { Condition } from "../sheet/sums.ts";
import { earnedBy, isSeller, raisedAtEnd } from "./earned.ts";
import { isPaidAsAt, isPaidByDate } from "../../reconcile/payrefs/match.ts";

/** Of what a payment states, in the currency that it states. */
const STATED = ["chargedamount", "scrowfee", "taxfee", "payableamount", "recalculated", "earned"] as const;
/** Of what came of it, in the currency that it is proven in. */
const PROVEN = ["expected", "entries", "settled", "earlier", "difference"] as const;
type Footed = (typeof STATED | typeof PROVEN)[number];

interface TransactionFoot {
  readonly block: number;
  /** What is added up, and what is left out. */
  readonly words: string;
  /** None of what is not added up; beyond the safe range not exact. */
  readonly sums: ReadonlyMap<Footed, number>;
}

/** One for each currency that has payments on B2, in the order of the currencies, then what is in none of them. */
export function transactionFeet(figures: Figures): TransactionFoot[] {
  const byBlock = Map.groupBy(figures.transactionRows, (row) => figures.currencies.ofTransaction(row));
  const unlike = byBlock.get(UNLIKE)?.length ?? 0;
  byBlock.delete(UNLIKE);
  const feet = [...byBlock]
    .toSorted(([a], [b]) => a - b)
    .map(([block, rows]) => footOf(figures, block, rows));
  const words = `In no total: ${formatCount(unlike, "payment")} ${inBlock(figures.currencies, UNLIKE)}`;
  return unlike === 0 ? feet : [...feet, { block: UNLIKE, words, sums: new Map() }];
}

function footOf(figures: Figures, block: number, rows: readonly number[]): TransactionFoot {
  const { currencies } = figures;
  const total = currencies.isSplit ? `Total ${inBlock(currencies, block)}` : "Total";
  const sumOf = (key: Footed, added: readonly number[]) =>
    [key, added.reduce((sum, row) => sum + AMOUNTS[key](figures, row), 0)] as const;
  const proven = PROVEN.map((key) => sumOf(key, rows));
  if (statesSeveral(figures, block))
    return { block, words: `${total}, ${WITHOUT_SEVERAL}`, sums: new Map(proven) };
  const others = othersOf(figures).get(block) ?? [];
  const own = others.length === 0 ? rows : rows.filter((row) => !currencies.statesAnother(row, block));
  const [only = null, ...more] = new Set(others);
  const where = more.length === 0 ? inCurrency(only) : IN_SEVERAL;
  const left = `what ${formatCount(others.length, "payment")} ${others.length === 1 ? "states" : "state"} ${where}`;
  return {
    block,
    words: others.length === 0 ? total : `${total}, without ${left}`,
    sums: new Map<Footed, number>([...STATED.map((key) => sumOf(key, own)), ...proven]),
  };
}

const IN_SEVERAL = "in several currencies";
export const WITHOUT_SEVERAL = `without what payments state ${IN_SEVERAL}`;

/** Whether no currency of a block is known and its payments on B2 state several: none of them is added up then. */
export function statesSeveral(figures: Figures, block: number): boolean {
  return figures.currencies.blocks[block]?.currency === null && blocksOfSeveral(figures).has(block);
}

const blocksOfSeveral = oncePer(({ currencies, input: { records }, transactionRows }: Figures) => {
  const byBlock = Map.groupBy(transactionRows, (row) => currencies.ofTransaction(row));
  const ofSeveral = [...byBlock].filter(([, rows]) => {
    // One row of each label: a text is made once.
    const rowOf = new Map(rows.map((row) => [records.transactions.currency[row], row]));
    const texts = new Set([...rowOf.values()].map((row) => statedCurrency(records, row)));
    texts.delete(null);
    return texts.size > 1;
  });
  return new Set(ofSeveral.map(([block]) => block));
});

/** A footing's cells, by a formula for each column; an amount that no number holds exactly stays empty. */
export function footCells(
  figures: Figures,
  { block, words, sums }: TransactionFoot,
  sumOf: (key: Footed, conditions: readonly Condition<"currency">[]) => string,
): Partial<Record<Footed | "customer" | "proof", Cell>> {
  const cells: Partial<Record<Footed, Cell>> = {};
  for (const [key, value] of sums) {
    const isStated = (STATED as readonly Footed[]).includes(key);
    const formula = sumOf(key, isStated ? statedIn(figures, block) : []);
    cells[key] = Number.isSafeInteger(value)
      ? { value, formula: key === "entries" ? formula : figures.round(formula) }
      : null;
  }
  return { customer: words, ...cells, proof: labelAt(figures.currencies, block) };
}

/** By block in which payments on B2 state other currencies than its own: which. */
const othersOf = oncePer(({ currencies, input, transactionRows }: Figures) => {
  const { ofTransaction, statesAnother } = currencies;
  const rows = transactionRows.filter((row) => statesAnother(row, ofTransaction(row)));
  const byBlock = Map.groupBy(rows, ofTransaction);
  return new Map(
    [...byBlock].map(([block, own]) => [block, own.map((row) => statedCurrency(input.records, row) ?? "")]),
  );
});

/** That a payment of a block on B2 states its currency or none, as conditions of a sum; none where all do. */
export function statedIn(figures: Figures, block: number): Condition<"currency">[] {
  const others = othersOf(figures).get(block);
  if (others === undefined) return [];
  const own = figures.currencies.blocks[block]?.currency ?? "";
  const distinct = areDistinct(new Set([own, ...others]));
  return [["currency", (range) => `(${range}="")+${matchesText(range, textLiteral(own), distinct)}`]];
}

type AmountOf = (figures: Figures, row: number) => number;

const stated =
  (key: "chargedamount" | "scrowfee" | "taxfee" | "payableamount"): AmountOf =>
  ({ input }, row) =>
    input.records.transactions[key][row] as number;

/** What each column shows of a payment; 0 where it shows nothing. */
const AMOUNTS: Readonly<Record<Footed, AmountOf>> = {
  chargedamount: stated("chargedamount"),
  scrowfee: stated("scrowfee"),
  taxfee: stated("taxfee"),
  payableamount: stated("payableamount"),
  recalculated: ({ input }, row) => payableOf(input.records, row),
  earned: ({ input }, row) => earnedBy(input, row),
  expected: ({ input }, row) => dueOf(input, row) ?? 0,
  entries: ({ tiedEntries }, row) => tiedEntries[row] as number,
  settled: ({ tiedNet }, row) => tiedNet[row] as number,
  earlier: settledEarlier,
  difference: (figures, row) => settledLessDue(figures, row) ?? 0,
};

/** Charged amount and fees together. */
export function payableOf({ transactions }: ReportInput["records"], row: number): number {
  const { chargedamount, scrowfee, taxfee } = transactions;
  const charged = addAmounts(chargedamount[row] as number, scrowfee[row] as number, "fees");
  return addAmounts(charged, taxfee[row] as number, "fees");
}

/** What the entries of a payment moved before the period. */
export function settledEarlier({ input, tiedNet }: Figures, row: number): number {
  return (input.check.transactionOutcomes.net[row] as number) - (tiedNet[row] as number);
}

/** Settled over (+) or short (−) as the check compared it, whatever its currencies; null where it did not. */
export function settledLessDue({ input }: Pick<Figures, "input">, row: number): number | null {
  const due = dueOf(input, row);
  if (due === null) return null;
  return (input.check.transactionOutcomes.net[row] as number) - due;
}

// B2: whether there is a payment behind what a transaction's entries moved.

/** `deleted` and `not paid` are no support, whatever their entries came to. */
export const SUPPORT = {
  paid: "paid",
  deleted: "deleted",
  notPaid: "not paid",
  notJudged: "not judged",
} as const;
export type Support = (typeof SUPPORT)[keyof typeof SUPPORT];

/** What supports the entries of a transaction at the period's end; of a match by hand any payment of it does. */
export function supportOf({ input, hands }: Figures, row: number): Support {
  if (dueOf(input, row) === null) return SUPPORT.notJudged;
  const { transactions } = countedRecords(input);
  const endMs = input.check.period?.toMs ?? Infinity;
  const isPaid = (one: number) =>
    isPaidAsAt(transactions, one, endMs) && !hasRaisedOnlySince(input, one, endMs);
  const together = hands.together.get(hands.ofTransaction.get(row)?.lead ?? row) ?? [row];
  const paid = together.filter(isPaid);
  if (paid.some((one) => transactions.deleted[one] === 0)) return SUPPORT.paid;
  return paid.length > 0 ? SUPPORT.deleted : SUPPORT.notPaid;
}

/**
 * Whether all that a crowd-pay has raised came after the end, milliseconds UTC. What it states carries no date, but what
 * its entries moved after the end was raised after it.
 */
function hasRaisedOnlySince(input: ReportInput, row: number, endMs: number): boolean {
  const { transactions } = countedRecords(input);
  if (transactions.cycle[row] !== CYCLE.crowdPay || transactions.deleted[row] !== 0) return false;
  return !isPaidByDate(transactions, row, endMs) && raisedAtEnd(input, row) === 0;
}

// B2: what a transaction is a payment of.

export const PAYMENT_KINDS = ["one-time", "milestone", "crowd-pay", "other cycle", "purchase"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** What a transaction is a payment of: its cycle where the wallet's owner sells, else a purchase. */
export function paymentKindOf({ input }: Pick<Figures, "input">, row: number): PaymentKind {
  if (!isSeller(input, row)) return "purchase";
  return KINDS_BY_CYCLE.get(input.records.transactions.cycle[row] ?? CYCLE.unknown) ?? "other cycle";
}

const KINDS_BY_CYCLE: ReadonlyMap<number, PaymentKind> = new Map([
  [CYCLE.oneTime, "one-time"],
  [CYCLE.milestone, "milestone"],
  [CYCLE.crowdPay, "crowd-pay"],
]);
