import { expect, it } from "vitest";
import { type CurrencyProof, monthReportOf } from "../../../src/core/report/month-report.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../../helpers/records.ts";
import { TieoutError } from "../../../src/core/errors.ts";
import { crowdPay } from "../oracle/worked/details.ts";
import { caseFrom } from "../oracle/cases/cases.ts";
import type { OracleCase } from "../oracle/terms.ts";
import { october, reportInput, variedRecords } from "../../helpers/workbook/report.ts";
import { readTable, rowOf, writtenWorkbook } from "../../helpers/workbook/xlsx.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

it("gives the numbers of C2 and A2", async () => {
  const input = october();
  const { outstanding, outstandingItems: items, proofs } = monthReportOf(input);
  const [{ lines: threeWay, unexplained }] = proofs as [CurrencyProof];
  expect(proofs).toHaveLength(1);
  const { read } = await writtenWorkbook(buildWorkbook(input));
  const sheet = read.sheets.get("Outstanding")!;
  const amounts = ["Brought forward", "New", "Cleared", "Reclassified", "Carried forward"];
  const ages = ["0–30 days", "31–60", "61–90", "90+"];
  expect(
    outstanding.map((roll) => [
      roll.kind,
      roll.items,
      roll.broughtForward,
      roll.added,
      roll.cleared,
      roll.reclassified,
      roll.carriedForward,
      ...roll.ageing,
    ]),
  ).toEqual(
    readTable(sheet, rowOf(sheet, "Item"), 3).map((row) =>
      ["Item", "Items open", ...amounts, ...ages].map((header) => row[header]),
    ),
  );
  expect(items.map(({ kind, payID, walletID, days }) => [kind, payID, walletID, days])).toEqual([
    ["paid, no entry", 7, null, 39],
    ["paid, no entry", 8, null, 17],
    ["in transit", 9, null, 1],
    ["orphan payref", null, 5, 28],
  ]);
  const proof = read.sheets.get("Three-way")!;
  const lines = readTable(proof, rowOf(proof, "Proof"), threeWay.length);
  expect(threeWay.map(({ text }) => text)).toEqual(lines.map((line) => line["Proof"]));
  expect(threeWay.filter(({ kind }) => kind !== "title").map(({ amount }) => amount)).toEqual(
    lines.filter((line) => line["Amount"] !== null).map((line) => line["Amount"]),
  );
  expect(threeWay.filter(({ kind }) => kind === "difference").map(({ amount }) => amount)).toEqual([0, 0, 0]);
  expect(unexplained).toBe(0);
});

it("names on C2 the match that cleared an item of the month before, and none where it is no longer judged", () => {
  const { entries = [], transactions = [] } = variedRecords();
  const dateCreatedAtMs = OCTOBER_MS + 20 * 24 * HOUR_MS;
  const late = entry(13, { debit: 4321, balance: 36_294, payref: "PAY-07", dateCreatedAtMs });
  const told = (more: readonly Transaction[]) => {
    const human = { matches: [{ id: 1, walletIDs: [13], payIDs: [7, ...more.map(({ payID }) => payID)] }] };
    const records = { entries: [...entries, late], transactions: [...transactions, ...more], human };
    const { sheets } = buildWorkbook(reportInput({ records, month: "2026-10" }));
    const table = sheets.find(({ ref }) => ref === "C2")!.tables.find(({ id }) => id === "items")!;
    const keys = table.columns.map(({ key }) => key);
    const [first] = [...table.rows()];
    return ["cleared", "reclassified", "decision", "note"].map((key) => first!.cells[keys.indexOf(key)]);
  };
  const words = "cleared by hand, match 1: Same sale, seen on statement 1";
  expect(told([])).toEqual([4321, 0, "matched", words]);
  expect(told([sale(20, 10, { currency: "GHS" })])).toEqual([0, -4321, null, null]);
});

it("lists open items before cleared ones, and at most 500 of them", () => {
  const { entries = [], transactions = [] } = variedRecords();
  const late = sale(20, 640, { payref: "LATE", datePaidAtMs: OCTOBER_MS - 2 * HOUR_MS });
  const itemsWith = (more: readonly Transaction[]) =>
    monthReportOf(
      reportInput({ records: { entries, transactions: [...transactions, late, ...more] }, month: "2026-10" }),
    ).outstandingItems;
  const few = itemsWith([]);
  expect(few.map(({ carriedForward }) => carriedForward)).toEqual([4321, 640, 950, 3000, -1200, 0]);
  const many = Array.from({ length: 600 }, (_, at) => ({ ...late, payID: 1000 + at, payref: `MANY-${at}` }));
  const most = itemsWith(many);
  expect(most).toHaveLength(500);
  expect(most.filter(({ carriedForward }) => carriedForward === 0)).toEqual([]);
});

it("counts as new what a crowd-pay raised that was created in the month, be it the smallest amount; one without any as nothing", () => {
  const created = { dateCreatedAtMs: OCTOBER_MS + HOUR_MS };
  const newOf = (raised: number, fields: Partial<Transaction> = created) => {
    const transactions = [crowdPay(1, 900, raised, fields)];
    const { outstanding } = monthReportOf(
      reportInput({ records: { entries: wallet([1000]), transactions }, month: "2026-10" }),
    );
    return outstanding.map(({ added, reclassified, carriedForward }) => [
      added,
      reclassified,
      carriedForward,
    ]);
  };
  const ofOne = ([row]: number[][], amount: number) => expect(row).toEqual([amount, 0, amount]);
  ofOne(newOf(600), 600);
  ofOne(newOf(1), 1);
  ofOne(newOf(0), 0);
});

it("explains every amount of any records: paid or not, deleted, shared payrefs, crowd-pays, other users, matched by hand", () => {
  let held = 0;
  for (let seed = 1; seed <= timesOf(320, 1600); seed += 1) {
    const given = caseFrom(seed);
    if (given.pulls.length > 1 || given.matches.length === 0) continue;
    const report = reportOf(given, seed % 2 === 0 ? "2026-09" : "2026-10");
    if (report === null) continue;
    held += 1;
    const { proofs, outstanding } = report;
    for (const { lines, unexplained } of proofs) {
      const differences = lines.filter(({ kind }) => kind === "difference").map(({ amount }) => amount);
      expect([...differences, unexplained], `seed ${seed}`).toEqual([0, 0, 0, 0]);
    }
    for (const { broughtForward, added, cleared, reclassified, carriedForward } of outstanding) {
      expect(broughtForward + added - cleared + reclassified, `seed ${seed}`).toBe(carriedForward);
    }
  }
  expect(held).toBeGreaterThan(timesOf(40, 200));
});

/** The month's report of a case of one pull; null where a sum of it is refused. */
function reportOf({ pulls, businesses, options, matches }: OracleCase, month: string) {
  const [pull] = pulls;
  const records = {
    entries: pull?.entries ?? [],
    transactions: pull?.transactions ?? [],
    businesses,
    pulledAtMs: pull?.atMs ?? null,
    human: { matches },
  };
  try {
    return monthReportOf(reportInput({ records, options, month }));
  } catch (error) {
    if (error instanceof TieoutError && error.code === "SUM_OVERFLOW") return null;
    throw error;
  }
}
