/** Where the records of a year begin, whatever was signed before them. */
import { expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { monthStateWords, yearLimits } from "../../../../src/core/report/year-words.ts";
import { readYear } from "../../../../src/main/services/export/year.ts";
import { takePullStep } from "../../../../src/main/services/pull/set-aside.ts";
import { beganReview } from "../../../helpers/ledgers/began-review.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, entry } from "../../../helpers/records.ts";

const AUGUST_MS = OCTOBER_MS - 61 * 24 * HOUR_MS;

/** What the year up to October says of each month that is not open or has records, and of its limits. */
async function yearOfRecords(ledger: string) {
  const year = await readYear({ ledger, to: "2026-10" as Month }, CONTEXT);
  if (year === null) throw new Error("there are records");
  const states = year.months.map((one) => `${one.month} ${monthStateWords(one)}`);
  return { states: states.slice(-4), limits: yearLimits(year) };
}

test("a month that was signed on records that are gone is before the oldest record", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, [entry(2, { debit: 50, balance: 150 })]);
  await importRecords(ledger, [entry(1, { debit: 100, balance: 100, dateCreatedAtMs: AUGUST_MS })]);
  await signMonth(ledger, "2026-08");
  const words = { by: "Ada Obi", note: "The wrong file" };
  await takePullStep({ ledger, pullId: 2, step: "set-aside", ...words }, CONTEXT);
  expect(await yearOfRecords(ledger)).toEqual({
    states: [
      "2026-07 before the oldest record",
      "2026-08 signed off, before the oldest record",
      "2026-09 before the oldest record",
      "2026-10 open, not over yet",
    ],
    limits: [
      "No record is dated in September 2026 or before.",
      "October 2026 has the newest record, and files do not say how far they reach: its figures may change.",
    ],
  });
});

test("a month whose review was begun before the records is none that they begin in", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, [entry(1, { debit: 100, balance: 100 })]);
  await beganReview(ledger, "2026-08" as Month);
  const { states, limits } = await yearOfRecords(ledger);
  expect(states).toEqual([
    "2026-07 before the oldest record",
    "2026-08 before the oldest record",
    "2026-09 before the oldest record",
    "2026-10 open, not over yet",
  ]);
  expect(limits.join(" ")).not.toContain("begin in August");
});
