/** The sheet of an auditor's own pull: each table has its columns under its own heads, and nothing between them. */
import { expect, test } from "vitest";
import { buildOwnPull } from "../../../src/core/report/own-pull-sheet.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import { COUNTED, countsWords, type OwnPullReport } from "../../../src/core/review/restate/own-pull.ts";
import { OCTOBER_MS } from "../../helpers/records.ts";

const COUNTS = Object.fromEntries(
  COUNTED.map(([key], at) => [key, at]),
) as unknown as OwnPullReport["entries"];

const REPORT: OwnPullReport = {
  schema: "tieout.audit/1",
  month: "2026-10" as Month,
  signed: { by: "Ben Eze", atMs: OCTOBER_MS, linkSha256: null },
  ledger: { id: "ledger", userID: 1 },
  pack: null,
  ownPull: { startedAtMs: OCTOBER_MS, finishedAtMs: null, baseUrl: null, head: "head", responses: [] },
  entries: COUNTS,
  transactions: COUNTS,
  differences: [],
  decimals: 0,
};

test("leaves the columns empty that a table has no head for, and sets each value under its own", () => {
  const { sheets } = buildOwnPull(REPORT, { source: "client.tieout", own: "own.tieout" });
  const tables = sheets.flatMap((sheet) => sheet.tables);
  const heads = tables.map(({ columns }) => columns.map(({ header }) => header));
  expect(heads[0]).toEqual(["What", "", "", "", "", "", "", "", "Value"]);
  expect(heads[2]).toEqual(["Request", "Status", "Bytes", "The service's time", "", "", "", "", "SHA-256"]);
  expect(heads[3]).toEqual([
    "Record",
    "Its number",
    "What",
    "Of the month",
    "Ledger says so",
    "",
    "",
    "",
    "In words",
  ]);
  const [compared, counts] = tables.map((table) => [...table.rows()].map(({ cells }) => cells));
  expect(compared?.[0]).toEqual(["Ledger", null, null, null, null, null, null, null, "client.tieout"]);
  expect(counts?.[0]).toEqual(["Entries", ...COUNTED.keys()]);
});

test("counts in words what there is, and how many were signed on though there is none", () => {
  const none = { ...COUNTS, changed: 0, vanished: 0, notReached: 1000 };
  expect(countsWords(none)).toBe(
    "0 signed on, 1 identical, 2 went on as payments do, 1,000 not reached, 6 not there then",
  );
});
