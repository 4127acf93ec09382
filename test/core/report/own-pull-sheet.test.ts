/** The sheet of an auditor's own pull: each table has its columns under its own heads, and nothing between them. */
import { expect, test } from "vitest";
import { buildOwnPull } from "../../../src/core/report/own-pull-sheet.ts";
import { wordingOf } from "../../../src/core/reconcile/input/field-words.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import {
  type AuditedPack,
  COUNTED,
  type OwnPullReport,
  countsWords,
  differenceWords,
  ownPullSentence,
  packFacts,
  standsByOwnPull,
} from "../../../src/core/review/restate/own-pull.ts";
import { ZoneClock } from "../../../src/core/time.ts";
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

test("says in one sentence each how many are identical, moved on, could not be compared and differ, and what the ledger says of that", () => {
  const NONE = { ...COUNTS, ...Object.fromEntries(COUNTED.map(([key]) => [key, 0])) };
  const report = (isStated: readonly (boolean | null)[], fields: Partial<OwnPullReport> = {}) => ({
    ...REPORT,
    entries: { ...NONE, signedOn: 60, identical: 60 - isStated.length },
    transactions: { ...NONE, signedOn: 5, identical: 5 },
    differences: isStated.map((stated, at) => ({
      record: "entry" as const,
      id: at + 1,
      kind: "vanished" as const,
      changes: [],
      isOfMonth: true,
      isStated: stated,
    })),
    ...fields,
  });
  const told = (...isStated: readonly (boolean | null)[]) =>
    ownPullSentence(report(isStated)).replace(/^.*in this pull\.\s?/u, "");
  const before = "October 2026 was signed on 65 records";
  expect(ownPullSentence(report([]))).toBe(`${before}, all of them identical in this pull.`);
  expect(ownPullSentence(report([true]))).toBe(
    `${before}, 64 of them identical in this pull. 1 record differs; the ledger says so since.`,
  );
  expect(told(true, true)).toBe("2 records differ; the ledger says so since.");
  expect(told(false)).toBe("1 record differs; the ledger does not say so.");
  expect(told(false, false)).toBe("2 records differ; the ledger does not say so.");
  expect(told(true, false)).toBe("2 records differ; of 1 the ledger does not say so.");
  const untold = "the pack does not tell whether the ledger says so.";
  expect(told(null, true)).toBe(`2 records differ; of 1 ${untold}`);
  expect(told(null, null, false)).toBe(`3 records differ; of 1 the ledger does not say so; of 2 ${untold}`);
  const notCompared = { texts: 1, records: 1 };
  const pack = {
    sha256: "",
    head: { sequence: 1, hash: "" },
    claims: 1,
    proven: 1,
    withheld: [],
    notCompared,
  };
  const rest = { transactions: { ...NONE, signedOn: 5, identical: 3, movedOn: 1, notReached: 1 }, pack };
  expect(ownPullSentence(report([], rest))).toBe(
    `${before}, 63 of them identical in this pull. 1 payment went on as payments do, and no amount moved. 1 record could not be compared: the service gave none so old. Withheld, not compared: 1 text of 1 of 65 records.`,
  );
  const whole = { ...pack, notCompared: { texts: 0, records: 0 } };
  expect(ownPullSentence(report([], { pack: whole }))).toBe(`${before}, all of them identical in this pull.`);
  const withheldIn = (withheld: AuditedPack["withheld"]) => packFacts({ ...pack, withheld }).at(-1);
  expect([withheldIn([]), withheldIn(["phones"]), withheldIn(["names", "phones"])]).toEqual([
    ["Withheld", "nothing"],
    ["Withheld", "phones"],
    ["Withheld", "names, phones"],
  ]);
  const stands = [[], [true], [true, false], [null]].map((isStated) => standsByOwnPull(report(isStated)));
  expect([...stands, standsByOwnPull(report([], rest))]).toEqual([true, true, false, false, false]);
});

test("says of a record that differs which it is, how it differs, and whether the ledger says so", () => {
  const words = (fields: Partial<OwnPullReport["differences"][number]>) => {
    const kind = "vanished" as const;
    const difference = {
      record: "entry" as const,
      id: 7,
      kind,
      changes: [],
      isOfMonth: true,
      isStated: true,
    };
    return differenceWords({ ...difference, ...fields }, wordingOf(0, new ZoneClock("UTC")));
  };
  expect(words({})).toBe("walletID 7, of the month: the service no longer has it. The ledger says so since.");
  expect(words({ record: "transaction", isOfMonth: false, kind: "appeared", isStated: false })).toBe(
    "payID 7, before the month: not there when the month was signed. The ledger does not say so.",
  );
  const changes = [{ field: "balance", before: 100, after: 90 }];
  expect(words({ kind: "changed", changes, isStated: null })).toBe(
    "walletID 7, of the month: Stated balance from 100 to 90. The pack does not tell whether the ledger says so.",
  );
});
