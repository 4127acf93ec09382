/** What rows of the grids come to, held against the rows themselves. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CurrencyTotal, RowsRequest, SomeRows } from "../../../src/renderer/bridge/protocol.ts";
import { ExactSum } from "../../../src/renderer/rows/worker/calls.ts";
import { sha256OfText } from "../../../src/renderer/rows/worker/snapshot.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { wallet as walletMoved } from "../../helpers/records.ts";
import { recordsOf, threeCurrencies } from "../../helpers/ledgers/currency-world.ts";
import { ALL_ROWS, clientOfInput, runRequest } from "./window.ts";

describe("a sum", () => {
  test("is exact whatever it passes on the way", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 40 }), (amounts) => {
        const sum = new ExactSum();
        for (const amount of amounts) sum.add(amount);
        const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
        const isSafe = exact >= BigInt(Number.MIN_SAFE_INTEGER) && exact <= BigInt(Number.MAX_SAFE_INTEGER);
        expect(sum.value).toBe(isSafe ? Number(exact) : null);
      }),
    );
  });
});

const { entries, transactions, businesses, matches } = threeCurrencies();
const records = recordsOf({ entries, transactions, businesses, matches });
const input = columnsOf({ entries, transactions, ...records }, sha256OfText);
const client = await clientOfInput(input, {
  descriptions: entries.map(() => null),
  customers: transactions.map(() => null),
});
await client.call("run", runRequest(null));

async function totals(
  table: "entries" | "transactions",
  columns: readonly string[],
  among: SomeRows | null = null,
  asked: Partial<RowsRequest> = {},
): Promise<readonly CurrencyTotal[]> {
  return client.call("totals", { table, rows: { ...ALL_ROWS, ...asked }, among, columns });
}

test("what raised a wallet and what lowered it are apart, and what did neither is neither", async () => {
  const own = await clientOfInput(
    columnsOf({ entries: walletMoved([5, 1, 0, -1, -2]), transactions: [] }, sha256OfText),
    {
      descriptions: [null, null, null, null, null],
      customers: [],
    },
  );
  await own.call("run", runRequest(null));
  const columns = ["inflow", "outflow"];
  const [total] = await own.call("totals", { table: "entries", rows: ALL_ROWS, among: null, columns });
  expect(total?.columns).toEqual([
    { amounts: 2, sum: 6 },
    { amounts: 2, sum: 3 },
  ]);
});

describe("totals of a ledger in several currencies", () => {
  test("add up what the rows show, each currency by itself, the unknown one last", async () => {
    const { rows } = await client.call("transactions", ALL_ROWS);
    const found = await totals("transactions", ["charged", "expected"]);
    const names = found.map(({ currency }) => currency);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name !== null)).toEqual(names.filter((name) => name !== null).toSorted());
    expect(names.indexOf(null)).toBeOneOf([-1, names.length - 1]);
    expect(names.length).toBeGreaterThan(2);
    for (const { currency, columns } of found.filter(({ currency: name }) => name !== null)) {
      const stated = rows.filter((row) => row.currency === currency);
      const due = stated.flatMap(({ expected }) => expected ?? []);
      expect(columns[0]!.sum).toBeGreaterThanOrEqual(stated.reduce((sum, { charged }) => sum + charged, 0));
      expect(columns[1]!.amounts).toBeGreaterThanOrEqual(due.length);
    }
    expect(found.reduce((sum, { rows: count }) => sum + count, 0)).toBe(rows.length);
    const charged = rows.reduce((sum, row) => sum + row.charged, 0);
    expect(found.reduce((sum, { columns }) => sum + (columns[0]!.sum ?? Number.NaN), 0)).toBe(charged);
  });

  test("are of the wallets that the roll-forward names", async () => {
    const { wallets } = await client.call("run", runRequest(null));
    for (const { currency, rows, columns } of await totals("entries", ["inflow", "outflow"])) {
      const own = wallets.filter((wallet) => wallet.currency === currency);
      expect(columns[0]!.sum).toBe(own.reduce((sum, { inflow }) => sum + inflow, 0));
      expect(columns[1]!.sum).toBe(own.reduce((sum, { outflow }) => sum + outflow, 0));
      expect(rows).toBe(own.reduce((sum, wallet) => sum + wallet.entries, 0));
    }
  });

  test("are of a stretch in its order, or of records by number", async () => {
    const sort = [{ column: "walletID", descending: true }];
    const { rows } = await client.call("entries", { ...ALL_ROWS, sort, from: 2, count: 3 });
    const stretch = await totals("entries", ["inflow"], { is: "stretch", from: 2, to: 4 }, { sort });
    const ids = rows.map(({ walletID }) => walletID);
    expect(await totals("entries", ["inflow"], { is: "records", ids: [...ids, 999_999] })).toEqual(stretch);
    const moved = rows.reduce((sum, { inflow }) => sum + (inflow ?? 0), 0);
    expect(stretch.reduce((sum, { columns }) => sum + (columns[0]!.sum ?? 0), 0)).toBe(moved);
    expect(stretch.reduce((sum, { rows: count }) => sum + count, 0)).toBe(3);
  });

  test("are of what passes the filters, and none where nothing does", async () => {
    expect(await totals("entries", ["inflow"], null, { search: "no such words" })).toEqual([]);
  });

  test("are of amounts alone", async () => {
    await expect(totals("entries", ["walletID"])).rejects.toMatchObject({ fault: { code: "DEFECT" } });
  });
});
