/** The pull or step that brought a restatement, in words for terminal, window and workbook. */
import type { Restatement } from "./restatements.ts";

/** @example `pull 3`, `pull 2, set aside`, `pull 2, put back` */
export function broughtWords({ pullId, step }: Pick<Restatement, "pullId" | "step">): string {
  if (step === undefined) return `pull ${pullId}`;
  return `pull ${pullId}, ${step === "set-aside" ? "set aside" : "put back"}`;
}

/**
 * The same as the end of a sentence, with its time where it is known.
 *
 * @example `by pull 3 of 2026-10-01 08:00:00 UTC`, `by setting pull 2 aside on 2026-10-03 08:00:00 UTC`
 */
export function broughtBy(
  { pullId, step, atMs }: Pick<Restatement, "pullId" | "step" | "atMs">,
  sayTime: (atMs: number) => string,
): string {
  const when = (word: "of" | "on") => (atMs === null ? "" : ` ${word} ${sayTime(atMs)}`);
  if (step === undefined) return `by pull ${pullId}${when("of")}`;
  const done = step === "set-aside" ? `setting pull ${pullId} aside` : `putting pull ${pullId} back`;
  return `by ${done}${when("on")}`;
}
