/** What a change that a later pull brought says of the signature that it touches. */
import { expect, test } from "vitest";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { Restatement } from "../../../../src/core/review/restate/restatements.ts";
import { wallet } from "../../../helpers/records.ts";
import { RUN_AT_MS, reportInput } from "../../../helpers/workbook/report.ts";

const MONTH = "2026-10" as Month;
const SIGNED = "October 2026, signed off by Ben Eze on 2026-11-01";
const SIGNATURE = { month: MONTH, stepId: 3, by: "Ben Eze", atMs: RUN_AT_MS, stillInForce: true };
const NAIRA = { userID: 1, businessID: 7, currency: "NGN", movement: 5, closing: 5 };
const CEDIS = { userID: 1, businessID: 8, currency: null, movement: -5, closing: -5 };

function restatement(fields: Partial<Restatement>): Restatement {
  return {
    pullId: 1,
    atMs: RUN_AT_MS,
    kind: "changed",
    walletID: 1,
    payID: null,
    payref: "",
    userID: 1,
    businessID: 7,
    months: [MONTH],
    dated: null,
    fields: [],
    signature: SIGNATURE,
    effect: { movement: 5, closing: 5, wallets: [NAIRA] },
    ...fields,
  };
}

function said(fields: Partial<Restatement>, wallets = 2): unknown {
  const other = wallet([20], () => ({ walletID: 2, businessID: 8 }));
  const input = reportInput({
    records: { entries: [...wallet([100]), ...(wallets === 2 ? other : [])] },
    options: { convention: "asset", chainScope: "business" },
    restatements: { restatements: [restatement(fields)], total: 1, closings: [] },
  });
  expect(input.check.wallets).toHaveLength(wallets);
  const table = buildWorkbook(input)
    .sheets.flatMap(({ tables }) => tables)
    .find(({ columns }) => columns.some(({ key }) => key === "afterSignOff"))!;
  const [first] = [...table.rows()];
  return first!.cells[table.columns.findIndex(({ key }) => key === "afterSignOff")];
}

/** Columns of the restatements, row by row. */
function listedIn(input: ReportInput, ...keys: readonly string[]): unknown[][] {
  const { sheets } = buildWorkbook(input);
  const table = sheets.flatMap(({ tables }) => tables).find(({ id }) => id === "changes")!;
  const places = keys.map((key) => table.columns.findIndex((one) => one.key === key));
  return Array.from(table.rows(), ({ cells }) => places.map((place) => cells[place]));
}

test("names the wallet that changed where there are several, and only one changed", () => {
  expect(said({})).toBe(`${SIGNED}; effect on user 1, business 7, NGN`);
  expect(said({}, 1)).toBe(SIGNED);
  expect(said({ effect: { movement: 0, closing: 0, wallets: [NAIRA, CEDIS] } })).toBe(SIGNED);
  expect(said({ effect: { movement: 0, closing: 0, wallets: [] } })).toBe(SIGNED);
  expect(said({ effect: { movement: -5, closing: -5, wallets: [CEDIS] } })).toBe(
    `${SIGNED}; effect on user 1, business 8`,
  );
});

test("says where the month was reopened since, and nothing where it was not signed", () => {
  const signature = { ...SIGNATURE, stillInForce: false };
  expect(said({ signature }, 1)).toBe(`${SIGNED}, reopened since`);
  expect(said({ signature: null }, 1)).toBeNull();
});

test("shows amounts and times as such, other numbers as they are, and flags and texts in words", () => {
  const fields = [
    { field: "debit_balance", before: 5, after: 7 },
    { field: "dateCreated", before: "Sun, 01 Nov 2026 06:00:00 +0000", after: null },
    { field: "businessID", before: 7, after: 8 },
    { field: "is_approved", before: 0, after: 1 },
    { field: "description", before: "", after: "7" },
  ];
  const input = reportInput({
    records: { entries: wallet([100]) },
    restatements: { restatements: [restatement({ fields })], total: 1, closings: [] },
  });
  expect(listedIn(input, "before", "after")).toEqual([
    [
      { value: 5, kind: "amount" },
      { value: 7, kind: "amount" },
    ],
    [{ value: RUN_AT_MS, kind: "instant" }, "not set"],
    [
      { value: 7, kind: "id" },
      { value: 8, kind: "id" },
    ],
    ["no", "yes"],
    ["empty", "7"],
  ]);
});

test("sets what was found of a change beside it, on one line for each field", () => {
  const [after, ...others] = wallet([100, 20], (at) => (at === 0 ? { description: "Now" } : {}));
  const before = { ...after!, description: "Then" };
  const input = reportInput({
    records: {
      entries: [after!, ...others],
      history: { entryVersions: [{ before, after: after!, pulls: [1, 2] }] },
    },
    restatements: {
      restatements: [restatement({ fields: [{ field: "description", before: "Then", after: "Now" }] })],
      total: 1,
      closings: [],
    },
  });
  expect(listedIn(input, "pull", "before", "after", "severity")).toEqual([
    [1, "Then", "Now", { value: "error", tone: "flag" }],
  ]);
});

test("says of what the check alone found whether the record went or came back", () => {
  const [back, ...others] = wallet([100, 20]);
  const gone = wallet([1, 2, 3])[2]!;
  const history = {
    entriesVanished: [{ record: gone, pulls: [1, 2] as const }],
    entriesReturned: [{ record: back!, pulls: [1, 3] as const }],
  };
  const input = reportInput({ records: { entries: [back!, ...others], history } });
  expect(listedIn(input, "change", "before", "after")).toEqual([
    ["returned", "gone", "back"],
    ["vanished", "there", "gone"],
  ]);
});
