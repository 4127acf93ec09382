import { expect, it } from "vitest";
import type { MatchedRecords } from "../../../../src/core/reconcile/input/input.ts";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import type { CloseStep, Month } from "../../../../src/core/review/close/close.ts";
import { closeStep, frozenMonth } from "../../../helpers/ledgers/closing.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, task } from "../../../helpers/records.ts";
import { crowdPay, milestone } from "../../../core/oracle/worked/details.ts";
import { october, reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import {
  type ReadSheet,
  type ReadWorkbook,
  columnsAt,
  provenBy,
  readTable,
  recalculate,
  rowOf,
  truthsOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

/** October with the orphan of 1,200 and the bonus of 250 matched with the payments of 950 and 4,321 that never came. */
function matched(matches: readonly MatchedRecords[]): ReportInput {
  return reportInput({ records: { ...variedRecords(), human: { matches } }, month: "2026-10" });
}

const TWO_AND_TWO: MatchedRecords = { id: 3, walletIDs: [5, 10], payIDs: [7, 8] };

async function read(input: ReportInput): Promise<ReadWorkbook> {
  return (await writtenWorkbook(buildWorkbook(input))).read;
}

const rowsOf = (sheet: ReadSheet, first: string, count: number) =>
  readTable(sheet, rowOf(sheet, first), count);

it("ties entries on B1 to the lead on B2, whose settled amount adds them up, and names the match and why", async () => {
  const written = await read(matched([TWO_AND_TWO]));
  const wallet = rowsOf(written.sheets.get("Wallet")!, "walletID", 10);
  const tied = wallet.filter((row) => row["Tied by"] !== null);
  expect(
    tied.map((row) => [row["walletID"], row["Ties to payID"], row["Tied by"], row["Decision at export"]]),
  ).toEqual([
    [5, 7, "by hand, match 3", "matched"],
    [10, 7, "by hand, match 3", "matched, open"],
  ]);
  expect(tied[0]!["Tick"]).toBe("◊");
  expect(tied[0]!["Note"]).toBe("Same sale, seen on statement 3");
  const transactions = rowsOf(written.sheets.get("Transactions")!, "payID", 8);
  const of = (payID: number) => transactions.find((row) => row["payID"] === payID)!;
  expect(of(7)).toMatchObject({
    Expected: 5271,
    Entries: 2,
    "Settled in period": 1450,
    Difference: -3821,
    "Matched by hand": "match 3, lead",
    "Decision at export": "matched, open",
  });
  expect(of(8)).toMatchObject({
    Expected: 0,
    Entries: 0,
    Difference: 0,
    Status: "settled together",
    "Matched by hand": "match 3, with 7",
    Tick: "◊",
    Note: "Same sale, seen on statement 3",
  });
  expect(recalculate(written).differences).toEqual([]);
  expect(truthsOf(written).filter(({ value }) => value !== true)).toEqual([]);
});

it("removes matched items from the reconciling and the outstanding items, except for remainders", async () => {
  const written = await read(matched([TWO_AND_TWO]));
  const items = rowsOf(written.sheets.get("Three-way")!, "Reconciling item", 8);
  expect(
    items.map((row) => [row["Reconciling item"], row["payID"] ?? row["walletID"], row["Amount"]]),
  ).toEqual([
    ["break difference", 11, -777],
    ["break difference", 9, 90],
    ["break difference", 10, -90],
    ["settled over or short", 5, -6000],
    ["settled over or short", 7, -3821],
    ["settled over or short", 4, -100],
    ["without payref", null, -400],
    ["without payref", null, -1000],
  ]);
  expect(items[4]!["Why"]).toBe("settled short; by hand, match 3, lead");
  const { proofs } = provenBy(written);
  expect(proofs.get("All proofs hold")).toBe(true);
});

it.each([
  ["Movement", 5, 1201],
  ["Ties to payID", 5, 8],
  ["Ties to payID", 10, null],
] as const)("recalculates: notices another %s of entry %i", async (header, walletID, value) => {
  const written = await read(matched([TWO_AND_TWO]));
  const sheet = written.sheets.get("Wallet")!;
  const letter = columnsAt(sheet, 7).get(header)!;
  const row = 8 + rowsOf(sheet, "walletID", 10).findIndex((one) => one["walletID"] === walletID);
  const { proofs } = provenBy(written, { [`Wallet!${letter}${row}`]: value });
  expect(proofs.get("All proofs hold")).toBe(false);
});

it("names on C2 the match that cleared an item of the month before", async () => {
  const { entries = [], transactions = [] } = variedRecords();
  const late = entry(13, {
    debit: 4_321,
    balance: entries.at(-1)!.balance + 4_321,
    payref: "PAY-07",
    dateCreatedAtMs: OCTOBER_MS + 20 * 24 * HOUR_MS,
  });
  const records = {
    entries: [...entries, late],
    transactions,
    human: { matches: [{ id: 1, walletIDs: [13], payIDs: [7] }] },
  };
  const sheet = (await read(reportInput({ records, month: "2026-10" }))).sheets.get("Outstanding")!;
  expect(readTable(sheet, 15, 1)[0]).toMatchObject({
    Item: "paid, no entry",
    payID: 7,
    "Brought forward": 4321,
    Cleared: 4321,
    "Carried forward": 0,
    "Decision at export": "matched",
    Note: "cleared by hand, match 1: Same sale, seen on statement 1",
  });
});

it("names payments included by their own payref, and a payment of one match only", async () => {
  const other = sale(20, 3900, { payref: "OTHER", datePaidAtMs: OCTOBER_MS + 3 * 24 * HOUR_MS });
  const { entries = [], transactions = [] } = variedRecords();
  const human = { matches: [{ id: 1, walletIDs: [5], payIDs: [4] }] };
  const written = await read(
    reportInput({ records: { entries, transactions: [...transactions, other], human }, month: "2026-10" }),
  );
  const wallet = rowsOf(written.sheets.get("Wallet")!, "walletID", 10);
  const tieOf = (walletID: number) => wallet.find((row) => row["walletID"] === walletID)!["Tied by"];
  expect([tieOf(5), tieOf(6), tieOf(7)]).toEqual(["by hand, match 1", "by payref, in match 1", null]);
  const transaction = rowsOf(written.sheets.get("Transactions")!, "payID", 6).find(
    (row) => row["payID"] === 4,
  )!;
  expect(transaction).toMatchObject({
    "Matched by hand": "match 1",
    "Settled in period": 5100,
    Expected: 4000,
  });
});

it("lists matches on D2 with undone ones, in the trail's order, and keeps a note that looks like a formula as text", async () => {
  const [match] = matched([TWO_AND_TWO]).matches;
  const undone = { ...match!, id: 1, state: "undone" as const, note: "=1+1", by: "=Grace" };
  const undoing = { ...undone, id: 2, undoes: 1, note: "" };
  const written = await read({
    ...matched([TWO_AND_TWO]),
    matches: [undone, undoing, match!],
    trail: [
      { sequence: 4, kind: "match", id: 1 },
      { sequence: 6, kind: "match", id: 2 },
      { sequence: 9, kind: "match", id: 3 },
    ],
  });
  const listed = rowsOf(written.sheets.get("Audit")!, "What happened", 3);
  expect(
    listed.map((row) => [
      row["Link"],
      row["No."],
      row["What happened"],
      row["Status"],
      row["Undoes No."],
      row["Note"],
    ]),
  ).toEqual([
    [4, 1, "Matched by hand: walletIDs 5, 10 with payIDs 7, 8.", "matched, undone", null, "=1+1"],
    [
      6,
      2,
      "Match 1 was undone: walletIDs 5, 10 with payIDs 7, 8 are no longer matched.",
      "match undone",
      1,
      null,
    ],
    [
      9,
      3,
      "Matched by hand: walletIDs 5, 10 with payIDs 7, 8.",
      "matched",
      null,
      "Same sale, seen on statement 3",
    ],
  ]);
  expect(listed[0]!["By"]).toBe("=Grace");
  const formulas = [...written.sheets.get("Audit")!.cells.values()].filter(({ formula }) =>
    formula?.includes("Grace"),
  );
  expect(formulas).toEqual([]);
});

it("ties nothing by a reopened match", async () => {
  const [match] = matched([TWO_AND_TWO]).matches;
  const written = await read({
    ...october(),
    matches: [{ ...match!, state: "reopened" }],
    trail: [{ sequence: 9, kind: "match", id: 3 }],
  });
  const wallet = rowsOf(written.sheets.get("Wallet")!, "walletID", 10);
  expect(wallet.filter((row) => row["Tied by"] !== null)).toEqual([]);
  expect(rowsOf(written.sheets.get("Audit")!, "What happened", 1)[0]!["Status"]).toBe("matched, reopened");
});

it("brings forward what the month before signed, and clears what was matched since", async () => {
  const human = { matches: [{ id: 1, walletIDs: [5], payIDs: [7] }] };
  const september = reportInput({ records: variedRecords(), month: "2026-09" });
  const signed = (matchId: number) =>
    closeStep({
      month: "2026-09" as Month,
      step: "sign-off",
      frozen: { ...frozenMonth(september), matchId },
    });
  const itemsOf = async (closeSteps: readonly CloseStep[]) => {
    const written = await read(
      reportInput({ records: { ...variedRecords(), human }, month: "2026-10", closeSteps }),
    );
    const sheet = written.sheets.get("Outstanding")!;
    expect(recalculate(written).differences).toEqual([]);
    return readTable(sheet, rowOf(sheet, "Item"), 1)[0]!;
  };
  expect(await itemsOf([signed(0)])).toMatchObject({
    "Signed before": 4321,
    "Brought forward": 4321,
    Cleared: 4321,
    Agrees: true,
  });
});

const day = (month: number, date: number) => Date.UTC(2026, month - 1, date);
const PAID_BEFORE = { dateCreatedAtMs: day(9, 1), datePaidAtMs: day(9, 20) };

it.each<[string, Transaction]>([
  ["a sale", sale(2, 350, PAID_BEFORE)],
  [
    "a milestone of which a task is complete",
    milestone(
      2,
      [task(350, { dateCompletedAtMs: day(9, 21) }), task(70, { isComplete: 0 })],
      {},
      PAID_BEFORE,
    ),
  ],
  ["a crowd-pay", crowdPay(2, 1000, 350, PAID_BEFORE)],
])(
  "expects of a match what %s of another period is due too, though it has no row on B2",
  async (_, other) => {
    const records = {
      entries: [entry(1, { debit: 600, balance: 600, payref: "LOST", dateCreatedAtMs: day(9, 25) })],
      transactions: [sale(1, 250, { ...PAID_BEFORE, datePaidAtMs: day(10, 2) }), other],
      human: { matches: [{ id: 1, walletIDs: [1], payIDs: [1, 2] }] },
      pulledAtMs: day(11, 20),
    };
    const written = await read(reportInput({ records, month: "2026-10", options: { convention: "asset" } }));
    const [lead] = rowsOf(written.sheets.get("Transactions")!, "payID", 1);
    expect(lead).toMatchObject({ payID: 1, Expected: 600 });
    const sheet = written.sheets.get("Transactions")!;
    const header = rowOf(sheet, "payID");
    const cell = sheet.cells.get(`${columnsAt(sheet, header).get("Expected")}${header + 1}`);
    expect(cell?.formula).toMatch(/^\(J\d+\)\+\(350\)$/u);
    expect(recalculate(written).differences).toEqual([]);
  },
);
