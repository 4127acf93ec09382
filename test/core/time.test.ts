import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Day,
  ZoneClock,
  addDays,
  formatInstant,
  formatServiceTime,
  isDay,
  isTimeZone,
  monthDays,
  parseServiceTime,
  periodOf,
  withInstant,
} from "../../src/core/time.ts";

const HOUR_MS = 3_600_000;
const day = (text: string) => text as Day;
/** Whole seconds of the years 1 to 9999, the ones that four digits can name. */
const second = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }).map((seconds) => seconds * 1000);

describe("the service's timestamps", () => {
  test.each<[string, number]>([
    ["Sat, 21 Nov 2026 08:30:00 +0000", Date.UTC(2026, 10, 21, 8, 30)],
    ["Thu, 01 Jan 1970 00:00:00 +0000", 0],
    ["Wed, 31 Dec 1969 23:59:59 +0000", -1000],
    ["Tue, 29 Feb 2028 23:59:59 +0000", Date.UTC(2028, 1, 29, 23, 59, 59)],
    ["Tue, 29 Feb 2000 00:00:00 +0000", Date.UTC(2000, 1, 29)],
    ["Saturday, 21 Nov 2026 08:30:00 +0000", Date.UTC(2026, 10, 21, 8, 30)],
    ["Fri, 31 Dec 9999 23:59:59 +0000", Date.UTC(9999, 11, 31, 23, 59, 59)],
    ["Sat, 21 Nov 2026 00:30:00 +0100", Date.UTC(2026, 10, 20, 23, 30)],
    ["Fri, 20 Nov 2026 22:00:00 -1045", Date.UTC(2026, 10, 21, 8, 45)],
    ["Sat, 21 Nov 2026 08:30:00 -0000", Date.UTC(2026, 10, 21, 8, 30)],
  ])("%s", (text, atMs) => {
    expect(parseServiceTime(text)).toBe(atMs);
  });

  test.each([
    ["another day's weekday", "Sun, 21 Nov 2026 08:30:00 +0000"],
    ["another day's long weekday", "Sunday, 21 Nov 2026 08:30:00 +0000"],
    ["31 February under the weekday of 3 March", "Tue, 31 Feb 2026 00:00:00 +0000"],
    ["29 February of a common year", "Sun, 29 Feb 2026 00:00:00 +0000"],
    ["29 February of a century", "Mon, 29 Feb 2100 00:00:00 +0000"],
    ["31 June", "Wed, 31 Jun 2026 00:00:00 +0000"],
    ["day 0", "Sat, 00 Nov 2026 08:30:00 +0000"],
    ["day 32", "Tue, 32 Dec 2026 08:30:00 +0000"],
    ["24:00:00", "Sat, 21 Nov 2026 24:00:00 +0000"],
    ["minute 60", "Sat, 21 Nov 2026 08:60:00 +0000"],
    ["a leap second", "Sat, 21 Nov 2026 08:30:60 +0000"],
    ["a lower-case weekday", "sat, 21 Nov 2026 08:30:00 +0000"],
    ["an upper-case month", "Sat, 21 NOV 2026 08:30:00 +0000"],
    ["a long month", "Sat, 21 November 2026 08:30:00 +0000"],
    ["no month at all", "Sat, 21 Abc 2026 08:30:00 +0000"],
    ["two blanks", "Sat,  21 Nov 2026 08:30:00 +0000"],
    ["two blanks inside", "Sat, 21 Nov  2026 08:30:00 +0000"],
    ["a blank at the end", "Sat, 21 Nov 2026 08:30:00 +0000 "],
    ["a line break at the end", "Sat, 21 Nov 2026 08:30:00 +0000\n"],
    ["no weekday", "21 Nov 2026 08:30:00 +0000"],
    ["one digit of a day", "Sun, 1 Nov 2026 08:30:00 +0000"],
    ["two digits of a year", "Sat, 21 Nov 26 08:30:00 +0000"],
    ["five digits of a year", "Sat, 21 Nov 02026 08:30:00 +0000"],
    ["a year before Christ", "Wed, 30 Nov -0001 00:00:00 +0000"],
    ["an offset of a day", "Sat, 21 Nov 2026 08:30:00 +2400"],
    ["an offset of sixty minutes", "Sat, 21 Nov 2026 08:30:00 +0060"],
    ["an offset that leads past the year 9999", "Fri, 31 Dec 9999 23:59:59 -0100"],
    ["an offset with a colon", "Sat, 21 Nov 2026 08:30:00 +01:00"],
    ["the weekday in UTC", "Fri, 21 Nov 2026 00:30:00 +0100"],
    ["GMT", "Sat, 21 Nov 2026 08:30:00 GMT"],
    ["Arabic digits", "Sat, ٢١ Nov 2026 08:30:00 +0000"],
    ["another language", "Sa., 21 Nov 2026 08:30:00 +0000"],
    ["RFC 3339", "2026-11-21T08:30:00Z"],
    ["nothing", ""],
  ])("%s is not one", (_what, text) => {
    expect(parseServiceTime(text)).toBeNull();
  });

  test("reads back what it writes", () => {
    fc.assert(
      fc.property(second, (atMs) => {
        expect(parseServiceTime(formatServiceTime(atMs))).toBe(atMs);
      }),
    );
    expect(formatServiceTime(Date.UTC(2026, 0, 5, 7, 8, 9))).toBe("Mon, 05 Jan 2026 07:08:09 +0000");
  });

  test("writes RFC 3339 in JSON", () => {
    const atMs = Date.UTC(2026, 10, 21, 8, 30);
    expect(formatInstant(atMs)).toBe("2026-11-21T08:30:00.000Z");
    expect(withInstant({ atMs, by: "Ada" })).toEqual({ by: "Ada", at: "2026-11-21T08:30:00.000Z" });
    expect(withInstant({ atMs: null })).toEqual({ at: null });
    expect(withInstant(null)).toBeNull();
  });
});

