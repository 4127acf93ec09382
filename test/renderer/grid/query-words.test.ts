/** What a printed grid says of its rows. */
import { expect, test } from "vitest";
import { NO_QUERY } from "../../../src/renderer/grid/grid-query.ts";
import { queryWords } from "../../../src/renderer/grid/use-printed-rows.tsx";
import { WALLET_COLUMNS } from "../../../src/renderer/shared/record/wallet-columns.ts";

const said = (query: Partial<typeof NO_QUERY>) =>
  queryWords({ ...NO_QUERY, ...query }, WALLET_COLUMNS, { decimals: 2 });

test("names every condition and the order, and nothing where all rows of the period stand in their own", () => {
  expect(said({})).toEqual([]);
  expect(
    said({
      onlyPeriod: false,
      onlyFlagged: true,
      search: "rent",
      filters: {
        payref: { kind: "text", contains: "PX" },
        stated: { kind: "number", least: 5000, most: null },
        status: { kind: "set", values: ["open"] },
      },
      sort: [
        { column: "stated", descending: true },
        { column: "walletID", descending: false },
      ],
    }),
  ).toEqual([
    "of the whole history",
    "search “rent”",
    "only flagged",
    "Payref contains “PX”",
    "Stated from 50.00",
    "Review Open",
    "sorted by Stated descending, walletID",
  ]);
});
