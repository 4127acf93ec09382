/** Ages of outstanding items: which days each goes up to, by the value and by its formula, and what a payment ages from. */
import { HyperFormula } from "hyperformula";
import { expect, it } from "vitest";
import { figuresOf } from "../../../src/core/report/sheet/figures.ts";
import {
  AGES,
  type Age,
  ageOf,
  daysOpen,
  paymentTime,
} from "../../../src/core/report/exceptions/outstanding-items.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import { OCTOBER_MS, sale } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

const KEYS = Object.keys(AGES) as Age[];

it.each<[number, Age]>([
  [0, "age30"],
  [30, "age30"],
  [31, "age60"],
  [60, "age60"],
  [61, "age90"],
  [90, "age90"],
  [91, "older"],
])("%i days are %s, by the formulas too", (days, age) => {
  expect(ageOf(days)).toBe(age);
  const formulas = KEYS.map((key) => `=${AGES[key].formula(String(days))}`);
  const engine = HyperFormula.buildFromArray([formulas], { licenseKey: "gpl-v3" });
  expect(engine.getSheetValues(0)[0]).toEqual(KEYS.map((key) => key === age));
});

it("counts whole days to the period's end, none for what is dated after it, and none where no date is known", () => {
  const figures = figuresOf(reportInput({ records: {}, month: "2026-10" }));
  const endMs = OCTOBER_MS + 31 * DAY_MS - 1;
  const days = [endMs, endMs - DAY_MS + 1, endMs - DAY_MS, endMs + 5 * DAY_MS, Number.NaN, null];
  expect(days.map((atMs) => daysOpen(figures, atMs))).toEqual([0, 0, 1, 0, null, null]);
});

it("ages a payment from the day it was made, else from the day its transaction was", () => {
  const dates = { datePaidAtMs: OCTOBER_MS, dateCreatedAtMs: OCTOBER_MS - DAY_MS };
  const transactions = [sale(1, 10, dates), sale(2, 20, { ...dates, datePaidAtMs: null })];
  const figures = figuresOf(reportInput({ records: { transactions } }));
  expect([0, 1].map((row) => paymentTime(figures, row))).toEqual([OCTOBER_MS, OCTOBER_MS - DAY_MS]);
});
