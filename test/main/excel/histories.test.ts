import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MatchedRecords } from "../../../src/core/reconcile/input/input.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeWorkbook } from "../../../src/main/excel/workbook/write-workbook.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { RUN_AT_MS, reportInput } from "../../helpers/workbook/report.ts";
import { readXlsx, recalculate, truthsOf } from "../../helpers/workbook/xlsx.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tieout-histories-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const entries = fc.array(
  fc.record({
    amount: fc.integer({ min: -5000, max: 5000 }),
    /** By how much the stated balance is off. */
    shift: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -99, max: 99 })),
    /** 0 for none; beyond the sales, an orphan. */
    payref: fc.integer({ min: 0, max: 9 }),
    action: fc.constantFrom(null, "", "API", "api", "a*", "Withdrawal"),
    hours: fc.integer({ min: -300, max: 900 }),
    businessID: fc.constantFrom(7, 8),
  }),
  { maxLength: 30 },
);
const sales = fc.array(
  fc.record({
    amount: fc.integer({ min: 0, max: 5000 }),
    paidAfterHours: fc.option(fc.integer({ min: -300, max: 900 })),
    escrow: fc.integer({ min: 0, max: 9 }),
    buyer: fc.boolean(),
    isDeleted: fc.constantFrom(0, 1),
  }),
  { maxLength: 7 },
);

/** Rows of entries and sales that a person matched; those that are not there, or in a match already, are left out. */
const matches = fc.array(
  fc.record({
    entries: fc.uniqueArray(fc.nat({ max: 29 }), { minLength: 1, maxLength: 4 }),
    sales: fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 3 },
);

function matchesOf(
  made: readonly { readonly entries: readonly number[]; readonly sales: readonly number[] }[],
  entryCount: number,
  saleCount: number,
): MatchedRecords[] {
  const [usedEntries, usedSales] = [new Set<number>(), new Set<number>()];
  const free = (rows: readonly number[], count: number, used: Set<number>) =>
    rows.filter((row) => row < count && !used.has(row)).toSorted((a, b) => a - b);
  return made.flatMap(({ entries: entryRows, sales: saleRows }, at) => {
    const ofEntries = free(entryRows, entryCount, usedEntries);
    const ofSales = free(saleRows, saleCount, usedSales);
    if (ofEntries.length === 0 || ofSales.length === 0) return [];
    for (const row of ofEntries) usedEntries.add(row);
    for (const row of ofSales) usedSales.add(row);
    return [
      { id: at + 1, walletIDs: ofEntries.map((row) => row + 1), payIDs: ofSales.map((row) => row + 1) },
    ];
  });
}

/** Any history at all: sums, proofs and roll-forward hold whatever the service says. */
it("proves any history in an independent engine", async () => {
  const path = join(folder, "any.xlsx");
  const cases = fc.record({
    entries,
    sales,
    matches,
    month: fc.constantFrom(undefined, "2026-09", "2026-10"),
    chainScope: fc.constantFrom("user" as const, "business" as const),
    decimals: fc.constantFrom(0, 2),
    timeZone: fc.constantFrom("UTC", "Pacific/Auckland"),
  });
  await fc.assert(
    fc.asyncProperty(
      cases,
      async ({ entries: plan, sales: sold, matches: made, month, chainScope, decimals, timeZone }) => {
        const records = {
          entries: wallet(
            plan.map(({ amount }) => amount),
            (at) => ({
              payref: plan[at]!.payref === 0 ? "" : `PAY-${plan[at]!.payref}`,
              action: plan[at]!.action,
              businessID: plan[at]!.businessID,
              dateCreatedAtMs: OCTOBER_MS + plan[at]!.hours * HOUR_MS,
            }),
          ).map((entry, at) => ({ ...entry, balance: entry.balance + plan[at]!.shift })),
          transactions: sold.map(({ amount, paidAfterHours, escrow, buyer, isDeleted }, at) =>
            sale(at + 1, amount, {
              isDeleted,
              scrowfee: escrow,
              traderStatus: buyer ? "buyer" : "seller",
              datePaidAtMs: paidAfterHours === null ? null : OCTOBER_MS + paidAfterHours * HOUR_MS,
            }),
          ),
          human: { matches: matchesOf(made, plan.length, sold.length) },
        };
        const options = { chainScope, timeZone };
        const input = reportInput({ records, options, decimals, ...(month === undefined ? {} : { month }) });
        await writeWorkbook(buildWorkbook(input), path, { atMs: RUN_AT_MS });
        const read = await readXlsx(path);
        expect(recalculate(read).differences).toEqual([]);
        expect(truthsOf(read).filter(({ value }) => value !== true)).toEqual([]);
      },
    ),
    { numRuns: timesOf(5, 15), seed: 20_261_101 },
  );
});
