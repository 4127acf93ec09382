/** Wallets as chains: the order of their rows, and which rows exist as at the check's end. */
import type { ChainScope } from "../../options.ts";
import { oncePer } from "../../once-per.ts";
import { firstPlace, firstWhere } from "../../sorted.ts";
import type { Coverage, EntryColumns } from "./input.ts";

export interface Chains {
  /** Rows in chain order: wallet by wallet, oldest entry first; also those after the check's end. */
  readonly order: Int32Array;
  /** Wallet w is order[start[w]] … order[start[w + 1] − 1]. */
  readonly start: Int32Array;
  /** Of wallet w, order[start[w]] … order[end[w] − 1] exist as at the check's end. */
  readonly end: Int32Array;
  /** By row: the latest dateCreated among the entry and all before it in its wallet, milliseconds UTC. */
  readonly periodAtMs: Float64Array;
}

/** @param endMs entries whose period date is later do not exist; Infinity keeps all */
export function buildChains(entries: EntryColumns, scope: ChainScope, endMs: number): Chains {
  const whole = WHOLE[scope](entries);
  const { order, start, periodAtMs } = whole;
  // Period dates never fall inside a wallet, so what exists is a prefix of it.
  const end = whole.end.map((last, wallet) => {
    const first = start[wallet] as number;
    const isLater = (at: number) => (periodAtMs[order[first + at] as number] as number) > endMs;
    return first + firstPlace(last - first, isLater);
  });
  return { order, start, end, periodAtMs };
}

/** By row: 1 where the entry exists as at the check's end. */
export function existingRows({ order, start, end }: Chains): Uint8Array {
  const exists = new Uint8Array(order.length);
  for (let wallet = 0; wallet < end.length; wallet += 1) {
    for (let at = start[wallet] as number; at < (end[wallet] as number); at += 1) {
      exists[order[at] as number] = 1;
    }
  }
  return exists;
}

/** The chains of all entries; wherever a check ends, they are the same. */
const WHOLE = {
  user: oncePer((entries: EntryColumns) => wholeChains(entries, "user")),
  business: oncePer((entries: EntryColumns) => wholeChains(entries, "business")),
};

function wholeChains(entries: EntryColumns, scope: ChainScope): Chains {
  const order = chainOrder(entries, scope);
  const start: number[] = [];
  // Where every entry is dated after those before it, the dates are those of the records.
  let periodAtMs = entries.dateCreatedAtMs;
  let latest = -Infinity;
  for (let at = 0; at < order.length; at += 1) {
    const row = order[at] as number;
    if (at === 0 || !sameWallet(entries, scope, order[at - 1] as number, row)) {
      start.push(at);
      latest = -Infinity;
    }
    const ownAtMs = entries.dateCreatedAtMs[row] as number;
    latest = Math.max(latest, ownAtMs);
    if (latest === ownAtMs) continue;
    if (periodAtMs === entries.dateCreatedAtMs) periodAtMs = periodAtMs.slice();
    periodAtMs[row] = latest;
  }
  start.push(order.length);
  return { order, start: Int32Array.from(start), end: Int32Array.from(start.slice(1)), periodAtMs };
}

/** Whether all entries belong to one user and one business: the wallet is the same under both scopes. */
export const isOneWallet = oncePer(({ length, userID, businessID }: EntryColumns): boolean => {
  for (let row = 1; row < length; row += 1) {
    if (businessID[row] !== businessID[0] || userID[row] !== userID[0]) return false;
  }
  return true;
});

export function sameWallet(entries: EntryColumns, scope: ChainScope, a: number, b: number): boolean {
  if (entries.userID[a] !== entries.userID[b]) return false;
  return scope === "user" || entries.businessID[a] === entries.businessID[b];
}

/** Rows wallet by wallet, ascending walletID each. */
export function chainOrder(entries: EntryColumns, scope: ChainScope): Int32Array {
  return ORDER[scope](entries);
}

const ORDER = {
  user: oncePer((entries: EntryColumns) => orderOf(entries, "user")),
  business: oncePer((entries: EntryColumns) => orderOf(entries, "business")),
};

function orderOf(entries: EntryColumns, scope: ChainScope): Int32Array {
  const order = new Int32Array(entries.length);
  for (let row = 0; row < order.length; row += 1) order[row] = row;
  const compare = (a: number, b: number): number => {
    const byUser = (entries.userID[a] as number) - (entries.userID[b] as number);
    if (byUser !== 0) return byUser;
    const byBusiness =
      scope === "user" ? 0 : (entries.businessID[a] as number) - (entries.businessID[b] as number);
    return byBusiness !== 0 ? byBusiness : (entries.walletID[a] as number) - (entries.walletID[b] as number);
  };
  for (let at = 1; at < order.length; at += 1) {
    if (compare(at - 1, at) > 0) return order.toSorted(compare);
  }
  return order;
}

/** Says whether two neighbours were seen together: some pull, or pulls that overlap, reach over both. */
export function coveredBy(coverage: readonly Coverage[]): (older: number, newer: number) => boolean {
  if (coverage.length === 0) return () => true;
  return (older, newer) => {
    const reaching = coverage[firstWhere(coverage, ({ to }) => to >= newer)];
    return reaching !== undefined && reaching.from <= older;
  };
}

/** A row that goes on from an older row than the one before it, by places in some order of whole chains. */
export interface OverwritingRow {
  readonly place: number;
  readonly parent: number;
}

/**
 * The rows off the main lines. From the newest row of a chain on, the line leads from each row to the one that
 * it goes on from, so that what it leaves out lies between an overwriting row on it and that one's parent.
 *
 * @param rows ascending, of one chain or of several that follow on each other
 * @returns their places, ascending
 */
export function offMainLine(rows: readonly OverwritingRow[]): ReadonlySet<number> {
  const onLine: OverwritingRow[] = [];
  for (const row of rows.toReversed()) {
    if (row.place <= (onLine.at(-1)?.parent ?? Infinity)) onLine.push(row);
  }
  const off = new Set<number>();
  for (const { place, parent } of onLine.toReversed()) {
    for (let between = parent + 1; between < place; between += 1) off.add(between);
  }
  return off;
}
