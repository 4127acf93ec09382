import { expect, test } from "vitest";
import { RULES } from "../../../src/core/reconcile/rules.ts";
import { rollByCurrency } from "../../../src/core/report/rollforward/currency-roll.ts";
import { movedCurrencies, signedMonthOf } from "../../../src/renderer/features/overview/signed-month.ts";

const WALLET = {
  userID: 1,
  businessID: null,
  currency: "NGN",
  entries: 3,
  opening: 100,
  inflow: 50,
  outflow: 20,
  breakDifference: 0,
  closing: 130,
};
const OTHER = { ...WALLET, userID: 2, currency: "GHS" };
const SIGNED = {
  verdict: "October 2026 ties out.",
  errors: 0,
  warnings: 0,
  breaks: 0,
  wallets: [WALLET, OTHER],
};

function now(wallets: readonly (typeof WALLET)[], chainBreaks = 0, verdict = SIGNED.verdict) {
  const findings = Object.fromEntries(RULES.map(({ id }) => [id, id === "chain-break" ? chainBreaks : 0]));
  const bySeverity = { error: chainBreaks, warning: 0, info: 0 };
  const counts = { entries: 6, transactions: 0, findings, bySeverity } as never;
  return { verdict, rollForward: rollByCurrency(wallets), counts };
}

test("shows nothing beside the current figures for an unsigned month", () => {
  expect(signedMonthOf(null, now([WALLET]))).toBeNull();
});

test("reports no change for figures as signed, nor for an empty wallet", () => {
  const unused = { ...WALLET, userID: 3, entries: 0, opening: 0, inflow: 0, outflow: 0, closing: 0 };
  expect(signedMonthOf(SIGNED, now([WALLET, OTHER]))?.hasMoved).toBe(false);
  expect(signedMonthOf(SIGNED, now([WALLET, OTHER, unused]))?.hasMoved).toBe(false);
});

test.each([
  ["a figure", now([{ ...WALLET, inflow: 51, closing: 131 }, OTHER])],
  ["the number of breaks", now([WALLET, OTHER], 1)],
  ["the conclusion", now([WALLET, OTHER], 0, "October 2026: every balance follows.")],
  ["a currency that went", now([WALLET])],
])("reports that %s differs from what was signed", (_, summary) => {
  expect(signedMonthOf(SIGNED, summary)?.hasMoved).toBe(true);
});

test("names only the currencies whose figures changed", () => {
  const signed = rollByCurrency([WALLET, OTHER]);
  expect(movedCurrencies(rollByCurrency([WALLET, { ...OTHER, closing: 131 }]), signed)).toEqual(
    new Set(["GHS"]),
  );
});
