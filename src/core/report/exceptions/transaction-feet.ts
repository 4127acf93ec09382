/** B2: what the payments of each currency come to. */
import { addAmounts } from "../../money.ts";
import { CYCLE } from "../../reconcile/input/input.ts";
import { inBlock, labelAt } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import { type ReportInput, countedRecords } from "../sheet/input.ts";
import type { Cell } from "../sheet/model.ts";
import { dueOf } from "../sheet/due.ts";
import { UNLIKE } from "../sheet/record-currencies.ts";
import { type Earned, earnedBy, isSeller, raisedAtEnd } from "./earned.ts";
import { isPaidAsAt, isPaidByDate } from "../../reconcile/payrefs/match.ts";

type AmountOf = (figures: Figures, row: number, earned: Earned) => number;

const stated =
  (key: "chargedamount" | "scrowfee" | "taxfee" | "payableamount"): AmountOf =>
  ({ input }, row) =>
    input.records.transactions[key][row] as number;

/** What each column shows of a payment; 0 where it shows nothing. */
const AMOUNTS = {
  chargedamount: stated("chargedamount"),
  scrowfee: stated("scrowfee"),
  taxfee: stated("taxfee"),
  payableamount: stated("payableamount"),
  recalculated: ({ input }, row) => payableOf(input.records, row),
  earned: ({ input }, row, earned) => earnedBy(input, earned, row),
  expected: ({ input }, row) => dueOf(input, row) ?? 0,
  entries: ({ tiedEntries }, row) => tiedEntries[row] as number,
  settled: ({ tiedNet }, row) => tiedNet[row] as number,
  earlier: settledEarlier,
  difference: (figures, row) => settledLessDue(figures, row) ?? 0,
} satisfies Readonly<Record<string, AmountOf>>;
export type Footed = keyof typeof AMOUNTS;
const FOOTED = Object.keys(AMOUNTS) as readonly Footed[];

interface TransactionFoot {
  readonly block: number;
  /** Beyond the safe range not exact. */
  readonly sums: Readonly<Record<Footed, number>>;
}

/** One for each currency that has payments on B2, in the order of the currencies; unlike ones have none. */
export function transactionFeet(figures: Figures, earned: Earned): TransactionFoot[] {
  const { currencies, transactionRows } = figures;
  const feet = new Map<number, Record<Footed, number>>();
  for (const row of transactionRows) {
    const block = currencies.ofTransaction(row);
    if (block === UNLIKE) continue;
    const sums =
      feet.get(block) ?? (Object.fromEntries(FOOTED.map((key) => [key, 0])) as Record<Footed, number>);
    for (const key of FOOTED) sums[key] += AMOUNTS[key](figures, row, earned);
    feet.set(block, sums);
  }
  return [...feet].toSorted(([a], [b]) => a - b).map(([block, sums]) => ({ block, sums }));
}

/** A footing's cells, by a formula for each column; an amount that no number holds exactly stays empty. */
export function footCells(
  { currencies, round }: Figures,
  { block, sums }: TransactionFoot,
  sumOf: (key: Footed) => string,
): Partial<Record<Footed | "customer" | "proof", Cell>> {
  const label = labelAt(currencies, block);
  const cells: Partial<Record<Footed, Cell>> = {};
  for (const key of FOOTED) {
    const formula = sumOf(key);
    cells[key] = Number.isSafeInteger(sums[key])
      ? { value: sums[key], formula: key === "entries" ? formula : round(formula) }
      : null;
  }
  return {
    customer: currencies.isSplit ? `Total ${inBlock(currencies, block)}` : "Total",
    ...cells,
    proof: label,
  };
}

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
