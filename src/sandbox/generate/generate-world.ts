/** Generates the sandbox's worlds from their plans. */
import { TieoutError } from "../../core/errors.ts";
import { entriesOf, plantedMonth, planFaults } from "../faults/plan.ts";
import { type Planted, describeFault, moveOn, plantFaults } from "../faults/planted.ts";
import { plantIncidents, planIncidents, rowsOfIncidents } from "../races/plan.ts";
import type { WrittenIncident } from "../races/recipe.ts";
import type { Incident, World, WorldPlan } from "../world.ts";
import { Books } from "./books.ts";
import { MONTHS_OF_HISTORY, nameOfMonth } from "./calendar.ts";
import { BUSINESS_CREATED_AT_MS, businessOf, userOf } from "./caller.ts";
import { spreadOverMonths, writeMonth } from "./month.ts";
import type { PostingStep } from "./posting.ts";
import type { MonthPlan } from "./trade.ts";
import { DRAW, draw, traderOf } from "./trader.ts";

/**
 * Makes a world: fourteen months of a trader's history up to August 2026, with the faults of its plan as far
 * as they fit.
 *
 * @throws TieoutError USAGE when entries, seed or a fault's count is not a whole number of 0 or more, a fault's
 *   word is unknown, or races are asked for as they cannot be
 */
export function generateWorld(plan: WorldPlan): World {
  refuseNegative("entries", plan.entries);
  refuseNegative("seed", plan.seed);
  refuseRaces(plan);
  const books = new Books(traderOf(plan));
  const lastMonth = MONTHS_OF_HISTORY - 1;
  const planned = planFaults(plan.faults, plan.entries, ["history", "last", "first", "later"]);
  const months = draw(books.trader, DRAW.faults, MONTHS_OF_HISTORY);
  const byMonth = Map.groupBy(planned, (one) => plantedMonth(one, lastMonth, months));
  const racing = planIncidents(books.trader, plan.entries, months);
  const racingIn = Map.groupBy(racing, () => months.below(MONTHS_OF_HISTORY));
  const honest = plan.entries - entriesOf(planned) - rowsOfIncidents(racing);
  const spread = spreadOverMonths(honest, MONTHS_OF_HISTORY);
  const planted: Planted[] = [];
  const incidents: Incident[] = [];
  spread.forEach((entries, month) => {
    const random = draw(books.trader, DRAW.faults, month);
    const now = plantFaults(books, month, byMonth.get(month) ?? [], random);
    // The last month leaves nothing in transit, because a later pull would find it missing.
    const inTransit = Math.min(Math.ceil(entries / 60), Math.floor((spread[month + 1] ?? 0) / 4));
    const broken = plantIncidents(books, month, racingIn.get(month) ?? [], random);
    incidents.push(...fillMonth(books, { month, entries, inTransit }, stepsOf(now), broken));
    planted.push(...now);
  });
  return worldOf(plan, books, { month: lastMonth, entries: spread[lastMonth] ?? 0, planted, incidents });
}

function refuseNegative(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new TieoutError("USAGE", `${name} must be a whole number of 0 or more, not ${value}`);
}

function refuseRaces({ faults, oneIn = 1, wallets = 1 }: WorldPlan): void {
  if (!Number.isSafeInteger(oneIn) || oneIn < 1) {
    throw new TieoutError("USAGE", `oneIn must be a whole number of 1 or more, not ${oneIn}`);
  }
  if (wallets === 2 && faults !== "races") {
    throw new TieoutError("USAGE", "Two wallets go with the faults races alone");
  }
}

function stepsOf(planted: readonly Planted[]) {
  return planted.flatMap(({ scenario }) => scenario.steps ?? []);
}

/** Writes a month with what is planted in it, and tells what went wrong. */
function fillMonth(
  books: Books,
  plan: MonthPlan,
  planted: readonly PostingStep[],
  broken: readonly WrittenIncident[],
): Incident[] {
  const raced = writeMonth(books, plan, [...planted, ...broken.flatMap(({ steps }) => steps)]);
  return [...broken.map(({ incident }) => incident()), ...raced];
}

interface LastMonth {
  /** Counted from the world's first. */
  readonly month: number;
  /** Honest entries written in it. */
  readonly entries: number;
  /** All faults and incidents so far. */
  readonly planted: readonly Planted[];
  readonly incidents: readonly Incident[];
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
    ...(books.trader.oneIn === null ? {} : { incidents: last.incidents }),
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
  const broken = plantIncidents(books, month, planIncidents(books.trader, entries, random), random);
  const steps = [...moved.steps, ...stepsOf(now)];
  const incidents = fillMonth(books, { month, entries, inTransit: 0 }, steps, broken);
  return worldOf(plan, books, {
    month,
    entries,
    planted: [...moved.planted, ...now],
    incidents: [...last.incidents, ...incidents],
  });
}
