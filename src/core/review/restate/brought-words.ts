/** What brought a restatement, in words: the same in terminal, window and workbook. */
import type { Restatement } from "./restatements.ts";

/** @example `pull 3`, `pull 2, set aside`, `pull 2, put back` */
export function broughtWords({ pullId, step }: Pick<Restatement, "pullId" | "step">): string {
  if (step === undefined) return `pull ${pullId}`;
  return `pull ${pullId}, ${step === "set-aside" ? "set aside" : "put back"}`;
}
