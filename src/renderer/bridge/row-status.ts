/** How a row of the grids stands in review: one status for all of its flags. */
import type { ReviewStatus } from "../../core/review/decisions/review.ts";
import type { Flag } from "./protocol.ts";

export const BY_URGENCY = [
  "reopened",
  "open",
  "raised",
  "explained",
  "accepted",
] as const satisfies readonly ReviewStatus[];

/** The status that waits most for a decision; null without flags. No info waits that nobody decided on. */
export function rowStatus(flags: readonly Pick<Flag, "severity" | "status">[]): ReviewStatus | null {
  const standing = flags.filter(({ severity, status }) => severity !== "info" || status !== "open");
  return BY_URGENCY.find((status) => standing.some((flag) => flag.status === status)) ?? null;
}
