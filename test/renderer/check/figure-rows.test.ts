/** Every figure of a month is the sum of the rows that its filter gives, in the worker as the grids ask it. */
import { expect, test } from "vitest";
import { monthReportOf } from "../../../src/core/report/month-report.ts";
import {
  type FigureName,
  statedFigure,
  figureOfLine,
  rollFigureName,
} from "../../../src/core/report/rollforward/figure-rows.ts";
import type { AskedFigure, RowsRequest } from "../../../src/renderer/bridge/protocol.ts";
import { FIGURE } from "../../../src/renderer/bridge/rows.ts";
import { figureQuery, readGridQuery } from "../../../src/renderer/grid/grid-query.ts";
import { monthDays } from "../../../src/core/time.ts";
import {
  currencyWorld,
  recordsOf,
  threeCurrencies,
  type CurrencyWorld,
} from "../../helpers/ledgers/currency-world.ts";
import { reportInput } from "../../helpers/workbook/report.ts";
import { ALL_ROWS, clientOfInput, runRequest } from "./window.ts";

const OPTIONS = { convention: "asset", settlementBasis: "charged" } as const;
const SEEDS = 9;
const MONTHS = ["2026-09", "2026-10", "2026-11", "2026-12"];

/** What has to be other than nil in some world; hardly anything else is. */
const ALWAYS = [
  "opening",
  "inflow",
  "outflow",
  "breaks",
  "computed",
  "closing",
  "expected",
  "earlier",
  "differences",
  "notJudged",
  "unlike",
  "orphans",
  "noPayref",
  "lessBreaks",
  "lessDifferences",
  "due",
  "earlierOrphans",
  "unsettled.before",
  "unsettled.new",
  "unsettled.cleared",
  "unsettled.now",
  "unsettled.older",
  "inTransit.now",
  "openOrphans.before",
  "openOrphans.now",
  "openOrphans.age60",
];

/** Figures that were other than nil in any world, so that none is walked in vain. */
const walked = new Set<string>();

async function walk(world: CurrencyWorld, month: string): Promise<void> {
  const input = reportInput({ records: recordsOf(world), options: OPTIONS, month });
  const report = monthReportOf(input);
  const client = await clientOfInput(input.records, {
    descriptions: world.entries.map(() => null),
    customers: world.transactions.map(() => null),
  });
  await client.call("run", runRequest(monthDays(month), OPTIONS));

  const totalsOf = async (name: FigureName, of: AskedFigure["of"]) => {
    // As the address of a link says it.
    const query = readGridQuery(figureQuery(name, of), []);
    const rows: Omit<RowsRequest, "from" | "count"> = { ...query };
    const totals = await client.call("totals", {
      table: statedFigure(name).of,
      rows,
      among: null,
      columns: [FIGURE],
    });
    // What is of one currency stands in one sum, whatever its records state.
    const most = "currency" in of ? 1 : Infinity;
    expect(totals.length).toBeLessThanOrEqual(most);
    return totals;
  };
  const sumOf = async (name: FigureName, of: AskedFigure["of"]) =>
    (await totalsOf(name, of)).reduce((sum, { columns: [column] }) => sum + column!.sum!, 0);
  const countOf = async (name: FigureName, of: AskedFigure["of"]) =>
    (await totalsOf(name, of)).reduce((sum, { rows }) => sum + rows, 0);
  const holds = async (name: FigureName, of: AskedFigure["of"], amount: number | null) => {
    if (amount !== 0) walked.add(name);
    expect({ name, of, sum: await sumOf(name, of) }).toEqual({ name, of, sum: amount });
  };

  for (const { currency, lines } of report.proofs) {
    for (const { name: line, amount } of lines) {
      const name = figureOfLine(line);
      if (name !== null) await holds(name, { currency }, amount);
    }
  }
  for (const item of report.outstandingItems) {
    const { kind, payID, walletID, carriedForward, broughtForward, added, cleared, reclassified } = item;
    const own = (key: Parameters<typeof rollFigureName>[1], amount: number | null) =>
      holds(rollFigureName(kind, key), { record: payID ?? walletID ?? 0 }, amount);
    await own("before", broughtForward);
    await own("new", added);
    await own("cleared", 0 - (cleared ?? 0));
    await own("reclassified", reclassified);
    await own("now", carriedForward);
  }
  for (const roll of report.outstanding) {
    const { kind, currency, ageing } = roll;
    const items = await countOf(rollFigureName(kind, "now"), { currency });
    expect({ kind, currency, items }).toEqual({ kind, currency, items: roll.items });
    const own = (key: Parameters<typeof rollFigureName>[1], amount: number | null) =>
      holds(rollFigureName(kind, key), { currency }, amount);
    await own("before", roll.broughtForward);
    await own("new", roll.added);
    await own("cleared", 0 - (roll.cleared ?? 0));
    await own("reclassified", roll.reclassified);
    await own("now", roll.carriedForward);
    for (const [at, key] of (["age30", "age60", "age90", "older"] as const).entries())
      await own(key, ageing[at]!);
  }
  for (const wallet of input.check.wallets) {
    const of = { wallet };
    await holds("opening", of, wallet.opening);
    await holds("inflow", of, wallet.inflow);
    await holds("outflow", of, 0 - wallet.outflow);
    await holds("breaks", of, wallet.breakDifference);
    await holds("closing", of, wallet.closing);
  }
}

test("is what the month states, of each line of proof, roll and wallet, in any currency and month", async () => {
  const worlds = [threeCurrencies(), ...Array.from({ length: SEEDS }, (_, seed) => currencyWorld(seed))];
  for (const world of worlds) for (const month of MONTHS) await walk(world, month);
  expect([...walked]).toEqual(expect.arrayContaining(ALWAYS));
});

test("no row of a table adds to a figure of the other's rows", async () => {
  const input = reportInput({ records: recordsOf(threeCurrencies()), options: OPTIONS });
  const client = await clientOfInput(input.records, {
    descriptions: Array.from({ length: input.records.entries.length }, () => null),
    customers: Array.from({ length: input.records.transactions.length }, () => null),
  });
  await client.call("run", runRequest(null, OPTIONS));
  const [currency = null] = monthReportOf(input).proofs.map((proof) => proof.currency);
  const rowsOf = async (name: FigureName, table: "entries" | "transactions") =>
    (await client.call(table, { ...ALL_ROWS, ...readGridQuery(figureQuery(name, { currency }), []) })).total;
  expect(await rowsOf("inflow", "entries")).toBeGreaterThan(0);
  expect(await rowsOf("expected", "transactions")).toBeGreaterThan(0);
  expect([await rowsOf("inflow", "transactions"), await rowsOf("expected", "entries")]).toEqual([0, 0]);
});
