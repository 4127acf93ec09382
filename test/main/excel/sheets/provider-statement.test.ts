/** A3: from what buyers paid to the closing of A1, by formula; only where somebody said what movements are. */
import { describe, expect, test } from "vitest";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { threeCurrencies, recordsOf } from "../../../helpers/ledgers/currency-world.ts";
import { RULES, providedMonth, ruled } from "../../../helpers/workbook/provided-month.ts";
import { october, reportInput } from "../../../helpers/workbook/report.ts";
import {
  type ReadWorkbook,
  columnsAt,
  provenBy,
  readTable,
  recalculate,
  rowOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

async function written(input: ReportInput): Promise<ReadWorkbook> {
  return (await writtenWorkbook(buildWorkbook(input))).read;
}

/** The amounts of A3 by column header and the words of a line. */
function statementIn(read: ReadWorkbook) {
  const sheet = read.sheets.get("Statement")!;
  const header = rowOf(sheet, "Statement of the provider");
  const letters = columnsAt(sheet, header);
  return (column: string, line: string) =>
    sheet.cells.get(`${letters.get(column)}${rowOf(sheet, line)}`)?.value;
}

describe("the statement of the provider", () => {
  test("goes from what was paid to what was settled, by kind, and on to the closing of A1", async () => {
    const read = await written(providedMonth());
    const at = statementIn(read);
    const paid = (column: string) =>
      [
        "Payments",
        "Gross amount: sales, less purchases",
        "− escrow fee",
        "− tax",
        "    tax of the gross amount, observed",
        "Expected of these payments",
        "− paid, not in the wallet",
        "− in transit",
        "± settled over or short of what was expected",
        "− settled before the period",
        "Settled in the period",
      ].map((line) => at(column, line));
    expect(paid("One-time sales")).toEqual([
      4,
      17_300,
      -200,
      -500,
      "2.89 %",
      16_600,
      -2_000,
      -300,
      -1_000,
      0,
      13_300,
    ]);
    expect(paid("Purchases")).toEqual([1, -1_000, -50, 0, "0.00 %", -1_050, 0, 0, 0, 0, -1_050]);
    expect(paid("All").at(-1)).toBe(12_250);
    expect(at("All", "Still held")).toBe(2_300);
    const movements = [
      "Opening, as the wallet states it",
      "+ settled in the period",
      "+ entries of payments that are deleted or not paid",
      "+ topped up",
      "− withdrawn",
      "− fees of the provider",
      "± entries without a payref, not classified",
      "Closing, by these lines",
      "Difference",
    ];
    expect(movements.map((line) => at("All", line))).toEqual([
      10_000, 12_250, 600, 700, -2_000, -30, -11, 21_509, 0,
    ]);
    expect(recalculate(read).differences).toEqual([]);
    expect(
      provenBy(read).proofs.get("The statement of the provider ends at the closing of the roll-forward"),
    ).toBe(true);
  });

  test("fails its proof where a category is typed over", async () => {
    const read = await written(providedMonth());
    const sheet = read.sheets.get("Wallet")!;
    const letter = columnsAt(sheet, rowOf(sheet, "walletID")).get("Category");
    const row = rowOf(sheet, "walletID") + 5;
    expect(sheet.cells.get(`${letter}${row}`)?.value).toBe("top-up");
    const typed = { [`Wallet!${letter}${row}`]: "gift" };
    const { proofs, conclusion } = provenBy(read, typed);
    expect(proofs.get("The statement of the provider ends at the closing of the roll-forward")).toBe(false);
    expect(conclusion).toContain("Not proven");
  });

  test("foots in each currency by itself, whatever the rules say", async () => {
    const input = reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10" });
    const read = await written(ruled(input, [{ action: "API", category: "fee" }, ...RULES]));
    expect(recalculate(read).differences).toEqual([]);
    expect(
      provenBy(read).proofs.get("The statement of the provider ends at the closing of the roll-forward"),
    ).toBe(true);
  });

  test("counts a deleted payment as no support, however well it was settled", async () => {
    const lead = (await written(providedMonth())).sheets.get("Lead")!;
    const support = readTable(lead, rowOf(lead, "Without support"), 4);
    expect(support.map((row) => [row["Without support"], row["In"], row["Out"]])).toEqual([
      ["Entries without a payref, such as top-ups and withdrawals", 700, 2_041],
      ["Entries of payments that are deleted or not paid, earlier periods included", 600, 0],
      ["Settled over or short of what was expected", 0, 1_000],
      ["All that no payment supports", 1_300, 3_041],
    ]);
  });

  test("names who set each rule and why", async () => {
    const sheet = (await written(providedMonth())).sheets.get("Statement")!;
    const texts = [...sheet.cells.values()].map(({ value }) => value);
    expect(texts).toEqual(expect.arrayContaining(["SMS charge", "Ada Obi", "The provider's manual"]));
  });

  test("is not there where nobody said what movements are", async () => {
    const read = await written(october());
    expect([...read.sheets.keys()]).not.toContain("Statement");
    const sheet = read.sheets.get("Wallet")!;
    expect([...columnsAt(sheet, rowOf(sheet, "walletID")).keys()]).not.toContain("Category");
    const ruledOctober = await written(ruled(october(), RULES));
    expect([...ruledOctober.sheets.keys()].slice(0, 4)).toEqual([
      "Lead",
      "Roll-forward",
      "Three-way",
      "Statement",
    ]);
  });
});
