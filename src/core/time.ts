/**
 * Times are integer milliseconds UTC named …AtMs; days are `YYYY-MM-DD` texts. Only this file converts
 * between them, the service's text form, RFC 3339 and the days of a zone.
 */
import { firstPlace } from "./sorted.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const LONG_WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
export const MONTH_NAMES = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A calendar day of some zone, `YYYY-MM-DD`. */
export type Day = string & { readonly brand: "Day" };

/** `YYYY-MM`. */
export type Month = string & { readonly brand: "Month" };

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/**
 * Parses the service's timestamp text, `<weekday>, <DD> <Mon> <YYYY> <HH:MM:SS> ±HHMM`, strictly: the day
 * must exist and the weekday must be its own. The interface has +0000; a server's own offset says the same.
 *
 * @returns milliseconds UTC, or null when the text is not such a timestamp
 * @example parseServiceTime('Sat, 21 Nov 2026 08:30:00 +0000') // 1795249800000
 */
export function parseServiceTime(text: string): number | null {
  const match =
    /^([A-Z][a-z]{2,8}), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})([0-5]\d)$/u.exec(
      text,
    );
  if (match === null) return null;
  const [, weekday = "", day, monthName = "", year, hour, minute, second, sign, aheadHours, aheadMinutes] =
    match;
  const month = MONTH_NAMES.indexOf(monthName as (typeof MONTH_NAMES)[number]);
  if (month < 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== month) return null;
  const dayOfWeek = date.getUTCDay();
  if (weekday !== WEEKDAYS[dayOfWeek] && weekday !== LONG_WEEKDAYS[dayOfWeek]) return null;
  const aheadMs = (Number(aheadHours) * 60 + Number(aheadMinutes)) * 60_000;
  const atMs = date.getTime() - (sign === "-" ? 0 - aheadMs : aheadMs);
  return Number(aheadHours) <= 23 && atMs >= FIRST_MS && atMs <= LAST_MS ? atMs : null;
}

/** The years that four digits write, in UTC. */
const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59Z");

