import { describe, expect, test } from "vitest";
import {
  EMPTY_DRAFT,
  draftOfFilter,
  filterOfDraft,
  filterOfValue,
  filterWords,
} from "../../../src/renderer/grid/column-filter.tsx";
import type { GridColumnKind } from "../../../src/renderer/grid/columns.ts";
import type { AskedFigure, ColumnFilter } from "../../../src/renderer/bridge/protocol.ts";
import { type Day, ZoneClock } from "../../../src/core/time.ts";

const day = (text: string) => text as Day;

/** Each as a header's filter has it: kind of column, decimals, what the worker is asked for, what people read. */
const FILTERS: readonly (readonly [GridColumnKind, number, Exclude<ColumnFilter, AskedFigure>, string])[] = [
  ["text", 0, { kind: "text", contains: " rent" }, "contains “ rent”"],
  ["amount", 2, { kind: "number", least: 50_000, most: 100_050 }, "500.00 – 1,000.50"],
  ["amount", 0, { kind: "number", least: 500, most: null }, "from 500"],
  ["amount", 0, { kind: "number", least: null, most: -1200 }, "up to −1,200"],
  ["amount", 0, { kind: "number", least: 0, most: 0 }, "0"],
  ["id", 2, { kind: "number", least: 1204, most: 2000 }, "1204 – 2000"],
  ["instant", 0, { kind: "day", from: day("2026-10-01"), to: null }, "from 2026-10-01"],
  ["instant", 0, { kind: "day", from: day("2026-10-01"), to: day("2026-10-01") }, "2026-10-01"],
  ["choice", 0, { kind: "set", values: ["1", "2"] }, "settled, 2"],
  ["choice", 0, { kind: "set", values: ["a", "b", "c", "d"] }, "a, b and 2 more"],
];

describe("a column's filter", () => {
  test.each(FILTERS)("of a %s column reads back from its own words: %#", (kind, decimals, filter, words) => {
    const draft = draftOfFilter(filter, kind, decimals);
    expect(filterOfDraft(kind, draft, decimals)).toStrictEqual({ ok: true, filter });
    expect(filterWords(filter, kind, decimals, [{ value: "1", words: "settled" }])).toBe(words);
  });

  test.each(["text", "amount", "id", "instant", "choice"] as const)(
    "of a %s column that asks for nothing is no filter",
    (kind) => {
      expect(filterOfDraft(kind, EMPTY_DRAFT, 2)).toStrictEqual({ ok: true, filter: null });
      expect(draftOfFilter(undefined, kind, 2)).toStrictEqual(EMPTY_DRAFT);
    },
  );

  test("says which end is wrong, and when they are in the wrong order", () => {
    expect(filterOfDraft("amount", { ...EMPTY_DRAFT, to: "much" }, 0)).toMatchObject({
      ok: false,
      field: "to",
    });
    expect(filterOfDraft("instant", { ...EMPTY_DRAFT, from: "soon" }, 0)).toMatchObject({
      ok: false,
      field: "from",
    });
    expect(filterOfDraft("amount", { ...EMPTY_DRAFT, from: "10", to: "9.99" }, 2)).toStrictEqual({
      ok: false,
      field: "to",
      sentence: "The end is before the start.",
    });
  });
});

describe("the filter of a cell's own value", () => {
  const clock = new ZoneClock("Africa/Lagos");
  const choices = [
    { value: "0", words: "settled" },
    { value: "chain-break", words: "Chain break" },
    { value: "raised", words: "Raised with the provider" },
    { value: "3", words: "Perhaps, less a fee" },
  ];
  test.each<[GridColumnKind, string | number | null, ColumnFilter | null]>([
    ["text", "RENT-1", { kind: "text", contains: "RENT-1" }],
    ["text", "", null],
    ["amount", -1200, { kind: "number", least: -1200, most: -1200 }],
    ["amount", null, null],
    ["id", 7, { kind: "number", least: 7, most: 7 }],
    // Past midnight in the zone.
    [
      "instant",
      Date.UTC(2026, 8, 30, 23, 30),
      { kind: "day", from: day("2026-10-01"), to: day("2026-10-01") },
    ],
    ["choice", "settled", { kind: "set", values: ["0"] }],
    ["choice", "Raised", { kind: "set", values: ["raised"] }],
    ["choice", "Chain break, settled", { kind: "set", values: ["0", "chain-break"] }],
    ["choice", "Perhaps, less a fee", { kind: "set", values: ["3"] }],
    ["choice", "unheard of", null],
  ])("of a %s column with %j is %j", (kind, value, filter) => {
    expect(filterOfValue({ kind, value: () => value, choices }, null, { clock })).toEqual(filter);
  });
});
