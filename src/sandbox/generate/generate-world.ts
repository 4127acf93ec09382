/** Generates the sandbox's worlds from their plans. */
import { TieoutError } from "../../core/errors.ts";
import { entriesOf, plantedMonth, planFaults } from "../faults/plan.ts";
import { type Planted, describeFault, moveOn, plantFaults } from "../faults/planted.ts";
import type { World, WorldPlan } from "../world.ts";
import { Books } from "./books.ts";
import { MONTHS_OF_HISTORY, nameOfMonth } from "./calendar.ts";
import { BUSINESS_CREATED_AT_MS, businessOf, userOf } from "./caller.ts";
import { spreadOverMonths, writeMonth } from "./month.ts";
import { DRAW, draw, traderOf } from "./trader.ts";

/**
 * Makes a world: fourteen months of a trader's history up to August 2026, with the faults of its plan as far
 * as they fit.
 *
 * @throws TieoutError USAGE when entries, seed or a fault's count is not a whole number of 0 or more, or a
 *   fault's word is unknown
 */
export function generateWorld(plan: WorldPlan): World {
  refuseNegative("entries", plan.entries);
  refuseNegative("seed", plan.seed);
  const books = new Books(traderOf(plan));
  const lastMonth = MONTHS_OF_HISTORY - 1;
  const planned = planFaults(plan.faults, plan.entries, ["history", "last", "first", "later"]);
  const months = draw(books.trader, DRAW.faults, MONTHS_OF_HISTORY);
  const byMonth = Map.groupBy(planned, (one) => plantedMonth(one, lastMonth, months));
  const spread = spreadOverMonths(plan.entries - entriesOf(planned), MONTHS_OF_HISTORY);
  const planted: Planted[] = [];
  spread.forEach((entries, month) => {
    const random = draw(books.trader, DRAW.faults, month);
    const now = plantFaults(books, month, byMonth.get(month) ?? [], random);
    // The last month leaves nothing in transit, because a later pull would find it missing.
    const inTransit = Math.min(Math.ceil(entries / 60), Math.floor((spread[month + 1] ?? 0) / 4));
    writeMonth(books, { month, entries, inTransit }, stepsOf(now));
    planted.push(...now);
  });
  return worldOf(plan, books, { month: lastMonth, entries: spread[lastMonth] ?? 0, planted });
}

function refuseNegative(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new TieoutError("USAGE", `${name} must be a whole number of 0 or more, not ${value}`);
}

function stepsOf(planted: readonly Planted[]) {
  return planted.flatMap(({ scenario }) => scenario.steps ?? []);
}

interface LastMonth {
  /** Counted from the world's first. */
  readonly month: number;
  /** Honest entries written in it. */
  readonly entries: number;
  /** All faults so far. */
  readonly planted: readonly Planted[];
}

function worldOf(plan: WorldPlan, books: Books, last: LastMonth): World {
  return {
    month: nameOfMonth(last.month),
    user: userOf(books.trader),
    businessCreatedAtMs: BUSINESS_CREATED_AT_MS,
    business: businessOf(books.trader),
    entries: books.listEntries(),
    transactions: books.listTransactions(),
    faults: last.planted.map((one) => describeFault(one, last.month)),
    advance: () => advance(plan, books, last),
  };
}

/** The next month: what was planted to show later does so, and as much is planted for the month after. */
function advance(plan: WorldPlan, before: Books, last: LastMonth): World {
  const books = new Books(before.trader, before);
  const month = last.month + 1;
  const { entries } = last;
  const random = draw(books.trader, DRAW.faults, month);
  const moved = moveOn(books, month, last.planted, random);
  const now = plantFaults(books, month, planFaults(plan.faults, entries, ["later"]), random);
  const steps = [...moved.steps, ...stepsOf(now)];
  writeMonth(books, { month, entries, inTransit: 0 }, steps);
  return worldOf(plan, books, { month, entries, planted: [...moved.planted, ...now] });
}
