/** The pulls a ledger holds, and what their ranges say of how complete it is. */
import type { Coverage } from "../../core/reconcile/input.ts";
import type { ReadableLedger } from "./connection.ts";

export interface PullRecord {
  readonly id: number;
  readonly source: "service" | "files";
  /** Milliseconds UTC. */
  readonly startedAtMs: number;
  /** Milliseconds UTC; null for files. */
  readonly finishedAtMs: number | null;
  readonly baseUrl: string | null;
  /** The limit the wallet history was asked with. */
  readonly limit: number | null;
  /** Entries received; null when the pull had no wallet history. */
  readonly entries: number | null;
  readonly lowestWalletID: number | null;
  readonly highestWalletID: number | null;
  readonly transactions: number | null;
}

/** All pulls, oldest first. */
export function listPulls(db: ReadableLedger): PullRecord[] {
  return db
    .prepare<[], PullRecord>(
      `SELECT id, source, started_at_ms AS startedAtMs, finished_at_ms AS finishedAtMs, base_url AS baseUrl,
        wallet_limit AS "limit", entries, lowest_wallet_id AS lowestWalletID,
        highest_wallet_id AS highestWalletID, transactions FROM pull ORDER BY id`,
    )
    .all();
}

/** The walletIDs each pull reaches over, merged where two pulls have an entry in common. Ascending. */
export function mergedCoverage(pulls: readonly PullRecord[]): Coverage[] {
  const ranges = pulls
    .flatMap(({ lowestWalletID: from, highestWalletID: to }) =>
      from === null || to === null ? [] : [{ from, to }],
    )
    .toSorted((a, b) => a.from - b.from);
  const merged: Coverage[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else merged.push(range);
  }
  return merged;
}

/** Whether the pull that reaches back furthest asked with a limit and got exactly that many. */
export function isCapped(pulls: readonly PullRecord[]): boolean {
  let furthest: PullRecord | null = null;
  for (const pull of pulls) {
    if (pull.lowestWalletID === null) continue;
    if (furthest === null || pull.lowestWalletID <= (furthest.lowestWalletID ?? Infinity)) furthest = pull;
  }
  return furthest !== null && furthest.limit !== null && furthest.entries === furthest.limit;
}

/** Lowest and highest walletID held, null while there are no entries. */
export function walletRange(
  db: ReadableLedger,
): { readonly lowest: number; readonly highest: number } | null {
  const range = db
    .prepare<[], { lowest: number | null; highest: number | null }>(
      "SELECT min(wallet_id) AS lowest, max(wallet_id) AS highest FROM entry",
    )
    .get();
  if (range === undefined || range.lowest === null || range.highest === null) return null;
  return { lowest: range.lowest, highest: range.highest };
}
