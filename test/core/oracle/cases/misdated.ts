/** Dates that cannot be, among records that are well. */
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import type { Chance } from "./chance.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** At the edges of what makes a date impossible. */
const LEAPS_MS = [
  27 * DAY_MS,
  27 * DAY_MS + SECOND_MS,
  28 * DAY_MS,
  31 * DAY_MS,
  61 * DAY_MS,
  366 * DAY_MS,
  366 * DAY_MS + SECOND_MS,
  450 * DAY_MS,
  600 * DAY_MS,
  900 * DAY_MS,
  36 * 365 * DAY_MS,
];

export function misdatedEntries(chance: Chance, entries: readonly Entry[]): Entry[] {
  if (entries.length === 0) return [];
  const wrong = new Set(Array.from({ length: chance.of(1, 1, 1, 2) }, () => chance.below(entries.length)));
  if (chance.once(6)) wrong.add(0);
  return entries.map((one, at) => {
    if (!wrong.has(at)) return one;
    const leapMs = chance.of(...LEAPS_MS);
    const dateCreatedAtMs = one.dateCreatedAtMs + leapMs;
    const near = [0, HOUR_MS, DAY_MS, DAY_MS + SECOND_MS, -HOUR_MS].map((ms) => dateCreatedAtMs - ms);
    if (chance.once(4)) return { ...one, datePaidAtMs: dateCreatedAtMs };
    return { ...one, dateCreatedAtMs, datePaidAtMs: chance.of(one.datePaidAtMs, ...near) };
  });
}

export function misdatedTransactions(chance: Chance, transactions: readonly Transaction[]): Transaction[] {
  if (transactions.length === 0) return [];
  const at = chance.below(transactions.length);
  const one = transactions[at]!;
  const leapMs = chance.of(...LEAPS_MS);
  const later = (timeMs: number | null) => (timeMs === null ? null : timeMs + leapMs);
  const fields = chance.of<Partial<Transaction>>(
    { datePaidAtMs: later(one.datePaidAtMs) },
    { dateCreatedAtMs: later(one.dateCreatedAtMs) },
    { datePaidAtMs: later(one.datePaidAtMs), dateCreatedAtMs: later(one.dateCreatedAtMs) },
    { datePaidAtMs: later(one.datePaidAtMs), dateCreatedAtMs: null },
  );
  return transactions.with(at, { ...one, ...fields });
}
