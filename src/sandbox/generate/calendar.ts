/** The months of a world, counted from its first, and the service's timestamp texts in them. */
import { DAY_MS, formatServiceTime } from "../../core/time.ts";

export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** Months of history of a new world: July 2025 to August 2026. Constant: months added later are past, too. */
export const MONTHS_OF_HISTORY = 14;

/** The first instant of a month, milliseconds UTC; month 0 is July 2025. */
export function startOfMonth(month: number): number {
  return Date.UTC(2025, 6 + month, 1);
}

/** The first instant after a month, milliseconds UTC. */
export function endOfMonth(month: number): number {
  return startOfMonth(month + 1);
}

/** `YYYY-MM`. */
export function nameOfMonth(month: number): string {
  return new Date(startOfMonth(month)).toISOString().slice(0, 7);
}

const DAY_LENGTH = "Sat, 21 Nov 2026 ".length;
const days = new Map<number, string>();
const dates = new Map<number, string>();
const clocks: string[] = [];

/** `formatServiceTime`, made of a day and a clock that are kept: a million timestamps share a few texts. */
export function stamp(atMs: number): string {
  const dayNumber = Math.floor(atMs / DAY_MS);
  const second = Math.floor((atMs - dayNumber * DAY_MS) / 1000);
  let day = days.get(dayNumber);
  if (day === undefined) {
    day = formatServiceTime(dayNumber * DAY_MS).slice(0, DAY_LENGTH);
    days.set(dayNumber, day);
  }
  const clock = (clocks[second] ??= formatServiceTime(second * 1000).slice(DAY_LENGTH));
  return day + clock;
}

/** `YYYY-MM-DD` of an instant, milliseconds UTC. */
export function dayOf(atMs: number): string {
  const dayNumber = Math.floor(atMs / DAY_MS);
  let date = dates.get(dayNumber);
  if (date === undefined) {
    date = new Date(atMs).toISOString().slice(0, 10);
    dates.set(dayNumber, date);
  }
  return date;
}
