/** One month of a world: its trade and its planted faults, in the order of time. */
import { writeRacing } from "../races/write-racing.ts";
import type { Incident } from "../world.ts";
import type { Books } from "./books.ts";
import type { PostingStep } from "./posting.ts";
import { type MonthPlan, tradeMonth } from "./trade.ts";
import { DRAW, draw } from "./trader.ts";

/**
 * Writes a month into the books; `planted` are the steps of payments that were made in the books before.
 *
 * @returns what went wrong where requests ran at once
 */
export function writeMonth(books: Books, plan: MonthPlan, planted: readonly PostingStep[]): Incident[] {
  const trade = tradeMonth(books, plan);
  const steps = [...trade.steps, ...planted].toSorted((a, b) => a.atMs - b.atMs);
  const made = books.numberPayments();
  const incidents = writeSteps(books, steps, plan.month, new Set(planted));
  for (const payment of made) books.record(payment);
  for (const payment of trade.touched) books.record(payment);
  return incidents;
}

function writeSteps(
  { trader, wallet }: Books,
  steps: readonly PostingStep[],
  month: number,
  alone: ReadonlySet<PostingStep>,
): Incident[] {
  if (trader.oneIn === null) {
    for (const step of steps) wallet.write(step);
    return [];
  }
  return writeRacing(wallet, steps, { alone, oneIn: trader.oneIn, random: draw(trader, DRAW.races, month) });
}

/**
 * How many entries each month writes: a little more each month.
 *
 * @returns one number per month; they add up to `entries`, and the first is at least 1 where there are any
 */
export function spreadOverMonths(entries: number, months: number): number[] {
  if (entries === 0) return Array.from({ length: months }, () => 0);
  const until = (month: number) => Math.floor(((entries - 1) * tradeUntil(month)) / tradeUntil(months));
  return Array.from(
    { length: months },
    (_, month) => until(month + 1) - until(month) + (month === 0 ? 1 : 0),
  );
}

/** How much trade there is before a month, in parts. */
function tradeUntil(month: number): number {
  return month * (40 + month);
}
