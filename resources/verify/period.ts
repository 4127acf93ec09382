/** When a day begins in a time zone. */

const HOURS_MS = 36 * 3_600_000;

/** Its first millisecond, UTC; null where the zone is not known here. @param month 1 to 13, which is January of the next year */
export function dayBegins(timeZone: string, year: number, month: number, day: number): number | null {
  const midnight = Date.UTC(year, month - 1, day);
  const sought = new Date(midnight).toISOString().slice(0, 10);
  const dayAt = dayIn(timeZone);
  if (dayAt === null) return null;
  let [before, begun] = [midnight - HOURS_MS, midnight + HOURS_MS];
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (dayAt(middle) < sought) before = middle;
    else begun = middle;
  }
  return begun;
}

function dayIn(timeZone: string): ((ms: number) => string) | null {
  try {
    const options = {
      timeZone,
      calendar: "gregory",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    } as const;
    const format = new Intl.DateTimeFormat("en", options);
    return (ms) => {
      const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
      return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
    };
  } catch {
    return null;
  }
}
