/** Why a back-dated entry shows under another month: it counts in that of the latest date up to it. */
import type { Restatement } from "../../review/restate/restatements.ts";
import { monthTitle } from "../../words/month.ts";

/**
 * @returns '' where it counts in the month of its date
 * @example
 *   `dated 2026-08-18, in August 2026, which is signed off; it counts in September 2026, because it follows entries of that month`
 */
export function datedWords({ dated, months }: Pick<Restatement, "dated" | "months">): string {
  const counts = months.at(-1);
  if (dated === null || counts === undefined) return "";
  const signed = dated.isSigned ? ", which is signed off" : "";
  const where = `it counts in ${monthTitle(counts)}, because it follows entries of that month`;
  return `dated ${dated.day}, in ${monthTitle(dated.month)}${signed}; ${where}`;
}
