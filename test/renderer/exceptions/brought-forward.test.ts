import { expect, it } from "vitest";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import { type Day, ZoneClock, periodOf } from "../../../src/core/time.ts";
import { broughtForward, forwardWords } from "../../../src/renderer/features/exceptions/finding-context.ts";

const OCTOBER = periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("UTC"));

function of(rule: Finding["rule"], atMs: number | null) {
  return broughtForward({ finding: { rule } as Finding, atMs }, OCTOBER, "UTC");
}

it("names the month from which an outstanding item before the period is brought forward", () => {
  expect(of("paid-without-entry", Date.UTC(2026, 8, 30, 23))).toBe("2026-09");
  expect(of("orphan-payref", Date.UTC(2025, 11, 3))).toBe("2025-12");
  expect(forwardWords("2025-12")).toBe("brought forward from December 2025");
});

it("does not for one in the period, of unknown time, or of another rule", () => {
  expect(of("paid-without-entry", OCTOBER.fromMs)).toBeNull();
  expect(of("in-transit", null)).toBeNull();
  expect(of("chain-break", Date.UTC(2026, 8, 30))).toBeNull();
  expect(broughtForward({ finding: { rule: "in-transit" } as Finding, atMs: 0 }, null, "UTC")).toBeNull();
});
