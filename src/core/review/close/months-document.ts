/** Months as `tieout months --json` prints them, with times as RFC 3339. */
import { withInstant } from "../../time.ts";
import type { MonthFacts } from "./months.ts";

/** The states of months: schema `tieout.months/1`. */
export function monthsDocument(months: readonly MonthFacts[]) {
  return {
    schema: "tieout.months/1",
    months: months.map(({ steps, ...facts }) => ({
      ...facts,
      steps: steps.map((step) => withInstant(step)),
    })),
  };
}