describe("days and months", () => {
  test.each(["2026-01-31", "2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s is a day", (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "2100-02-29",
    "2026-02-31",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "26-01-01",
    "2026-1-1",
    "2026-01-01T00:00",
    "",
    " 2026-01-01",
    "２０２６-01-01",
  ])("%j is not one", (text) => {
    expect(isDay(text)).toBe(false);
  });

  test("knows the days of each month", () => {
    const lengths = (year: string) =>
      Array.from({ length: 12 }, (_, at) =>
        monthDays(`${year}-${String(at + 1).padStart(2, "0")}`)?.to.slice(8),
      );
    expect(lengths("2026").join(" ")).toBe("31 28 31 30 31 30 31 31 30 31 30 31");
    expect(lengths("2028").join(" ")).toBe("31 29 31 30 31 30 31 31 30 31 30 31");
    expect(monthDays("9999-12")).toEqual({ from: "9999-12-01", to: "9999-12-31" });
    for (const none of ["2026-13", "2026-00", "2026", "2026-1", "2026-01-01", ""])
      expect(monthDays(none)).toBeNull();
  });

  test("counts days over months, years and leap days", () => {
    expect(addDays(day("2026-12-31"), 1)).toBe("2027-01-01");
    expect(addDays(day("2028-03-01"), -1)).toBe("2028-02-29");
    expect(addDays(day("2026-11-21"), 0)).toBe("2026-11-21");
  });
});

describe("the wall clock of a zone", () => {
  test("knows UTC, and zones that never change", () => {
    fc.assert(
      fc.property(second, (atMs) => {
        expect(new ZoneClock("UTC").wallMs(atMs)).toBe(atMs);
        expect(new ZoneClock("Etc/GMT").wallMs(atMs)).toBe(atMs);
        expect(new ZoneClock("Etc/GMT-9").offsetMs(atMs)).toBe(9 * HOUR_MS);
        expect(new ZoneClock("Etc/GMT+11").offsetMs(atMs)).toBe(-11 * HOUR_MS);
      }),
      { numRuns: 50 },
    );
  });

  test.each<[string, number, string]>([
    ["Asia/Tokyo", Date.UTC(2026, 9, 31, 15), "2026-11-01"],
    ["Asia/Tokyo", Date.UTC(2026, 9, 31, 14, 59, 59), "2026-10-31"],
    ["America/New_York", Date.UTC(2026, 10, 1, 3, 59, 59), "2026-10-31"],
    ["America/New_York", Date.UTC(2026, 10, 1, 4), "2026-11-01"],
    ["Asia/Kathmandu", Date.UTC(2026, 9, 31, 18, 15), "2026-11-01"],
    ["Asia/Kathmandu", Date.UTC(2026, 9, 31, 18, 14, 59), "2026-10-31"],
    ["Pacific/Kiritimati", Date.UTC(2026, 9, 31, 10), "2026-11-01"],
    ["Pacific/Pago_Pago", Date.UTC(2026, 10, 1, 10, 59, 59), "2026-10-31"],
    ["Africa/Lagos", Date.UTC(2025, 11, 31, 23), "2026-01-01"],
  ])("ends a month in %s when its wall clock does (%i)", (zone, atMs, wanted) => {
    expect(new ZoneClock(zone).day(atMs)).toBe(wanted);
  });

  test("starts and ends daylight saving between two seconds", () => {
    const berlin = new ZoneClock("Europe/Berlin");
    const begins = Date.UTC(2026, 2, 29, 1);
    const ends = Date.UTC(2026, 9, 25, 1);
    expect([begins - 1000, begins, ends - 1000, ends].map((atMs) => berlin.offsetMs(atMs) / HOUR_MS)).toEqual(
      [1, 2, 2, 1],
    );
    const york = new ZoneClock("America/New_York");
    const springs = Date.UTC(2026, 2, 8, 7);
    const falls = Date.UTC(2026, 10, 1, 6);
    expect(
      [springs - 1000, springs, falls - 1000, falls].map((atMs) => york.offsetMs(atMs) / HOUR_MS),
    ).toEqual([-5, -4, -4, -5]);
    const lordHowe = new ZoneClock("Australia/Lord_Howe");
    expect(
      [Date.UTC(2026, 3, 4, 14, 59, 59), Date.UTC(2026, 3, 4, 15)].map(
        (atMs) => lordHowe.offsetMs(atMs) / HOUR_MS,
      ),
    ).toEqual([11, 10.5]);
  });

  test.each<[string, string, number]>([
    ["Europe/Berlin", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-25", 25],
    ["America/New_York", "2026-03-08", 23],
    ["America/New_York", "2026-11-01", 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["America/Sao_Paulo", "2018-11-04", 23],
    ["Asia/Tokyo", "2026-03-29", 24],
    ["Pacific/Apia", "2011-12-30", 0],
  ])("gives in %s the day %s %d hours", (zone, text, hours) => {
    const clock = new ZoneClock(zone);
    expect((clock.endOfDay(day(text)) + 1 - clock.startOfDay(day(text))) / HOUR_MS).toBe(hours);
  });

  test("starts a day with its first instant, and ends it with the last", () => {
    const zones = [
      "UTC",
      "Asia/Tokyo",
      "America/New_York",
      "Asia/Kathmandu",
      "Pacific/Auckland",
      "Africa/Lagos",
    ];
    const property = fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 30_000 }),
      (zone, number) => {
        const clock = new ZoneClock(zone);
        const text = addDays(day("1990-01-01"), number);
        const [first, last] = [clock.startOfDay(text), clock.endOfDay(text)];
        expect([first - 1, first, last, last + 1].map((atMs) => clock.day(atMs))).toEqual([
          addDays(text, -1),
          text,
          text,
          addDays(text, 1),
        ]);
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  test("accepts the first year and the last", () => {
    const clock = new ZoneClock("Asia/Tokyo");
    const first = parseServiceTime("Mon, 01 Jan 0001 00:00:00 +0000") ?? 0;
    expect(clock.day(first)).toBe("0001-01-01");
    const { fromMs, toMs } = periodOf(day("9999-01-01"), day("9999-12-31"), new ZoneClock("UTC"));
    expect([fromMs, toMs]).toEqual([Date.UTC(9999, 0, 1), Date.UTC(10_000, 0, 1) - 1]);
  });

  test("a period contains both its days, whole, where the zone has them", () => {
    const october = periodOf(day("2026-10-01"), day("2026-10-31"), new ZoneClock("Europe/Berlin"));
    expect(october).toEqual({
      from: "2026-10-01",
      to: "2026-10-31",
      fromMs: Date.UTC(2026, 8, 30, 22),
      toMs: Date.UTC(2026, 9, 31, 23) - 1,
    });
    const november = periodOf(day("2026-11-01"), day("2026-11-30"), new ZoneClock("Europe/Berlin"));
    expect(november.fromMs).toBe(october.toMs + 1);
  });

  test("refuses an unknown zone", () => {
    expect(["UTC", "Africa/Lagos", "America/New_York"].every(isTimeZone)).toBe(true);
    expect(["", "Mars/Olympus", "Local", "../etc"].some(isTimeZone)).toBe(false);
    // Asked again, it says the same.
    expect(["UTC", "Mars/Olympus", "Africa/Lagos"].map(isTimeZone)).toEqual([true, false, true]);
  });
});
