import { describe, expect, test } from "vitest";
import type { Day } from "../../../src/core/time.ts";
import {
  type GridQuery,
  NO_QUERY,
  isWholeGridQuery,
  readGridQuery,
  writeGridQuery,
} from "../../../src/renderer/grid/grid-query.ts";

const COLUMNS = [
  { id: "walletID", kind: "id" },
  { id: "description", kind: "text" },
  { id: "inflow", kind: "amount" },
  { id: "dateCreatedAtMs", kind: "instant" },
  { id: "flags", kind: "choice" },
  { id: "currency", kind: "text", fixed: true },
] as const;

const QUERY: GridQuery = {
  sort: [
    { column: "inflow", descending: true },
    { column: "walletID", descending: false },
  ],
  filters: {
    description: { kind: "text", contains: "50% & <b>..#?" },
    inflow: { kind: "number", least: -500, most: null },
    dateCreatedAtMs: { kind: "day", from: null, to: "2026-10-31" as Day },
    flags: { kind: "set", values: ["chain-break", "orphan-payref"] },
  },
  search: "rent=1&all",
  onlyFlagged: true,
  onlyPeriod: false,
};

describe("a saved grid filter", () => {
  test("is valid when it says only what is understood", () => {
    const kept = writeGridQuery("", readGridQuery(writeGridQuery("", QUERY), COLUMNS));
    expect(readGridQuery(kept, COLUMNS)).toStrictEqual(QUERY);
    expect(isWholeGridQuery(kept, COLUMNS)).toBe(true);
    expect(isWholeGridQuery("", COLUMNS)).toBe(true);
  });

  test.each([
    ["a column that is gone", "in.balance=5..", "flagged=1&sort=balance"],
    ["a column that cannot be asked for", "in.currency=GHS", "sort=-currency"],
    ["a word nobody knows", "flagged=yes", "color=red", "month=2026-10"],
    ["a day that does not exist", "in.dateCreatedAtMs=2026-02-30.."],
    ["an amount that is none", "in.inflow=1.5..", "in.inflow=..1e9"],
    ["what is no query at all", "%%%", "<script>", "{}"],
  ])("is invalid with %s: it would show other rows than intended", (_, ...kept) => {
    for (const one of kept) expect(isWholeGridQuery(one, COLUMNS)).toBe(false);
  });
});

describe("a grid's state in the address", () => {
  test("reads back unchanged, with other parameters kept", () => {
    const written = writeGridQuery("month=2026-10", QUERY);
    expect(new URLSearchParams(written).get("month")).toBe("2026-10");
    expect(readGridQuery(written, COLUMNS)).toStrictEqual(QUERY);
    expect(writeGridQuery(written, NO_QUERY)).toBe("month=2026-10");
  });

  test("is empty for the full view", () => {
    expect(writeGridQuery("", NO_QUERY)).toBe("");
    expect(readGridQuery("", COLUMNS)).toStrictEqual(NO_QUERY);
  });

  test.each([
    ["sort=-nothing,inflow,inflow"],
    ["sort=inflow&in.inflow=1..2..3"],
    ["sort=inflow&in.inflow=.."],
    ["sort=inflow&in.inflow=1.5..2"],
    ["sort=inflow&in.inflow=1..9007199254740992"],
    ["sort=inflow&in.dateCreatedAtMs=2026-02-31.."],
    ["sort=inflow&in.nothing=x&flagged=yes"],
  ])("leaves out values that make no sense: %s", (search) => {
    expect(readGridQuery(search, COLUMNS)).toStrictEqual({
      ...NO_QUERY,
      sort: [{ column: "inflow", descending: false }],
    });
  });
});
