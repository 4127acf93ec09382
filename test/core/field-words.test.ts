/** How fields of the interface and what changed in them are named where people read them. */
import { describe, expect, test } from "vitest";
import {
  type ValueWording,
  changeWords,
  fieldLabel,
  isMoney,
  sidesOf,
  valueWords,
  wordingOf,
} from "../../src/core/reconcile/input/field-words.ts";
import { ZoneClock } from "../../src/core/time.ts";

const clock = new ZoneClock("Africa/Lagos");
const wording: ValueWording = {
  decimals: 2,
  sayTime: (atMs) => new Date(clock.wallMs(atMs)).toISOString().slice(0, 16).replace("T", " "),
};

describe("labels", () => {
  test.each([
    ["datePaid", "Paid"],
    ["debit_balance", "Debit"],
    ["balance", "Stated balance"],
    ["fee.taxfee", "Tax"],
    ["data.list.1.taskamount", "Task 2: amount"],
    ["data.list.0.is_complete", "Task 1: complete"],
    ["walletID", "walletID"],
    ["toString", "toString"],
    ["fee.somethingnew", "fee.somethingnew"],
  ])("%s is called %s", (field, label) => {
    expect(fieldLabel(field)).toBe(label);
  });

  test("names every amount field, so that none is shown under the service's name", () => {
    for (const field of [
      "credit_balance",
      "fee.chargedamount",
      "data.escrow_charge",
      "data.current_raised",
    ]) {
      expect(isMoney(field)).toBe(true);
      expect(fieldLabel(field)).not.toBe(field);
    }
  });
});

describe("values", () => {
  test.each([
    ["datePaid", null, "not set"],
    ["datePaid", undefined, "nothing"],
    ["datePaid", "2026-09-16T01:57:31.000Z", "2026-09-16 02:57"],
    ["dateCreated", "Wed, 16 Sep 2026 01:57:31 +0000", "2026-09-16 02:57"],
    ["description", "2026-09-16T01:57:31.000Z", "2026-09-16T01:57:31.000Z"],
    ["description", "", "empty"],
    ["fee.taxfee", 3250, "32.50"],
    ["is_approved", 0, "no"],
    ["is_approved", 1, "yes"],
    ["is_approved", 7, "7"],
    ["userID", 48919, "48919"],
    ["data", { any: [1] }, '{"any":[1]}'],
  ])("shows %s of %j as %s", (field, value, words) => {
    expect(valueWords(field, value, wording)).toBe(words);
  });

  test("distinguishes two times of one minute", () => {
    const change = {
      field: "datePaid",
      before: "2026-09-16T01:57:31.000Z",
      after: "2026-09-16T01:57:32.000Z",
    };
    const [before, after] = sidesOf(change, wording);
    expect(before).not.toBe(after);
  });
});

describe("sentences", () => {
  test.each([
    [{ field: "debit_balance", before: 2_259_400, after: 2_359_400 }, "Debit from 22,594.00 to 23,594.00"],
    [{ field: "fee.currency", before: "NGN", after: "USD" }, 'Currency from "NGN" to "USD"'],
    [
      { field: "datePaid", before: null, after: "2026-09-16T01:57:31.000Z" },
      "Paid from not set to 2026-09-16 01:57:31 UTC",
    ],
    [{ field: "note", after: "x" }, 'note added as "x"'],
    [{ field: "note", before: null }, "note removed, it was not set"],
  ])("%j", (change, words) => {
    expect(changeWords(change, wordingOf(2, new ZoneClock("UTC")))).toBe(words);
  });

  test("times are on the clock given, with its zone", () => {
    const change = { field: "datePaid", before: null, after: "2026-09-16T23:57:31.000Z" };
    expect(changeWords(change, wordingOf(2, clock))).toBe(
      "Paid from not set to 2026-09-17 00:57:31 Africa/Lagos",
    );
  });
});