/** The service's timestamp text (short weekday) for milliseconds UTC, whole seconds. */
export function formatServiceTime(atMs: number): string {
  const date = new Date(atMs);
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  return (
    `${WEEKDAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTH_NAMES[date.getUTCMonth()]} ${year} ` +
    `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
  );
}

/** RFC 3339 in UTC with milliseconds, as every JSON output shows times. */
export function formatInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

type Dated = { readonly atMs: number | null };
/** null stays null, and `at` is null where there is no time. */
type WithInstant<T> = T extends Dated
  ? Omit<T, "atMs"> & { at: T["atMs"] extends number ? string : string | null }
  : T;

/** What every JSON output has of something that happened: `at` in RFC 3339, last of its keys, for `atMs`. */
export function withInstant<T extends Dated | null>(dated: T): WithInstant<T> {
  if (dated === null) return dated as WithInstant<T>;
  const { atMs, ...rest } = dated;
  return { ...rest, at: atMs === null ? null : formatInstant(atMs) } as WithInstant<T>;
}

/** Whether a text is a day that exists. */
export function isDay(text: string): text is Day {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (match === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether the runtime knows an IANA zone of this name. */
export function isTimeZone(name: string): boolean {
  const known = answeredZones.get(name);
  if (known !== undefined) return known;
  const answer = canFormatIn(name);
  // Names come from strangers: neither many nor long ones are remembered.
  if (answeredZones.size < 1000 && name.length <= 100) answeredZones.set(name, answer);
  return answer;
}

/** Names that were asked for: each link of a trail names its zone, and a formatter takes long. */
const answeredZones = new Map<string, boolean>();

function canFormatIn(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** What the runtime was asked about a zone, kept for every clock of it: each check makes one of its own. */
interface KnownZone {
  /** null for UTC, which needs none. */
  readonly format: Intl.DateTimeFormat | null;
  /** By quarter hour: what to add to UTC, milliseconds. */
  readonly offsets: Map<number, number>;
}

/** Those of eleven years, or a process of weeks would keep each quarter hour it ever met. */
const MOST_OFFSETS = 400_000;

const KNOWN_ZONES = new Map<string, KnownZone>();

function knownZone(timeZone: string): KnownZone {
  const known = KNOWN_ZONES.get(timeZone) ?? { format: formatOf(timeZone), offsets: new Map() };
  KNOWN_ZONES.set(timeZone, known);
  return known;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  if (timeZone === "UTC") return null;
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** Converts instants to a zone's wall clock and back; offsets are asked once per quarter hour and kept. */
export class ZoneClock {
  readonly timeZone: string;
  readonly #zone: KnownZone;

  /** @throws RangeError when the runtime knows no such zone; ask `isTimeZone` first */
  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#zone = knownZone(timeZone);
  }

  /** Milliseconds to add to UTC to get the zone's wall clock at that instant. */
  offsetMs(atMs: number): number {
    const { format, offsets } = this.#zone;
    if (format === null) return 0;
    const slot = Math.floor(atMs / 900_000);
    const known = offsets.get(slot);
    if (known !== undefined) return known;
    const startMs = slot * 900_000;
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(startMs)) {
      part[type] = type === "era" ? Number(value.startsWith("B")) : Number(value);
    }
    // The year before 1 AD is 1 BC.
    const year = part["era"] === 1 ? 1 - (part["year"] ?? 0) : (part["year"] ?? 0);
    // Date.UTC would take the year 26 for 1926.
    const wall = new Date(0);
    wall.setUTCFullYear(year, (part["month"] ?? 1) - 1, part["day"] ?? 1);
    wall.setUTCHours(part["hour"] ?? 0, part["minute"] ?? 0, part["second"] ?? 0);
    const offset = wall.getTime() - startMs;
    if (offsets.size === MOST_OFFSETS) offsets.clear();
    offsets.set(slot, offset);
    return offset;
  }

  /** The zone's wall clock as if it were UTC: what an Excel serial date is made from. */
  wallMs(atMs: number): number {
    return atMs + this.offsetMs(atMs);
  }

  /** The day of the zone in which an instant falls. */
  day(atMs: number): Day {
    return new Date(this.wallMs(atMs)).toISOString().slice(0, 10) as Day;
  }

  /** The first instant of a day in the zone, milliseconds UTC (the first there is if midnight is skipped). */
  startOfDay(day: Day): number {
    return this.#firstAt(midnightOf(day));
  }

  /** The last millisecond of a day in the zone, milliseconds UTC. */
  endOfDay(day: Day): number {
    return this.#firstAt(midnightOf(day) + DAY_MS) - 1;
  }

  /** The first instant at which the wall clock shows a midnight or is past it. */
  #firstAt(midnight: number): number {
    const earliest = midnight - 1.5 * DAY_MS;
    // From one day to the next the wall clock only rises, so halving finds it.
    return earliest + firstPlace(3 * DAY_MS, (after) => this.wallMs(earliest + after) >= midnight);
  }
}

/** The clock of what is not about a ledger's days. */
const UTC = new ZoneClock("UTC");

/** On the zone's wall clock, with the zone. @example '2026-08-17 08:16:44 Africa/Lagos' */
export function sayInstant(atMs: number, clock = UTC): string {
  const wall = new Date(clock.wallMs(atMs)).toISOString();
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)} ${clock.timeZone}`;
}

/** A day's midnight as if its zone were UTC. */
function midnightOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** How many days after one day another is; negative for before. */
export function daysBetween(one: Day, other: Day): number {
  return (midnightOf(other) - midnightOf(one)) / DAY_MS;
}

/** The day after (or `count` days after, negative for before) a day. */
export function addDays(day: Day, count: number): Day {
  return new Date(midnightOf(day) + count * DAY_MS).toISOString().slice(0, 10) as Day;
}

/** Days from and to, both inclusive, with their first and last milliseconds UTC in the zone. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
  readonly fromMs: number;
  /** The last millisecond of the last day. */
  readonly toMs: number;
}

/** The period from one day to another, both inclusive, in a zone. `from` must not be after `to`. */
export function periodOf(from: Day, to: Day, clock: ZoneClock): Period {
  return {
    from,
    to,
    fromMs: clock.startOfDay(from),
    toMs: clock.endOfDay(to),
  };
}

/** First and last day of a month `YYYY-MM`, or null for any other text. */
export function monthDays(month: string): { from: Day; to: Day } | null {
  const from = `${month}-01`;
  if (!/^\d{4}-\d{2}$/u.test(month) || !isDay(from)) return null;
  const last = ["31", "30", "29", "28"].map((day) => `${month}-${day}`).find(isDay);
  return last === undefined ? null : { from, to: last };
}
