/** The pulls of a ledger, and how complete their ranges make its history. */
import { TieoutError } from "../../../core/errors.ts";
import type { Coverage } from "../../../core/reconcile/input.ts";
import type { PullOrigin } from "../../../core/review/pulls/provenance.ts";
import { asideAt } from "./pull-step.ts";
import { readRemarks } from "./remarks.ts";
import type { ReadableLedger } from "../file/connection.ts";

export interface PullRecord extends PullOrigin {
  readonly id: number;
  /** Entries received; null when the pull had no wallet history. */
  readonly entries: number | null;
  readonly lowestWalletID: number | null;
  readonly highestWalletID: number | null;
  readonly transactions: number | null;
}

/**
 * All pulls that count, oldest first.
 *
 * @param table where they are read, see `storedTable`
 */
export function listPulls(db: ReadableLedger, table = "pull"): PullRecord[] {
  return db
    .prepare<[], PullRecord>(
      `SELECT id, source, started_at_ms AS startedAtMs, finished_at_ms AS finishedAtMs, base_url AS baseUrl,
        wallet_limit AS "limit", entries, lowest_wallet_id AS lowestWalletID,
        highest_wallet_id AS highestWalletID, transactions FROM ${table} ORDER BY id`,
    )
    .all();
}

/** The same, each with the latest time that its responses state, milliseconds UTC; null where none did. */
export function listStampedPulls(
  db: ReadableLedger,
): (PullRecord & { readonly serverAtMs: number | null })[] {
  const remarksOf = readRemarks(db);
  return listPulls(db).map((pull) => ({ ...pull, serverAtMs: remarksOf(pull.id).serverAtMs }));
}

/** Whether a pull would have brought a record that existed then. */
export function reaches(pull: PullRecord, name: "entry" | "payment", id: number): boolean {
  if (name === "payment") return pull.transactions !== null;
  return pull.lowestWalletID !== null && pull.lowestWalletID <= id && id <= (pull.highestWalletID ?? id);
}

/** The walletIDs each pull reaches over, merged where two pulls have an entry in common. Ascending. */
export function mergedCoverage(db: ReadableLedger, pulls: readonly PullRecord[]): Coverage[] {
  const remarksOf = readRemarks(db);
  const firstAfter = db
    .prepare<[number, number, number], number>(
      "SELECT wallet_id FROM entry WHERE wallet_id BETWEEN ? AND ? AND date_created_ms > ? ORDER BY wallet_id LIMIT 1",
    )
    .pluck();
  const ranges = pulls
    .flatMap(({ id, lowestWalletID: lowest, highestWalletID: to }) => {
      if (lowest === null || to === null) return [];
      const { cut } = remarksOf(id);
      const from = cut === null ? lowest : (firstAfter.get(lowest, to, cut.atMs) ?? null);
      return from === null ? [] : [{ from, to }];
    })
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

/**
 * Whether the history held may begin where a limit cut it: each pull that reaches back furthest asked with a
 * limit and got exactly that many. One that asked without, or got fewer, saw that nothing is before.
 */
export function isCapped(pulls: readonly PullRecord[]): boolean {
  let lowest = Infinity;
  let capped = false;
  for (const { lowestWalletID, limit, entries } of pulls) {
    if (lowestWalletID === null || lowestWalletID > lowest) continue;
    const full = limit !== null && entries === limit;
    capped = full && (capped || lowestWalletID < lowest);
    lowest = lowestWalletID;
  }
  return capped;
}

/** How far back a pull must reach to leave nothing open. */
export interface HeldHistory {
  /**
   * The highest walletID up to which pulls followed each other without a gap. One that reaches back to it
   * leaves none.
   */
  readonly wholeUpTo: number;
  /**
   * The walletID to reach back to so that each entry that is gone is asked for again, too. null: only the
   * whole history does.
   */
  readonly anchor: number | null;
}

/** What a routine pull must overlap; null while the ledger holds no entries. */
export function findHeldHistory(db: ReadableLedger): HeldHistory | null {
  const [oldest] = mergedCoverage(db, listPulls(db));
  if (oldest === undefined) return null;
  const gone = firstGone(db) ?? Infinity;
  // Where the oldest one is gone nothing is held below it that a response could reach back to.
  const anchor = gone > oldest.from ? Math.min(oldest.to, gone - 1) : null;
  return { wholeUpTo: oldest.to, anchor };
}

/** The lowest walletID that is gone; null when all are there. It stops at the first in the key's order. */
function firstGone(db: ReadableLedger): number | null {
  const first = db
    .prepare<[], number>(
      `SELECT wallet_id FROM entry_presence AS last WHERE present = 0 AND pull_id =
        (SELECT max(pull_id) FROM entry_presence AS p WHERE p.wallet_id = last.wallet_id) ORDER BY wallet_id LIMIT 1`,
    )
    .pluck()
    .get();
  return first ?? null;
}

/** Id of the newest pull that counts, 0 while there is none. */
export function newestPullID(db: ReadableLedger): number {
  return db.prepare<[], number>("SELECT coalesce(max(id), 0) FROM pull").pluck().get() ?? 0;
}

/** Id of the newest pull that counted at a link of the trail; 0 without one. */
export function newestPullAt(db: ReadableLedger, sequence: number): number {
  const aside = asideAt(db, sequence);
  const pulls = db
    .prepare<[number], number>(
      "SELECT payload ->> '$.pull' FROM audit WHERE kind = 'pull' AND sequence <= ? ORDER BY sequence DESC",
    )
    .pluck()
    .all(sequence);
  return pulls.find((pull) => !aside.has(pull)) ?? 0;
}

/**
 * Refuses a pull that was requested before another one was saved: it may be older.
 *
 * @param expected the newest pull when it began to ask; not given, it does not matter
 * @throws TieoutError LEDGER_BUSY
 */
export function refuseStale(db: ReadableLedger, expected: number | undefined): void {
  if (expected === undefined || expected === newestPullID(db)) return;
  throw new TieoutError(
    "LEDGER_BUSY",
    "Another pull was saved meanwhile, and this one may be older. Nothing of it was saved. Pull again",
    { file: db.name },
  );
}
