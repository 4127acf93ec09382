/** How long something has been open, and into which age it falls. */
import { DAY_MS } from "../../time.ts";
import type { Figures } from "../figures.ts";
import { countedRecords } from "../counted-records.ts";
import { DATES_FROM_MS, dateFormula } from "../formula-text.ts";
import type { Cell } from "../model.ts";
import type { OutstandingItem } from "./outstanding-items.ts";

/** Whole days from an instant to the period's end (without a period: the as-of); null without a date. */
export function daysOpen({ input }: Figures, atMs: number | null): number | null {
  const endMs = input.check.period?.toMs ?? input.check.asOfMs;
  if (atMs === null || endMs === null || Number.isNaN(atMs)) return null;
  return Math.max(0, Math.floor((endMs - atMs) / DAY_MS));
}

/**
 * Days open with the formula that comes to them: the days from the date in a cell to the period's end. A
 * clock that was put forward or back in between can make whole days one less; then they stand without a
 * formula.
 *
 * @param cell where the date stands
 */
export function daysCell(
  { input, clock }: Figures,
  atMs: number | null,
  days: number | null,
  cell: string,
): Cell {
  const { period } = input.check;
  if (days === null || period === null || atMs === null || atMs < DATES_FROM_MS) return days;
  const dayOf = (ms: number) => Math.floor(clock.wallMs(ms) / DAY_MS);
  if (Math.max(0, dayOf(period.toMs) - dayOf(atMs)) !== days) return days;
  return { value: days, formula: `MAX(0,${dateFormula(period.to)}-INT(${cell}))` };
}

/** When a payment was made, else when its transaction was made; null when neither is known. */
export function paymentTime({ input }: Figures, row: number): number | null {
  const { datePaidAtMs, dateCreatedAtMs } = countedRecords(input).transactions;
  const atMs = datePaidAtMs[row] as number;
  const dated = Number.isNaN(atMs) ? (dateCreatedAtMs[row] as number) : atMs;
  return Number.isNaN(dated) ? null : dated;
}

/** When an entry was made, milliseconds UTC. */
export function entryTime({ input }: Figures, row: number): number {
  return countedRecords(input).entries.dateCreatedAtMs[row] as number;
}

/** The date an item ages from, milliseconds UTC. */
export function datedAt(figures: Figures, { kind, row }: OutstandingItem): number | null {
  return kind === "orphan payref" ? entryTime(figures, row) : paymentTime(figures, row);
}

/** Whole days that an item has been open, to the period's end; null once it is cleared. */
export function openDays(figures: Figures, item: OutstandingItem): number | null {
  return item.now === 0 ? null : (daysOpen(figures, datedAt(figures, item)) ?? 0);
}

/** Of what is carried forward: the days that each age goes up to, and how a formula tells it. */
export const AGES = {
  age30: { upTo: 30, formula: (days: string) => `${days}<=30` },
  age60: { upTo: 60, formula: (days: string) => `AND(${days}>30,${days}<=60)` },
  age90: { upTo: 90, formula: (days: string) => `AND(${days}>60,${days}<=90)` },
  older: { upTo: Infinity, formula: (days: string) => `${days}>90` },
} as const;
export type Age = keyof typeof AGES;

export function ageOf(days: number): Age {
  if (days <= AGES.age30.upTo) return "age30";
  if (days <= AGES.age60.upTo) return "age60";
  return days <= AGES.age90.upTo ? "age90" : "older";
}
