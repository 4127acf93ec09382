/** What was decided on a finding, from the first decision to the last, and what of it still counts. */
import type { DecidedFinding, Decision } from "../../../core/review/decisions/decision.ts";

export interface HistoryLine {
  readonly decision: Decision;
  /** The reversal that took it back, null while it was not. */
  readonly undoneBy: Decision | null;
  /** Whether it was taken when the finding had other numbers. */
  readonly onOtherNumbers: boolean;
}

type HistorySubject = DecidedFinding & { readonly fingerprint: string };

/**
 * All decisions and reversals on a finding, newest first, with those on the same rule and record under other
 * numbers.
 *
 * @param decisions all of the ledger, in any order
 */
export function historyOf(finding: HistorySubject, decisions: readonly Decision[]): HistoryLine[] {
  const reversals = new Map<number, Decision>();
  for (const decision of decisions) if (decision.undoes !== null) reversals.set(decision.undoes, decision);
  return decisions
    .filter((decision) => decision.fingerprint === finding.fingerprint || isAbout(finding, decision.finding))
    .toSorted((a, b) => b.id - a.id)
    .map((decision) => ({
      decision,
      undoneBy: reversals.get(decision.id) ?? null,
      onOtherNumbers: decision.fingerprint !== finding.fingerprint,
    }));
}

/** The newest decision or reversal on a fingerprint; null without one. */
export function newestOn(fingerprint: string, decisions: readonly Decision[]): Decision | null {
  let newest: Decision | null = null;
  for (const decision of decisions) {
    if (decision.fingerprint === fingerprint && decision.id > (newest?.id ?? 0)) newest = decision;
  }
  return newest;
}

/**
 * Lines that somebody else decided on after they were seen, with the newest decision on each.
 *
 * @param newestHere of a finding the newest decision that this window wrote: whoever wrote it has seen it
 */
export function decidedMeanwhile(
  lines: Iterable<{ readonly fingerprint: string; readonly seen: number | null }>,
  decisions: readonly Decision[],
  newestHere: (fingerprint: string) => number | null = nothing,
): Decision[] {
  const newest = new Map<string, Decision>();
  for (const decision of decisions) {
    if (decision.id > (newest.get(decision.fingerprint)?.id ?? 0)) newest.set(decision.fingerprint, decision);
  }
  return Array.from(lines).flatMap(({ fingerprint, seen }) => {
    const decision = newest.get(fingerprint);
    if (decision === undefined || decision.id === seen || decision.id === newestHere(fingerprint)) return [];
    return [decision];
  });
}

function nothing(): null {
  return null;
}

function isAbout(a: DecidedFinding, b: DecidedFinding): boolean {
  if (a.rule !== b.rule || a.walletID !== b.walletID) return false;
  if (a.walletID !== null) return true;
  return a.payID === b.payID && (a.payID !== null || a.payref === b.payref);
}
