/** A1: the parts of the break differences, and the total that proves them against the roll-forward. A2: what remains of the bank's leg. A: what is proven of it. */
import { expect, test } from "vitest";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { currencyWorld, recordsOf } from "../../helpers/ledgers/currency-world.ts";
import { bankedMonth } from "../../helpers/workbook/banked-month.ts";
import { october, oddRecords, reportInput } from "../../helpers/workbook/report.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** Values of the columns of a table that have a key, row by row. */
function rowsOf(
  given: ReturnType<typeof reportInput>,
  table: "breaks" | "bank" | "proofs",
): { readonly tone: string; readonly cells: Record<string, unknown> }[] {
  const found = buildWorkbook(given)
    .sheets.flatMap(({ tables }) => tables)
    .find(({ id }) => id === table);
  if (found === undefined) throw new Error(`the workbook has no table ${table}`);
  return [...found.rows()].map(({ cells, tone }) => ({
    tone,
    cells: Object.fromEntries(
      found.columns.flatMap(({ key }, at) => {
        const cell = cells[at] ?? null;
        const value = typeof cell === "object" && cell !== null && "value" in cell ? cell.value : cell;
        return key === "" ? [] : [[key, value]];
      }),
    ),
  }));
}

test("come to what the roll-forward carries, in each currency of any records", () => {
  let totals = 0;
  const inputs = [october(), reportInput({ records: oddRecords() })];
  for (let seed = 1; seed <= timesOf(40, 200); seed += 1)
    inputs.push(reportInput({ records: recordsOf(currencyWorld(seed)), month: "2026-10" }));
  for (const [at, input] of inputs.entries()) {
    const rows = rowsOf(input, "breaks");
    const [parts, proven] = [
      rows.filter(({ tone }) => tone !== "total"),
      rows.filter(({ tone }) => tone === "total"),
    ];
    expect(
      proven.map(({ cells }) => cells["ties"]),
      `input ${at}`,
    ).toEqual(proven.map(() => true));
    const sum = (of: typeof rows) => of.reduce((all, { cells }) => all + Number(cells["breakDifference"]), 0);
    expect(sum(proven), `input ${at}`).toBe(sum(parts));
    totals += proven.length;
  }
  expect(totals).toBeGreaterThan(timesOf(5, 50));
});

test("the bank's leg says that nothing remains of it, at its end alone", () => {
  const told = rowsOf(bankedMonth(), "bank").map(({ cells }) => [cells["line"], cells["nil"]]);
  expect(told.filter(([, nil]) => nil !== null)).toEqual([["Difference", true]]);
});

test("of a month with a bank's statements all proofs hold, those of the bank among them", () => {
  const proofs = rowsOf(bankedMonth(), "proofs").map(({ cells }) => cells);
  expect(proofs.filter(({ proof }) => String(proof).includes("the bank"))).toHaveLength(2);
  expect(proofs.map(({ holds }) => holds)).toEqual(proofs.map(() => true));
});
