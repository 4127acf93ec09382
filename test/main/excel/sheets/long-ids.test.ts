/** Ids of more digits than a spreadsheet's numbers have, and programs that recalculate formulas otherwise. */
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { entry, sale, wallet } from "../../../helpers/records.ts";
import { manyCurrencies, reportInput } from "../../../helpers/workbook/report.ts";
import { provenBy, readTable, recalculate, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

it("keeps payments apart whose payIDs differ in the sixteenth digit", async () => {
  const ids = [1234567890123451, 1234567890123452];
  const amounts = [700, 45];
  const records = {
    transactions: ids.map((payID, at) => sale(payID, amounts[at]!, { payref: `P-${at}` })),
    entries: [
      entry(1, { payref: "P-0", debit: 700, balance: 700 }),
      entry(2, { payref: "P-1", debit: 45, balance: 745 }),
    ],
  };
  const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records, month: "2026-10" })));
  const table = readTable(read.sheets.get("Transactions")!, 7, 2);
  expect(table.map((row) => [row["payID"], row["Entries"], row["Settled in period"]])).toEqual([
    ["1234567890123451", 1, 700],
    ["1234567890123452", 1, 45],
  ]);
  expect(recalculate(read).differences).toEqual([]);
  expect(provenBy(read).proofs.get("All proofs hold")).toBe(true);
});

it("gives no function a range within SUMPRODUCT that gnumeric would give one row of", async () => {
  const actions = ["API", "withdrawal", "API", null];
  const records = { entries: wallet([500, -100, 20, 7], (at) => ({ action: actions[at]! })) };
  for (const input of [
    reportInput({ records, month: "2026-10" }),
    reportInput({ records: manyCurrencies(), month: "2026-10" }),
  ]) {
    const { read } = await writtenWorkbook(buildWorkbook(input));
    const formulas = [...read.sheets.values()].flatMap(({ cells }) =>
      [...cells.values()].flatMap(({ formula }) =>
        formula?.includes("SUMPRODUCT") === true ? [formula] : [],
      ),
    );
    expect(formulas.length).toBeGreaterThan(10);
    expect(formulas.filter((formula) => /\b(?:EXACT|ABS|LEN|SEARCH)\(/u.test(formula))).toEqual([]);
  }
});
