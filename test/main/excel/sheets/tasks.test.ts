/** B3: tasks and amounts raised, and the formulas by which B2 expects what it expects. */
import { describe, expect, it } from "vitest";
import { SETTLEMENT_BASES, type SettlementBasis } from "../../../../src/core/options.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { dueOf } from "../../../../src/core/report/sheet/due.ts";
import type {
  CrowdPayDetail,
  MilestoneDetail,
  Transaction,
} from "../../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";
import {
  columnsAt,
  provenBy,
  readTable,
  recalculate,
  rowOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

const DAY = 24 * HOUR_MS;
const OCTOBER_END_MS = OCTOBER_MS + 31 * DAY - 1;
const FEES = { scrowfee: 30, taxfee: 4 };

type Task = readonly [amount: number, complete: 0 | 1, atMs: number | null];

function milestone(payID: number, tasks: readonly Task[], fields: Partial<Transaction> = {}): Transaction {
  const amount = tasks.reduce((sum, [task]) => sum + task, 0);
  const detail: MilestoneDetail = {
    cycle: "milestone",
    type: "milestone",
    reference: `PAY-${payID}`,
    taskname: "Roof",
    amount,
    escrowCharge: FEES.scrowfee,
    tasks: tasks.map(([taskamount, isComplete, dateCompletedAtMs]) => ({
      businessID: 7,
      userID: 1,
      taskname: "Roof",
      taskamount,
      token: null,
      isComplete,
      dateCompletedAtMs,
      extra: null,
    })),
    terms: null,
    dateAddedAtMs: OCTOBER_MS,
    extra: null,
  };
  const payableamount = amount + FEES.scrowfee + FEES.taxfee;
  return sale(payID, amount, { cycle: "milestone", detail, ...FEES, payableamount, ...fields });
}

function crowdPay(payID: number, currentRaised: number, fields: Partial<Transaction> = {}): Transaction {
  const detail: CrowdPayDetail = {
    cycle: "crowd-pay",
    type: "crowd-pay",
    reference: `PAY-${payID}`,
    purpose: "Well",
    projectName: "A well",
    projectGoal: 90_000,
    currentRaised,
    contributorCount: 3,
    projectDescription: null,
    dateCreatedAtMs: OCTOBER_MS,
    extra: null,
  };
  return sale(payID, 90_000, { cycle: "crowd-pay", detail, ...FEES, ...fields });
}

/** October with every kind of payment, two of them matched with one entry by hand. */
function records() {
  const plan: [movement: number, payref: string, atDay: number][] = [
    [1000, "PAY-1", 1],
    [400, "PAY-2", 2],
    [700, "PAY-3", 3],
    [900, "LUMP", 4],
    [500, "PAY-3", 31.2],
  ];
  const entries = wallet(
    plan.map(([movement]) => movement),
    (at) => ({ payref: plan[at]![1], dateCreatedAtMs: OCTOBER_MS + plan[at]![2] * DAY }),
  );
  const transactions = [
    sale(1, 1000, FEES),
    milestone(2, [
      [400, 1, OCTOBER_MS + DAY],
      [250, 1, OCTOBER_END_MS],
      [150, 1, OCTOBER_END_MS + 1],
      [80, 1, null],
      [60, 0, null],
    ]),
    crowdPay(3, 1200, { datePaidAtMs: null, dateCreatedAtMs: OCTOBER_MS + DAY }),
    milestone(4, [[300, 1, OCTOBER_MS]]),
    sale(5, 600),
    milestone(6, [[70, 0, null]]),
    milestone(7, [[0, 1, null]]),
    milestone(8, [[90, 1, OCTOBER_MS]], { traderStatus: "buyer" }),
    sale(9, 40, { datePaidAtMs: null, dateCreatedAtMs: OCTOBER_MS + DAY }),
    crowdPay(10, 0),
    sale(11, 75, { isDeleted: 1 }),
    milestone(12, [[55, 1, null]], { datePaidAtMs: null, dateCreatedAtMs: OCTOBER_MS + DAY }),
  ];
  const human = { matches: [{ id: 1, walletIDs: [4], payIDs: [4, 5] }] };
  return { entries, transactions, human };
}

const october = (settlementBasis: SettlementBasis) =>
  reportInput({ records: records(), month: "2026-10", options: { settlementBasis } });

describe("what B2 expects", () => {
  it.each(SETTLEMENT_BASES)("is a formula in every row, with the check's own amount: %s", async (basis) => {
    const input = october(basis);
    const { read } = await writtenWorkbook(buildWorkbook(input));
    expect(recalculate(read).differences).toEqual([]);
    const sheet = read.sheets.get("Transactions")!;
    const letter = columnsAt(sheet, 7).get("Expected")!;
    const { payID } = input.records.transactions;
    const cells = [...payID.keys()].map((row) => sheet.cells.get(`${letter}${8 + row}`)!);
    expect(cells.map(({ value }) => value)).toEqual([...payID.keys()].map((row) => dueOf(input, row)));
    expect(cells.filter(({ value, formula }) => value !== null && formula === null)).toEqual([]);
    expect(cells.filter(({ value }) => value !== null).length).toBeGreaterThan(8);
  });

  it("comes from the tasks and amounts on B3, as at the period's end", async () => {
    const { read } = await writtenWorkbook(buildWorkbook(october("charged")));
    const sheet = read.sheets.get("Tasks")!;
    const rows = readTable(sheet, rowOf(sheet, "payID"), 11);
    expect(
      rows.map((row) => [
        row["payID"],
        row["Task or amount raised"],
        row["Amount"],
        row["Counts at the period's end"],
      ]),
    ).toEqual([
      [2, "task 1 of 5", 400, 400],
      [2, "task 2 of 5", 250, 250],
      [2, "task 3 of 5", 150, 0],
      [2, "task 4 of 5", 80, 80],
      [2, "task 5 of 5", 60, 0],
      [3, "raised", 1200, 700],
      [4, "task 1 of 1", 300, 300],
      [6, "task 1 of 1", 70, 0],
      [7, "task 1 of 1", 0, 0],
      [10, "raised", 0, 0],
      [12, "task 1 of 1", 55, 55],
    ]);
    const letters = columnsAt(sheet, 7);
    const payments = read.sheets.get("Transactions")!;
    const expected = `${columnsAt(payments, 7).get("Expected")!}9`;
    const typed = {
      [`Tasks!${letters.get("Complete")!}12`]: "yes",
      [`Tasks!${letters.get("Amount")!}8`]: 500,
    };
    expect(payments.cells.get(expected)!.value).toBe(730);
    expect(provenBy(read, typed).cell("Transactions", expected)).toBe(890);
  });
});
