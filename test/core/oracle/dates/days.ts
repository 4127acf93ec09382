/** Days of a zone, asked of the runtime's calendar one instant at a time. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day, `YYYY-MM-DD`, that a clock on the wall of a zone shows. */
export function dayOf(atMs: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const numbers = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en-CA", { timeZone, ...numbers });
    formats.set(timeZone, format);
  }
  return format.format(atMs);
}

const ends = new Map<string, number>();

/** The last millisecond of a day: the day goes on as long as the clock on the wall shows it or an earlier one. */
export function lastMillisecondOf(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  let endMs = ends.get(key);
  if (endMs === undefined) {
    const minute = 60_000;
    endMs = Date.parse(`${day}T00:00:00Z`) + 48 * 60 * minute;
    while (dayOf(endMs - minute, timeZone) > day) endMs -= minute;
    endMs -= 1;
    while (dayOf(endMs, timeZone) > day) endMs -= 1;
    ends.set(key, endMs);
  }
  return endMs;
}
