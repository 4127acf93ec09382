/** The next step of the review, as the Overview offers it. */
import { formatCount } from "../../../core/money.ts";
import type { ReviewSummary } from "../../check/protocol.ts";

/** Errors first, then warnings; null where nothing is left to review. */
export function nextReview({
  progress,
}: Pick<ReviewSummary, "progress">): { readonly words: string; readonly filters: string } | null {
  for (const severity of ["error", "warning"] as const) {
    const { total, reviewed } = progress.bySeverity[severity];
    const open = total - reviewed;
    if (open > 0) return { words: `Review ${formatCount(open, severity)}`, filters: `severity=${severity}` };
  }
  return null;
}
