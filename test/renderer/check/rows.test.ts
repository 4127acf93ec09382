/** Rows of the grids, held against the plainest way to filter, search and sort the rows that are shown. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareBytes, foldCase } from "../../../src/core/text.ts";
import { RULES } from "../../../src/core/reconcile/input/rules.ts";
import { monthDays } from "../../../src/core/time.ts";
import type { CheckClient } from "../../../src/renderer/rows/load.ts";
import type {
  ColumnFilter,
  Flag,
  RowsRequest,
  TransactionRow,
  WalletRow,
} from "../../../src/renderer/bridge/protocol.ts";
import { BY_URGENCY, rowStatus } from "../../../src/renderer/bridge/row-status.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { saveWorld } from "../../helpers/ledgers/world-check.ts";
import { CONTEXT } from "../../helpers/ledgers/world-ledger.ts";
import { ALL_ROWS, clientOfLedger, runRequest } from "./window.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

type Row = Omit<WalletRow, "payID"> | TransactionRow;
type Value = string | number | boolean | null;

const RULE_RANK = new Map(RULES.map(({ id }, at) => [id, at]));
const GRAVITY = ["error", "warning", "info"];

/** A row's value in a column, as it sorts. */
function sortValue(row: Row, column: string): Value {
  if (column === "status") {
    const status = rowStatus(row.flags);
    return status === null ? null : BY_URGENCY.indexOf(status);
  }
  if (column === "flags") {
    const ranks = row.flags.map(
      ({ severity, rule }: Flag) => GRAVITY.indexOf(severity) * 1000 + (RULE_RANK.get(rule) ?? 0),
    );
    return ranks.length === 0 ? null : Math.min(...ranks);
  }
  const value = (row as unknown as Record<string, Value>)[column] ?? null;
  return value === "" ? null : value;
}

function compareValues(a: Value, b: Value, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const lower = (text: string) => text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
  const order =
    typeof a === "string" && typeof b === "string" ? compareBytes(lower(a), lower(b)) : Number(a) - Number(b);
  return descending ? -order : order;
}

function texts(row: Row, column: string): string[] {
  if (column === "flags") return row.flags.map(({ rule }) => rule);
  if (column === "status") return [rowStatus(row.flags)].flatMap((status) => status ?? []);
  const value = (row as unknown as Record<string, Value>)[column] ?? null;
  return [value === null ? "" : String(value)];
}

function passes(row: Row, column: string, filter: ColumnFilter): boolean {
  const value = (row as unknown as Record<string, Value>)[column] ?? null;
  switch (filter.kind) {
    case "text":
      return (
        filter.contains === "" ||
        texts(row, column).some((text) => foldCase(text).includes(foldCase(filter.contains)))
      );
    case "set":
      return texts(row, column).some((text) => filter.values.includes(text));
    case "number":
      return (
        typeof value === "number" &&
        value >= (filter.least ?? -Infinity) &&
        value <= (filter.most ?? Infinity)
      );
    case "day": {
      const day = typeof value === "number" ? new Date(value).toISOString().slice(0, 10) : null;
      return day !== null && day >= (filter.from ?? "") && day <= (filter.to ?? "9999");
    }
    case "figure":
      throw new Error("figures are walked by a test of their own");
  }
}

