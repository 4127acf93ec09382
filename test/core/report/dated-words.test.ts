import { expect, it } from "vitest";
import { datedWords } from "../../../src/core/report/about/dated-words.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { Day } from "../../../src/core/time.ts";

const dated = { day: "2026-08-18" as Day, month: "2026-08" as Month, isSigned: true };
const months = ["2026-08", "2026-09"] as Month[];
const COUNTS = "it counts in September 2026, because it follows entries of that month";

it("says in which month a back-dated entry counts, and whether that of its date is signed", () => {
  expect(datedWords({ dated, months })).toBe(
    `dated 2026-08-18, in August 2026, which is signed off; ${COUNTS}`,
  );
  expect(datedWords({ dated: { ...dated, isSigned: false }, months })).toBe(
    `dated 2026-08-18, in August 2026; ${COUNTS}`,
  );
  expect([datedWords({ dated: null, months }), datedWords({ dated, months: [] })]).toEqual(["", ""]);
});
