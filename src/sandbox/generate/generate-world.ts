/** Makes the sandbox's worlds from their plans. */
import { TieoutError } from "../../core/errors.ts";
import type { World, WorldPlan } from "../world.ts";
import { Books } from "./books.ts";
import { MONTHS_OF_HISTORY, nameOfMonth } from "./calendar.ts";
import { BUSINESS_CREATED_AT_MS, businessOf, userOf } from "./caller.ts";
import { spreadOverMonths, writeMonth } from "./month.ts";
import { traderOf } from "./trader.ts";

/**
 * Makes a world: fourteen months of a trader's history up to August 2026.
 *
 * @throws TieoutError USAGE when entries or seed is not a whole number of 0 or more
 */
export function generateWorld(plan: WorldPlan): World {
  refuseNegative("entries", plan.entries);
  refuseNegative("seed", plan.seed);
  const books = new Books(traderOf(plan));
  const spread = spreadOverMonths(plan.entries, MONTHS_OF_HISTORY);
  spread.forEach((entries, month) => {
    // The last month leaves nothing on its way: whoever pulls it later would find it missing.
    const inTransit = Math.min(Math.ceil(entries / 60), Math.floor((spread[month + 1] ?? 0) / 4));
    writeMonth(books, { month, entries, inTransit }, []);
  });
  return worldOf(books, { month: spread.length - 1, entries: spread.at(-1) ?? 0 });
}

function refuseNegative(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new TieoutError("USAGE", `${name} must be a whole number of 0 or more, not ${value}`);
}

function worldOf(books: Books, last: { readonly month: number; readonly entries: number }): World {
  return {
    month: nameOfMonth(last.month),
    user: userOf(books.trader),
    businessCreatedAtMs: BUSINESS_CREATED_AT_MS,
    business: businessOf(books.trader),
    entries: books.wallet.entries,
    transactions: books.transactions,
    faults: [],
    advance: () => {
      const next = new Books(books.trader, books);
      const month = last.month + 1;
      writeMonth(next, { month, entries: last.entries, inTransit: 0 }, []);
      return worldOf(next, { month, entries: last.entries });
    },
  };
}
