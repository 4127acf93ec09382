/**
 * What a reviewer typed into a workbook, as proposals: which can be imported, which are by themselves, what
 * they become.
 */
import { formatAmount, formatCount } from "../../../core/money.ts";
import { endorsedIn } from "../../../core/review/decisions/endorsement.ts";
import type { TypedReview } from "../../../ipc/jobs.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { STATUS_WORDS } from "../../shared/decide/finding-words.ts";

/** A proposal that can be imported. */
export type TakeableReview = TypedReview & { readonly proposed: NonNullable<TypedReview["proposed"]> };

/** Whether it can become a decision: it says what, and the check still raises the finding. */
export function isTakeable(typed: TypedReview): typed is TakeableReview {
  return typed.proposed !== null && typed.status !== null;
}

/** Those that nothing stands against. What has a caution is looked at first. */
export function chosenAtFirst(items: readonly TypedReview[]): ReadonlySet<string> {
  return new Set(
    items
      .filter((typed) => isTakeable(typed) && typed.caution === null)
      .map(({ fingerprint }) => fingerprint),
  );
}

/** Those chosen, in the workbook's order, one of each finding. */
export function chosenOf(items: readonly TypedReview[], chosen: ReadonlySet<string>): TakeableReview[] {
  const byFingerprint = new Map<string, TakeableReview>();
  for (const typed of items) {
    if (isTakeable(typed) && chosen.has(typed.fingerprint)) byFingerprint.set(typed.fingerprint, typed);
  }
  return [...byFingerprint.values()];
}

/**
 * What is seen of each finding's decisions, by fingerprint: as the workbook was read, or as one took note of
 * it since.
 */
export function seenOf(
  { fingerprint, seen }: TypedReview,
  noted: ReadonlyMap<string, number>,
): number | null {
  return noted.get(fingerprint) ?? seen;
}

/** What one took note of, with these as well. */
export function withNoted(
  noted: ReadonlyMap<string, number>,
  decisions: readonly Decision[],
): ReadonlyMap<string, number> {
  return new Map([...noted, ...decisions.map(({ fingerprint, id }) => [fingerprint, id] as const)]);
}

/** Why a line cannot be imported, in words; null when it can. */
export function whyNot({ proposed, status, caution }: TypedReview): string | null {
  if (proposed !== null && status !== null) return null;
  if (caution !== null) return caution;
  return status === null ? "The check no longer raises this finding." : "The decision is unclear.";
}

/** @example `Accepted: within the firm's limit`, `Agrees with decision 5 (ticked in October.xlsx, Exceptions row 12)` */
export function proposedWords({ status, note }: TakeableReview["proposed"]): string {
  if (endorsedIn(note) !== null) return note;
  return note === "" ? STATUS_WORDS[status] : `${STATUS_WORDS[status]}: ${note}`;
}

/** @example `Accept 3 of 5` */
export function acceptWords(chosen: number, all: number): string {
  return `Import ${formatAmount(chosen)} of ${formatAmount(all)}`;
}

/** @example `Imported 3 decisions by A. Obi` */
export function takenWords(count: number, by: string): string {
  return `Imported ${formatCount(count, "decision")} by ${by}`;
}
