import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { monthStates } from "../../../src/core/review/close/month-states.ts";
import { frozenAmong, movedBySettings } from "../../../src/core/review/close/settings-effect.ts";
import { NOTHING_FROZEN, closeStep } from "../../helpers/ledgers/closing.ts";
import { HOUR_MS, OCTOBER_MS } from "../../helpers/records.ts";

const ZONES = { before: "UTC", after: "America/New_York" };
const SAME = { before: "UTC", after: "UTC" };

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
    ),
  ).toEqual([
    "It moves 2 entries of September 2026, which is with the reviewer.",
    "It moves 2 entries of October 2026, which is with the reviewer.",
    "What was prepared or signed stays. As of now such months are checked with the new settings.",
  ]);
});

test("decimals move nothing, and without a prepared month nothing is said", () => {
  expect(movedBySettings({ zones: SAME, rescales: true, rechecks: false }, months("2026-10"), [])).toEqual([
    "Months that are prepared or signed off keep the decimals they were prepared with.",
  ]);
  expect(movedBySettings({ zones: ZONES, rescales: true, rechecks: true }, [], [OCTOBER_MS])).toEqual([]);
});
