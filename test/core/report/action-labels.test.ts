/** Labels of actions: what a service writes reads as nothing of ours, and a formula finds it again. */
import { expect, test } from "vitest";
import { labelOfAction, otherActions } from "../../../src/core/report/exceptions/wallet.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { wallet } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

test("quotes an action that reads as a label of ours, and takes the quotes off to compare it", () => {
  expect(labelOfAction("", "A5")).toEqual({ label: { value: "(no action)", tone: "quiet" }, like: '""' });
  for (const action of ["(no action)", otherActions(1), otherActions(1200), '"(no action)"'])
    expect(labelOfAction(action, "A5")).toEqual({ label: `"${action}"`, like: "MID(A5,2,LEN(A5)-2)" });
  for (const action of ["API", "(none)", "(other actions)"])
    expect(labelOfAction(action, "A5")).toEqual({ label: action, like: "A5" });
});

test("of many actions a hundred have a line of their own, and the others one together", () => {
  const linesOf = (actions: number) => {
    const entries = wallet(
      Array.from({ length: actions }, (_, at) => at + 1),
      (at) => ({ action: `A${101 + at}` }),
    );
    const { sheets } = buildWorkbook(reportInput({ records: { entries } }));
    const table = sheets.flatMap(({ tables }) => tables).find(({ id }) => id === "actions")!;
    const place = (key: string) => table.columns.findIndex((one) => one.key === key);
    const lines = Array.from(table.rows(), ({ cells }) =>
      ["action", "entries", "inflow"].map((key) => {
        const cell = cells[place(key)] ?? null;
        return typeof cell === "object" && cell !== null ? cell.value : cell;
      }),
    );
    expect(lines).toHaveLength(table.count);
    return lines;
  };
  const [own, more] = [linesOf(100), linesOf(103)];
  expect(own.slice(-2)).toEqual([
    ["A200", 1, 100],
    ["All actions", 100, 5050],
  ]);
  expect(more.slice(0, 100)).toEqual(own.slice(0, 100));
  expect(more.slice(100)).toEqual([
    [otherActions(3), 3, 101 + 102 + 103],
    ["All actions", 103, 5356],
  ]);
});
