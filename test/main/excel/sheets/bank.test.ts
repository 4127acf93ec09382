/** The bank in the workbook: what it supports is no longer without support; A2 has it as a leg, B4 line by line, C2 what is on its way. */
import { describe, expect, test } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { recordsOf, threeCurrencies } from "../../../helpers/ledgers/currency-world.ts";
import { BOOKS, bankedMonth } from "../../../helpers/workbook/banked-month.ts";
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
import { NO_HUMAN_INPUT } from "../../../helpers/columns.ts";

const written = async (input = bankedMonth()): Promise<ReadWorkbook> =>
  (await writtenWorkbook(buildWorkbook(input))).read;

const PROOFS = [
  "Entries without a payref are each supported by the bank or listed as they are",
  "What the bank supports comes to its lines, but for what was classed",
] as const;

describe("a month with a bank's statements", () => {
  test("counts as without support what neither a payment nor the bank supports", async () => {
    const lead = (await written()).sheets.get("Lead")!;
    const header = rowOf(lead, "Without support");
    const [first, ...others] = readTable(lead, header, 2);
    expect(first).toMatchObject({
      "Without support": "Entries without a payref that no bank's line supports",
      In: 0,
      Out: 400,
    });
    expect(others).toMatchObject([{ "Without support": "All that neither supports", In: 0, Out: 400 }]);
  });

  test("has the bank as a leg of A2, by formula", async () => {
    const sheet = (await written()).sheets.get("Three-way")!;
    const header = rowOf(sheet, "4   The bank");
    const letter = columnsAt(sheet, header).get("Amount") ?? "D";
    const leg = Array.from({ length: 10 }, (_, at) => {
      const cell = sheet.cells.get(`${letter}${header + 1 + at}`)!;
      expect(cell.formula).not.toBeNull();
      return [sheet.cells.get(`A${header + 1 + at}`)?.value, cell.value];
    });
    expect(leg).toEqual([
      ["Entries without a payref", -2_530],
      ["− supported by the bank's lines", 2_130],
      ["Supported neither by a payment nor by the bank", -400],
      ["of these: accepted, but the lines come to something else and nobody classed it", -300],
      ["of these: on the statements in one way alone, not accepted", 0],
      ["of these: on the statements in several ways", 0],
      ["of these: perhaps on the statements, less a fee", 0],
      ["of these: on no statement", -60],
      ["of these: the statements do not reach", -40],
      ["Difference", 0],
    ]);
  });

  test("lists ties with their lines, and what they differ by, in the bank's decimals", async () => {
    const sheet = (await written()).sheets.get("Bank")!;
    const ties = readTable(sheet, rowOf(sheet, "walletID"), 9);
    const told = ties.map((row) =>
      ["walletID", "Movement", "Bank", "Match", "On its lines", "Difference", "Classed as"].map(
        (key) => row[key],
      ),
    );
    expect(told).toEqual([
      [2, -2_000, "supported", 1, 2_000, 0, null],
      [3, 700, "supported", 2, -700, 0, null],
      [4, -500, "supported", 3, 490, -10, "fee"],
      [5, -300, "accepted, differs", 4, 290.5, -9.5, null],
      [6, -100, "supported", 5, 250, 0, null],
      [7, -150, "supported", 5, null, null, null],
      [8, -60, "on no statement", null, null, null, null],
      [9, -40, "statements do not reach", null, null, null, null],
      [10, -80, "supported", 6, 80, 0, null],
    ]);
    const lines = readTable(sheet, rowOf(sheet, "Account"), 7);
    expect(lines.map((row) => [row["In, out (−)"], row["Match"], row["walletIDs"]])).toEqual([
      [2_000, 1, "2"],
      [-700, 2, "3"],
      [490, 3, "4"],
      [290.5, 4, "5"],
      [250, 5, "6, 7"],
      [-123.45, null, null],
      [80, 6, "10"],
    ]);
  });

  test("carries on C2 what is on its way at the period's end", async () => {
    const sheet = (await written()).sheets.get("Outstanding")!;
    const way = readTable(sheet, rowOf(sheet, "On its way"), 3);
    expect(
      way.map((row) => [row["On its way"], row["walletID"], row["At the bank"], row["Movement"]]),
    ).toEqual([
      ["to the bank", 9, "on no statement yet", -40],
      ["to the bank", 10, "booked on 2026-11-02", -80],
      ["All on its way", null, null, -120],
    ]);
  });

  test("works out to the same, and is proven; a line typed over is noticed", async () => {
    const read = await written();
    expect(recalculate(read).differences).toEqual([]);
    const { proofs } = provenBy(read);
    expect(PROOFS.map((words) => proofs.get(words))).toEqual([true, true]);

    const sheet = read.sheets.get("Bank")!;
    const letter = columnsAt(sheet, rowOf(sheet, "Account")).get("In, out (−)")!;
    const typed = { [`Bank!${letter}${rowOf(sheet, "Account") + 1}`]: 1_999 };
    expect(provenBy(read, typed).proofs.get(PROOFS[1])).toBe(false);
    const state = columnsAt(read.sheets.get("Wallet")!, rowOf(read.sheets.get("Wallet")!, "walletID")).get(
      "Bank",
    )!;
    const row = rowOf(read.sheets.get("Wallet")!, "walletID") + 2;
    expect(read.sheets.get("Wallet")!.cells.get(`${state}${row}`)?.value).toBe("supported");
    const renamed = provenBy(read, { [`Wallet!${state}${row}`]: "settled" }).proofs;
    expect(PROOFS.map((words) => renamed.get(words))).toEqual([false, false]);
  });

  test("foots in each currency by itself", async () => {
    const records = recordsOf(threeCurrencies());
    const human = { ...NO_HUMAN_INPUT, ...records.human, bank: { ...BOOKS, ties: [] } };
    const read = await written(reportInput({ records: { ...records, human }, month: "2026-10" }));
    expect(recalculate(read).differences).toEqual([]);
    const { proofs } = provenBy(read);
    expect(PROOFS.map((words) => proofs.get(words))).toEqual([true, true]);
  });

  test("is as it was where no statement is kept", async () => {
    const read = await written(october());
    expect([...read.sheets.keys()]).not.toContain("Bank");
    expect([...read.sheets.get("Three-way")!.cells.values()].map(({ value }) => value)).not.toContain(
      "4   The bank",
    );
  });
});
