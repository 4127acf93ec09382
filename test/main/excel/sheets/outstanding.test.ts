import { expect, it } from "vitest";
import { SETTLEMENT } from "../../../../src/core/reconcile/input/result.ts";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import { monthReportOf } from "../../../../src/core/report/month-report.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import type { FrozenOutstanding } from "../../../../src/core/review/close/close.ts";
import { HOUR_MS, OCTOBER_MS, sale } from "../../../helpers/records.ts";
import { closeStep, frozenMonth } from "../../../helpers/ledgers/closing.ts";
import { recordsOf, threeCurrencies } from "../../../helpers/ledgers/currency-world.ts";
import { october, reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import {
  type ReadSheet,
  columnsAt,
  provenBy,
  readTable,
  recalculate,
  rowOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

const ROLLS = "Outstanding items of each kind roll forward to those carried forward";
const NOTHING_LEFT = "No difference between wallet and transactions is left unclassified";

async function read(input: ReportInput) {
  return (await writtenWorkbook(buildWorkbook(input))).read;
}

function rowOfPayID({ cells }: ReadSheet, payID: number): string {
  const [reference = ""] = [...cells].find(([at, { value }]) => /^A\d/u.test(at) && value === payID) ?? [];
  return reference.slice(1);
}

/** October, with a payment of the last day of September that never comes. */
function turningOver(): ReportInput {
  const { entries = [], transactions = [] } = variedRecords();
  const late = sale(20, 640, { payref: "LATE", datePaidAtMs: OCTOBER_MS - 2 * HOUR_MS });
  return reportInput({ records: { entries, transactions: [...transactions, late] }, month: "2026-10" });
}

it("moves a payment in transit that turns out to be missing to the other kind", async () => {
  const written = await read(turningOver());
  const sheet = written.sheets.get("Outstanding")!;
  const amounts = ["Brought forward", "New", "Cleared", "Reclassified", "Carried forward"];
  const of = (row: Readonly<Record<string, unknown>>) => amounts.map((key) => row[key]);
  const items = readTable(sheet, 15, 6).filter(({ payID }) => payID === 20);
  expect(items.map((row) => [row["Item"], ...of(row)])).toEqual([
    ["in transit", 640, 0, 0, -640, 0],
    ["paid, no entry", 0, 0, 0, 640, 640],
  ]);
  const kinds = readTable(sheet, rowOf(sheet, "Item"), 4);
  expect(kinds.map((row) => [row["Item"], ...of(row)])).toEqual([
    ["paid, no entry", 4321, 950, 0, 640, 5911],
    ["in transit", 640, 3000, 0, -640, 3000],
    ["orphan payref", 0, -1200, 0, 0, -1200],
    ["All items", 4961, 2750, 0, 0, 7711],
  ]);
  expect(recalculate(written).differences).toEqual([]);
  expect(provenBy(written).proofs.get("All proofs hold")).toBe(true);
});

it("does not roll when the month before missed an item older than the period", async () => {
  const input = october();
  const { priorOutcomes } = input;
  const { transactionOutcomes } = priorOutcomes!;
  const settlement = transactionOutcomes.settlement.map((code) =>
    code === SETTLEMENT.unsettled ? SETTLEMENT.settled : code,
  );
  const forgetful = {
    ...input,
    priorOutcomes: { ...priorOutcomes!, transactionOutcomes: { ...transactionOutcomes, settlement } },
  };
  const written = await read(forgetful);
  const lead = written.sheets.get("Lead")!;
  expect(lead.cells.get(`B${rowOf(lead, ROLLS)}`)!.value).toBe(false);
  expect(recalculate(written).differences).toEqual([]);
  expect(provenBy(written).conclusion).toMatch(/^Not proven/u);
});

it.each([
  ["Expected", 951],
  ["Status", "settled"],
] as const)("counts what is due from B2: notices another %s there", async (header, value) => {
  const written = await read(october());
  const sheet = written.sheets.get("Transactions")!;
  const letter = columnsAt(sheet, 7).get(header)!;
  const typed = { [`Transactions!${letter}${rowOfPayID(sheet, 8)}`]: value };
  expect(provenBy(written, typed).proofs.get(NOTHING_LEFT)).toBe(false);
});

/** October in several currencies, signed off with these outstanding items. */
async function signedWith(change: (one: FrozenOutstanding) => FrozenOutstanding) {
  const records = recordsOf(threeCurrencies());
  const input = reportInput({ records, month: "2026-10" });
  const outstanding = monthReportOf(input).outstanding.map(({ currency, kind, items, carriedForward }) =>
    change({ currency, kind, items, amount: carriedForward }),
  );
  const frozen = frozenMonth(input, { outstanding });
  const step = closeStep({ step: "sign-off", by: "Ben Uche", frozen });
  const written = await read(reportInput({ records, month: "2026-10", closeSteps: [step] }));
  expect(recalculate(written).differences).toEqual([]);
  const sheet = written.sheets.get("Outstanding")!;
  const rows = readTable(sheet, rowOf(sheet, "Item"), 17);
  const lead = written.sheets.get("Lead")!;
  const check = rowOf(lead, "Outstanding items carried forward are those that were signed");
  return {
    agrees: rows.map((row) => row["Agrees as signed"]),
    signed: rows.map((row) => row["Signed"]),
    holds: lead.cells.get(`B${check}`)!.value,
  };
}

it("compares what was signed in each currency with that currency", async () => {
  const same = await signedWith((one) => one);
  const kinds = [true, true, true, true];
  expect(same.agrees).toEqual([...kinds, ...kinds, ...kinds, ...kinds, true]);
  expect(same.holds).toBe(true);

  // The sum of both currencies is the same.
  const moved = await signedWith((one) => ({
    ...one,
    amount: one.amount + (one.kind === "paid, no entry" ? ({ NGN: 5, GHS: -5 }[one.currency ?? ""] ?? 0) : 0),
  }));
  expect(moved.agrees.slice(0, 8)).toEqual([false, true, true, false, false, true, true, false]);
  expect([moved.agrees.at(-1), moved.holds]).toEqual([false, false]);
});

it("compares a single sum that an older version signed with the sum, and shows it in no currency", async () => {
  const old = await signedWith(({ kind, items, amount }) => ({ kind, items, amount }));
  expect(old.signed.every((amount) => amount === null)).toBe(true);
  expect([...new Set(old.agrees.slice(0, -1)), old.agrees.at(-1), old.holds]).toEqual([null, true, true]);
  const other = await signedWith(({ kind, items, amount }) => ({ kind, items, amount: amount + 1 }));
  expect([other.agrees.at(-1), other.holds]).toEqual([false, false]);
});

it.each([
  [0, 1],
  [2, 0.01],
])(
  "with %i decimals, notices that an item does not roll by the smallest amount, %d",
  async (decimals, off) => {
    const written = await read(october({ decimals }));
    const sheet = written.sheets.get("Outstanding")!;
    const row = 16 + readTable(sheet, 15, 4).findIndex(({ payID }) => payID === 8);
    const at = `${columnsAt(sheet, 15).get("New")!}${row}`;
    expect(provenBy(written).proofs.get(ROLLS)).toBe(true);
    const value = Number(sheet.cells.get(at)!.value) + off;
    expect(provenBy(written, { [`Outstanding!${at}`]: value }).proofs.get(ROLLS)).toBe(false);
  },
);