function naive(rows: readonly Row[], asked: RowsRequest): readonly Row[] {
  const kept = rows
    .filter(({ inPeriod }) => !asked.onlyPeriod || inPeriod)
    .filter(({ flags }) => !asked.onlyFlagged || flags.length > 0)
    .filter((row) => Object.entries(asked.filters).every(([column, filter]) => passes(row, column, filter)));
  return kept.toSorted((a, b) => {
    for (const { column, descending } of asked.sort) {
      const order = compareValues(sortValue(a, column), sortValue(b, column), descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

const MONTH = "2026-07";
const PERIOD = { from: monthDays("2025-09")!.from, to: monthDays(MONTH)!.to };
let folder: string;
let client: CheckClient;
let entries: readonly WalletRow[];
let transactions: readonly TransactionRow[];

beforeAll(async () => {
  const world = generateWorld({ entries: 700, seed: 91, convention: "asset", faults: "default" });
  folder = mkdtempSync(join(tmpdir(), "tieout-rows-"));
  const ledger = join(folder, "wallet.tieout");
  await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
  client = await clientOfLedger(ledger);
  await client.call("run", runRequest(PERIOD));
  const { findings } = { findings: await client.call("findings", null) };
  await client.call("decided", {
    from: 0,
    decisions: findings.slice(0, 5).map((finding, at) => ({
      id: at + 1,
      fingerprint: finding.fingerprint,
      status: at % 2 === 0 ? ("accepted" as const) : ("explained" as const),
      note: "seen",
      by: "A. Reviewer",
      atMs: 0,
      undoes: null,
      finding,
    })),
  });
  await client.call("review", null);
  entries = (await client.call("entries", ALL_ROWS)).rows;
  transactions = (await client.call("transactions", ALL_ROWS)).rows;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NUMBERS = {
  entries: [
    "walletID",
    "userID",
    "businessID",
    "inflow",
    "outflow",
    "stated",
    "expected",
    "difference",
    "payID",
  ],
  transactions: [
    "payID",
    "charged",
    "escrowFee",
    "tax",
    "payable",
    "expected",
    "settled",
    "difference",
    "entries",
  ],
} as const;
const TEXTS = {
  entries: ["action", "description", "payref"],
  transactions: ["payref", "cycle", "role", "customer", "currency"],
} as const;
const INSTANTS = {
  entries: ["dateCreatedAtMs"],
  transactions: ["dateCreatedAtMs", "datePaidAtMs"],
} as const;
const TRUTHS = {
  entries: ["unapproved", "inPeriod"],
  transactions: ["deleted", "flagged", "urlMismatch", "inPeriod"],
} as const;

type Table = "entries" | "transactions";

function requests(table: Table): fc.Arbitrary<RowsRequest> {
  const rows: readonly Row[] = table === "entries" ? entries : transactions;
  const marks = ["flags", "status"];
  const every = [...NUMBERS[table], ...TEXTS[table], ...INSTANTS[table], ...TRUTHS[table], ...marks];
  const column = fc.constantFrom(...every);
  const anyRow = fc.constantFrom(...rows);
  const sort = fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 3 });
  // Bounds are those of rows, and one beside: elsewhere nearly none would hit a value.
  const number = fc.constantFrom(...NUMBERS[table]).chain((key) => {
    const values = rows.flatMap((row) => sortValue(row, key) ?? []).map(Number);
    const bound = fc
      .tuple(fc.constantFrom(...values), fc.constantFrom(0, 0, -1, 1))
      .map(([value, beside]) => value + beside);
    return fc.record({
      key: fc.constant<string>(key),
      filter: fc.record({
        kind: fc.constant("number" as const),
        least: fc.option(bound),
        most: fc.option(bound),
      }),
    });
  });
  const part = fc.record({ key: column, row: anyRow, at: fc.nat(8), length: fc.integer({ min: 1, max: 6 }) });
  const contained = part
    .filter(({ key }) => !(INSTANTS[table] as readonly string[]).includes(key))
    .map(({ key, row, at, length }) => {
      const text = (texts(row, key)[0] ?? "").slice(at, at + length);
      return { key, filter: { kind: "text" as const, contains: text.toUpperCase() } };
    });
  const picked = fc
    .record({ key: column, some: fc.array(anyRow, { minLength: 1, maxLength: 3 }) })
    .map(({ key, some }) => ({
      key,
      filter: { kind: "set" as const, values: some.flatMap((row) => texts(row, key)) },
    }));
  const days = fc
    .record({ key: fc.constantFrom<string>(...INSTANTS[table]), from: fc.nat(400), length: fc.nat(90) })
    .map(({ key, from, length }) => {
      const day = (offset: number) => new Date(Date.UTC(2025, 6, 1 + offset)).toISOString().slice(0, 10);
      return {
        key,
        filter: { kind: "day" as const, from: day(from), to: day(from + length) } as ColumnFilter,
      };
    });
  const filters = fc
    .array(fc.oneof<fc.Arbitrary<{ key: string; filter: ColumnFilter }>[]>(number, contained, picked, days), {
      maxLength: 2,
    })
    .map((list) => Object.fromEntries(list.map(({ key, filter }) => [key, filter])));
  return fc.record({
    sort,
    filters,
    search: fc.constant(""),
    onlyFlagged: fc.boolean(),
    onlyPeriod: fc.boolean(),
    from: fc.nat(30),
    count: fc.integer({ min: 1, max: 900 }),
  });
}

describe.each(["entries", "transactions"] as const)("%s", (table) => {
  test("any sort and filters give the same rows and order as a plain implementation", async () => {
    const rows: readonly Row[] = table === "entries" ? entries : transactions;
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(requests(table), async (asked) => {
        const expected = naive(rows, asked);
        const got = await client.call(table, asked);
        expect(got.total).toBe(expected.length);
        expect(got.rows).toEqual(expected.slice(asked.from, asked.from + asked.count));
        shown += got.rows.length;
      }),
      { numRuns: timesOf(80, 400) },
    );
    expect(shown).toBeGreaterThan(1000);
  });

  test("finds a record's place, or −1 when the filters exclude it", async () => {
    const request = { ...ALL_ROWS, sort: [{ column: "difference", descending: true }], onlyFlagged: true };
    const { rows } = await client.call(table, request);
    const idOf = (row: WalletRow | TransactionRow) => ("walletID" in row ? row.walletID : row.payID);
    expect(rows.length).toBeGreaterThan(3);
    for (const [index, row] of rows.entries()) {
      await expect(client.call("find", { table, id: idOf(row), rows: request })).resolves.toEqual({ index });
    }
    const unflagged = (table === "entries" ? entries : transactions).find(({ flags }) => flags.length === 0)!;
    const absent = { table, id: idOf(unflagged), rows: request };
    await expect(client.call("find", absent)).resolves.toEqual({ index: -1 });
    await expect(client.call("find", { ...absent, id: 1.5 })).resolves.toEqual({ index: -1 });
  });
});

describe("a quick search", () => {
  const search = async (words: string) => (await client.call("entries", { ...ALL_ROWS, search: words })).rows;

  test("finds words in any text, all of them, in either case", async () => {
    const row = entries.find(({ description }) => (description ?? "").split(" ").length > 2)!;
    const [one = "", two = ""] = (row.description ?? "").split(" ");
    const found = await search(` ${two.toUpperCase()}   ${one} `);
    expect(found).toContainEqual(row);
    const inTexts = (shown: WalletRow, word: string) =>
      foldCase(
        [shown.action, shown.description, shown.payref, ...shown.flags.map(({ rule }) => rule)].join("\n"),
      ).includes(foldCase(word));
    expect(found).toEqual(entries.filter((shown) => inTexts(shown, one) && inTexts(shown, two)));
  });

  test("finds what is raised on a row, and how that stands, by any part of its name", async () => {
    const marksOf = (row: WalletRow) => [...texts(row, "flags"), ...texts(row, "status")];
    const marks = new Set(entries.flatMap(marksOf));
    expect(marks.size).toBeGreaterThan(3);
    for (const mark of marks) {
      const word = mark.slice(1).toUpperCase();
      const isFound = (row: WalletRow) =>
        [row.action, row.description, row.payref, ...marksOf(row)].some((text) =>
          foldCase(text ?? "").includes(foldCase(word)),
        );
      expect(await search(word)).toEqual(entries.filter(isFound));
    }
  });

  test("finds an id by any of its digits", async () => {
    const { walletID } = entries[100]!;
    const found = await search(String(walletID));
    expect(found.map((row) => row.walletID)).toContain(walletID);
    for (const row of found) {
      const ids = [row.walletID, row.userID, row.businessID, row.payID].map(String);
      const amounts = [row.inflow, row.outflow, row.stated, row.expected, row.difference].map(String);
      const said = [...ids, row.payref, row.description].join(" ");
      expect(said.includes(String(walletID)) || amounts.includes(String(walletID))).toBe(true);
    }
  });

  const amountsOf = (row: WalletRow) =>
    [row.inflow, row.outflow, row.stated, row.expected, row.difference].flatMap((amount) => amount ?? []);

  test("finds an amount as it is shown, whatever its sign and place", async () => {
    const amounts = [...new Set(entries.flatMap(amountsOf))].filter((amount) => Math.abs(amount) >= 1000);
    expect(amounts.filter((amount) => amount < 0).length).toBeGreaterThan(1);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...amounts),
        fc.constantFrom("", "-", "−", "+"),
        async (amount, sign) => {
          const shown = `${sign}${Math.abs(amount).toLocaleString("en-US")}`;
          expect(await search(shown)).toEqual(
            entries.filter((row) => amountsOf(row).some((one) => Math.abs(one) === Math.abs(amount))),
          );
        },
      ),
      { numRuns: timesOf(12, 60) },
    );
  });

  test("finds amounts below zero that no other row has above it", async () => {
    const above = new Set(entries.flatMap(amountsOf).filter((amount) => amount > 0));
    const below = entries.filter((row) => amountsOf(row).some((one) => one <= -1000 && !above.has(-one)));
    expect(below.length).toBeGreaterThan(0);
    for (const row of below.slice(0, 20)) {
      const amount = amountsOf(row).find((one) => one <= -1000 && !above.has(-one))!;
      expect(await search((-amount).toLocaleString("en-US"))).toContainEqual(row);
    }
  });

  test("finds a day and a month in the ledger's zone", async () => {
    const dayOf = ({ dateCreatedAtMs }: WalletRow) => new Date(dateCreatedAtMs).toISOString().slice(0, 10);
    const day = dayOf(entries[200]!);
    expect(await search(day)).toEqual(entries.filter((row) => dayOf(row) === day));
    expect(await search(MONTH)).toEqual(entries.filter((row) => dayOf(row).startsWith(MONTH)));
  });

  test("reads an amount with decimals as it is shown", async () => {
    const request = { ...runRequest(null), wording: { decimals: 2, timeZone: "UTC" } };
    await client.call("run", request);
    const row = entries.find(({ stated }) => stated > 10_000 && stated % 100 !== 0)!;
    const shown = (row.stated / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
    expect((await search(`−${shown}`)).map(({ walletID }) => walletID)).toContain(row.walletID);
    expect(await search(`${shown}0`)).toEqual([]);
    await client.call("run", runRequest(PERIOD));
  });
});

test("does not check what is after the end of the period", () => {
  const endMs = Date.UTC(2026, 7, 1);
  const later = entries.filter(({ inPeriod, dateCreatedAtMs }) => !inPeriod && dateCreatedAtMs >= endMs);
  expect(later.length).toBeGreaterThan(10);
  expect(later.every(({ expected, difference }) => expected === null && difference === null)).toBe(true);
  const reached = entries.filter(({ inPeriod }) => inPeriod);
  expect(reached.every(({ expected, difference, stated }) => stated - (difference ?? 1) === expected)).toBe(
    true,
  );
});
