/** The records of a report with the dates by which they count in its check. */
import { countedInput } from "../../reconcile/input/counted-dates.ts";
import type { CheckInput } from "../../reconcile/input/input.ts";
import type { ReportInput } from "./input.ts";

/** Sheets show the dates as they stand in the records; what they work out goes by these. */
export function countedRecords({ records, check }: Pick<ReportInput, "records" | "check">): CheckInput {
  return countedInput(records, check.options.chainScope);
}
