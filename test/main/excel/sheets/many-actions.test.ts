/** More actions than A1 and A2 have lines for: those beyond are one line together. */
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { wallet } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";
import { provenBy, readTable, recalculate, rowOf, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

const LINES = 100;

it.each([
  [101, { Action: "(1 other action)", Entries: 1, Inflows: 101 }],
  [103, { Action: "(3 other actions)", Entries: 3, Inflows: 101 + 102 + 103 }],
])("shows a hundred of %i actions, and what the others come to", async (count, others) => {
  const name = (at: number) => `Action ${String(at).padStart(3, "0")}`;
  const entries = wallet(
    Array.from({ length: count }, (_, at) => at + 1),
    (at) => ({ action: name(at + 1) }),
  );
  const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records: { entries } })));
  const roll = read.sheets.get("Roll-forward")!;
  const actions = readTable(roll, rowOf(roll, "Action"), LINES + 2);
  expect(actions.slice(LINES - 1)).toMatchObject([
    { Action: name(LINES), Entries: 1, Inflows: LINES },
    others,
    { Action: "All actions", Entries: count, Inflows: (count * (count + 1)) / 2 },
  ]);
  const threeWay = read.sheets.get("Three-way")!;
  const items = readTable(threeWay, rowOf(threeWay, "Reconciling item"), LINES + 1);
  expect(items.slice(LINES - 1)).toMatchObject([
    { "Payref or action": name(LINES), Amount: LINES },
    { "Payref or action": others.Action, Amount: others.Inflows },
  ]);
  expect(recalculate(read).differences).toEqual([]);
  expect(provenBy(read).proofs.get("All proofs hold")).toBe(true);
});
