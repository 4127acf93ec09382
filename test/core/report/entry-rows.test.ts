/** B1: on which day an entry counts, and what a movement is. */
import { expect, it } from "vitest";
import { DATES_FROM_MS } from "../../../src/core/report/sheet/currencies.ts";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import type { Cell } from "../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import { OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

/** A column of B1, entry by entry. */
function columnOf(input: ReportInput, key: string): Cell[] {
  const tables = buildWorkbook(input).sheets.flatMap((sheet) => sheet.tables);
  const table = tables.find(({ id }) => id === "entries")!;
  const place = (of: string) => table.columns.findIndex((one) => one.key === of);
  return [...table.rows()]
    .filter(({ cells }) => typeof cells[place("walletID")] === "number")
    .map(({ cells }) => cells[place(key)] ?? null);
}

it("counts an entry on its own day, else on the one above, and by no date that cannot be", () => {
  const created = [
    DATES_FROM_MS - 1000,
    DATES_FROM_MS,
    OCTOBER_MS + 2 * DAY_MS,
    OCTOBER_MS + DAY_MS,
    OCTOBER_MS + 3 * DAY_MS,
    OCTOBER_MS + 9999 * DAY_MS,
    OCTOBER_MS + 4 * DAY_MS,
  ];
  const entries = wallet(
    created.map(() => 5),
    (at) => ({ dateCreatedAtMs: created[at]! }),
  );
  expect(columnOf(reportInput({ records: { entries } }), "day")).toEqual([
    "1900-03-01",
    { value: "1900-03-02", formula: "INT(B10)" },
    { value: "2026-10-03", formula: "INT(B11)" },
    { value: "2026-10-03", formula: "MAX(INT(B12),R11)" },
    { value: "2026-10-04", formula: "INT(B13)" },
    "2026-10-04",
    { value: "2026-10-05", formula: "INT(B15)" },
  ]);
});

it("says of a movement what a rule says of its action, but where it is tied to a payment or names one", () => {
  const entries = wallet([100, 20, 3, 4, 5], (at) => ({
    action: at === 4 ? "API" : "TOPUP",
    payref: ["", "PAY-1", "", "LOST", ""][at] as string,
  }));
  const transactions = [sale(1, 20), sale(2, 3)];
  const human = { matches: [{ id: 1, walletIDs: [3], payIDs: [2] }] };
  const rule = { action: "TOPUP", description: null, direction: null, category: "top-up" } as const;
  const set = { by: "Ada Obi", note: "Tariff", atMs: 0 };
  const input = reportInput({ records: { entries, transactions, human } });
  const categories = columnOf({ ...input, workpaper: { movements: [{ ...rule, set }] } }, "category");
  expect(categories).toEqual(["top-up", null, null, null, "not classified"]);
});
