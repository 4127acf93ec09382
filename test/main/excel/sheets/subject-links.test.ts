import { expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import { columnsAt, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

it("leads from each id on C1 to the same id: on B1 or B2, of an earlier period on C2", async () => {
  const { entries = [], transactions = [] } = variedRecords();
  // The first entry is September's.
  const [first, ...others] = entries;
  const records = { entries: [{ ...first!, payref: "NOBODY" }, ...others], transactions };
  const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records, month: "2026-10" })));
  const { xml, cells } = read.sheets.get("Exceptions")!;
  const letters = columnsAt(read.sheets.get("Exceptions")!, 7);
  const found = [
    ...xml.matchAll(/<hyperlink ref="([A-Z]+)(\d+)" location="&apos;(\w+)&apos;!([A-Z]+\d+)"/gu),
  ];
  const leads = (header: string) =>
    found.flatMap(([, column = "", row = "", sheet = "", to = ""]) => {
      if (column !== letters.get(header) || Number(row) < 8) return [];
      const id = cells.get(`${column}${row}`)!.value;
      expect(read.sheets.get(sheet)!.cells.get(to)!.value).toBe(id);
      return [[id, sheet]];
    });
  expect(leads("walletID")).toEqual([
    [1, "Outstanding"],
    [5, "Wallet"],
    [9, "Wallet"],
    [10, "Wallet"],
    [11, "Wallet"],
  ]);
  expect(leads("payID")).toEqual([
    [1, "Outstanding"],
    [4, "Transactions"],
    [5, "Transactions"],
    [6, "Transactions"],
    [7, "Outstanding"],
    [8, "Transactions"],
  ]);
});
