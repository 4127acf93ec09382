/**
 * How times are worded in the window: ISO in the ledger's zone, whatever the machine's clock or language
 * says.
 */
import { ZoneClock, sayInstant } from "../../../core/time.ts";

const clocks = new Map<string, ZoneClock>();

/** The clock of a zone; each is made once, because it remembers the offsets it has asked for. */
export function clockOf(timeZone: string): ZoneClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new ZoneClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

const weekdays = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** @example whenText(at, 'Africa/Lagos', true) // '2026-10-05 14:03' */
export function whenText(atMs: number, timeZone: string, time: boolean): string {
  return sayInstant(atMs, clockOf(timeZone)).slice(0, time ? 16 : 10);
}

/** @example 'Monday 2026-10-05 14:03:22 Africa/Lagos' */
export function whenInFull(atMs: number, timeZone: string): string {
  const clock = clockOf(timeZone);
  return `${weekdays.format(clock.wallMs(atMs))} ${sayInstant(atMs, clock)}`;
}
