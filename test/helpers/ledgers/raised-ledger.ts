/** Ledgers in which everything that a review found is raised with the provider. */
import { monthDays } from "../../../src/core/time.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import { decide, readReview } from "../../../src/main/services/review/review.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";

/** Raises every finding of a month. @returns their fingerprints, in the order of the check */
export async function raiseAll(
  ledger: string,
  month: Month,
  context: ServiceContext,
  note = "Asked",
): Promise<string[]> {
  const request = { ledger, period: monthDays(month), options: {} };
  const raised = readReview(request, context).findings.map(({ finding }) => finding.fingerprint);
  const items = raised.map((fingerprint) => ({ fingerprint }));
  await decide({ ...request, items, status: "raised", note, by: "Ada Obi" }, context);
  return raised;
}
