import { expect, test } from "vitest";
import type { CloseStep, FrozenWallet, Month } from "../../../src/core/review/close/close.ts";
import { RULES } from "../../../src/core/reconcile/input/rules.ts";
import { rollByCurrency } from "../../../src/core/review/close/currency-roll.ts";
import { movedCurrencies, signedMonthOf } from "../../../src/renderer/features/overview/roll-forward.tsx";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const WALLET: FrozenWallet = {
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
const SIGNED = { month: "2026-10" as Month, steps: signedSteps([WALLET, OTHER]) };

/** A preparation and its signature. */
function signedSteps(wallets: readonly FrozenWallet[]): CloseStep[] {
  const frozen = { ...NOTHING_FROZEN, wallets };
  return (["prepare", "sign-off"] as const).map((step, at) => {
    return { id: at + 1, month: "2026-10" as Month, step, by: "Ada", note: "", atMs: 0, frozen };
  });
}

function now(wallets: readonly FrozenWallet[], chainBreaks = 0) {
  const findings = Object.fromEntries(RULES.map(({ id }) => [id, id === "chain-break" ? chainBreaks : 0]));
  const bySeverity = { error: chainBreaks, warning: 0, info: 0 };
  const counts = { entries: 6, transactions: 0, findings, bySeverity } as never;
  return { rollForward: rollByCurrency(wallets), counts };
}

test("shows nothing beside the current figures for an unsigned month", () => {
  expect(signedMonthOf({ ...SIGNED, steps: [] }, now([WALLET]))).toBeNull();
});

test("reports no change for figures as signed, nor for an empty wallet", () => {
  const unused = { ...WALLET, userID: 3, entries: 0, opening: 0, inflow: 0, outflow: 0, closing: 0 };
  expect(signedMonthOf(SIGNED, now([WALLET, OTHER]))?.hasMoved).toBe(false);
  expect(signedMonthOf(SIGNED, now([WALLET, OTHER, unused]))?.hasMoved).toBe(false);
});

test.each([
  ["a figure", now([{ ...WALLET, inflow: 51, closing: 131 }, OTHER])],
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
