/** Months as `tieout months --json` prints them, with times as RFC 3339. */
import { formatInstant } from "../../time.ts";
import type { CloseStep } from "./close.ts";
import type { MonthFacts } from "./months.ts";

/** The states of months: schema `tieout.months/1`. */
export function monthsDocument(months: readonly MonthFacts[]) {
  return {
    schema: "tieout.months/1",
    months: months.map(({ steps, ...facts }) => ({ ...facts, steps: steps.map(stepDocument) })),
  };
}

function stepDocument({ atMs, ...step }: CloseStep) {
  return { ...step, at: formatInstant(atMs) };
}
