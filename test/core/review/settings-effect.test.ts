import { expect, test } from "vitest";
import type { FrozenWallet, Month } from "../../../src/core/review/close/close.ts";
import { monthStates } from "../../../src/core/review/close/month-states.ts";
import { frozenAmong, movedBySettings } from "../../../src/core/review/close/settings-effect.ts";
import { NOTHING_FROZEN, closeStep } from "../../helpers/ledgers/closing.ts";
import { HOUR_MS, OCTOBER_MS } from "../../helpers/records.ts";

const ZONES = { before: "UTC", after: "America/New_York" };
const SAME = { before: "UTC", after: "UTC" };

function closingAt(closing: number): FrozenWallet[] {
  const moved = { opening: 0, inflow: closing, outflow: 0, breakDifference: 0 };
  return [{ userID: 1, businessID: null, currency: "NGN", entries: 1, ...moved, closing }];
}

const same = () => ({ before: closingAt(1000), after: closingAt(1000) });

function months(...signed: readonly string[]) {
  const steps = signed.map((month, at) =>
    closeStep({ id: at + 1, month: month as Month, step: "prepare", frozen: NOTHING_FROZEN }),
  );
  return frozenAmong(monthStates(steps).values());
}

test("another zone moves the entries that are of another month then, counted by month", () => {
  const times = [
    OCTOBER_MS - HOUR_MS,
    OCTOBER_MS + HOUR_MS,
    OCTOBER_MS + 2 * HOUR_MS,
    OCTOBER_MS + 9 * HOUR_MS,
  ];
  expect(
    movedBySettings(
      { zones: ZONES, rescales: false, rechecks: false },
      months("2026-09", "2026-10", "2026-12"),
      times,
      (month) => ({ before: closingAt(1000), after: closingAt(month === "2026-09" ? 1000 : 870) }),
    ),
  ).toEqual([
    "It moves 2 entries of September 2026, which is with the reviewer: closing unchanged.",
    "It moves 2 entries of October 2026, which is with the reviewer: closing becomes 870 (−130).",
    "What was prepared or signed stays. As of now such months are checked with the new settings.",
  ]);
});

test("other options move no entry; a month that closes at another balance under them is named", () => {
  const moved = movedBySettings(
    { zones: SAME, rescales: false, rechecks: true },
    months("2026-09", "2026-10"),
    [],
    (month) => ({ before: closingAt(1000), after: closingAt(month === "2026-09" ? 1000 : 1200) }),
  );
  expect(moved).toEqual([
    "October 2026, which is with the reviewer: closing becomes 1,200 (+200).",
    "What was prepared or signed stays. As of now such months are checked with the new settings.",
  ]);
});

test("decimals move nothing, and without a prepared month nothing is said", () => {
  expect(
    movedBySettings({ zones: SAME, rescales: true, rechecks: false }, months("2026-10"), [], same),
  ).toEqual(["Months that are prepared or signed off keep the decimals they were prepared with."]);
  expect(movedBySettings({ zones: ZONES, rescales: true, rechecks: true }, [], [OCTOBER_MS], same)).toEqual(
    [],
  );
});
