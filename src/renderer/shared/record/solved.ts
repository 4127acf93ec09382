/** Findings that were matched by hand in this window: the check that follows raises them no more. */
import { sharedValue } from "../../ui/shared-value.ts";

export interface Solved {
  /** `matched with payID 14022` */
  readonly words: string;
  /** The ledger's matches, by name, that the check went by when it was matched. */
  readonly before: string;
}

const solved = sharedValue<ReadonlyMap<string, Solved>>(new Map());

/** @param ledger its key, which names it in the window */
export function markSolved(ledger: string, fingerprint: string, how: Solved): void {
  solved.put(new Map(solved.get()).set(nameIn(ledger, fingerprint), how));
}

/** How a finding of a ledger was matched; null where it was not. */
export function useSolved(ledger: string, fingerprint: string | null): Solved | null {
  const all = solved.useValue();
  return fingerprint === null ? null : (all.get(nameIn(ledger, fingerprint)) ?? null);
}

/** Another ledger may have a finding of the same fingerprint. */
function nameIn(ledger: string, fingerprint: string): string {
  return `${fingerprint} ${ledger}`;
}
