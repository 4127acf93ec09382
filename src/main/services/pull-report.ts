/** What a pull or an import did, for people: counts by kind of record, and sentences. */
import type { PullSummary } from "../ledger/publish.ts";

export interface PullReport {
  readonly pullId: number;
  readonly ledgerCreated: boolean;
  /** null when the pull had no wallet part. */
  readonly entries: PullSummary["entries"] | null;
  /** null when the pull had no transactions. */
  readonly transactions: PullSummary["transactions"] | null;
  /** What else must be said: a history that was capped, a gap between pulls. One sentence each. */
  readonly notes: readonly string[];
}
