/**
 * How much of the wallet history a pull asks for. The interface has no paging, only `limit`: a routine pull asks for more
 * and more of the newest entries until they overlap what the ledger holds.
 */
import type { Entry } from "../../core/entry.ts";
import type { ServiceClient } from "../api/client.ts";
import type { ListBody } from "../api/list-body.ts";
import { readEntries } from "../api/records.ts";

export type HistoryRequest =
  | { readonly kind: "routine" }
  | { readonly kind: "full" }
  | { readonly kind: "limit"; readonly limit: number };

export interface History {
  readonly body: ListBody;
  /** The limit it was asked with; null without one. */
  readonly limit: number | null;
  /** What must be said of it, one sentence each. */
  readonly notes: readonly string[];
}

const FIRST_LIMIT = 500;
const GROWTH = 4;
/** The largest limit that any service reads as an integer. */
const LARGEST_LIMIT = 2_147_483_647;

/** @param held walletIDs the ledger holds; null when it holds none, so that a routine pull asks for everything */
export async function downloadHistory(
  client: ServiceClient,
  request: HistoryRequest,
  held: { readonly highest: number } | null,
  signal: AbortSignal | undefined,
): Promise<History> {
  if (request.kind === "limit") {
    return { body: await client.downloadWallet(request.limit, signal), limit: request.limit, notes: [] };
  }
  if (request.kind === "full" || held === null) return downloadWhole(client, signal);
  for (let limit = FIRST_LIMIT; limit < LARGEST_LIMIT; limit *= GROWTH) {
    const body = await client.downloadWallet(limit, signal);
    const oldest = oldestOf(body);
    if (oldest === null || oldest.walletID <= held.highest) return { body, limit, notes: [] };
    // Fewer than asked for, and still no overlap: a larger limit would bring no more.
    if (body.records < limit) break;
  }
  const whole = await downloadWhole(client, signal);
  const oldest = oldestOf(whole.body);
  if (oldest === null || oldest.walletID <= held.highest) return whole;
  const gap = `The service gave ${whole.body.records} entries at most, and they do not reach back to what the ledger holds: a gap remains.`;
  return { ...whole, notes: [...whole.notes, gap] };
}

/** Asks without a limit, and where the history does not start at zero once more with the largest, in case that brings more. */
async function downloadWhole(client: ServiceClient, signal: AbortSignal | undefined): Promise<History> {
  const body = await client.downloadWallet(null, signal);
  if (startsAtZero(body)) return { body, limit: null, notes: [] };
  const largest = await client.downloadWallet(LARGEST_LIMIT, signal);
  const history =
    largest.records > body.records ? { body: largest, limit: LARGEST_LIMIT } : { body, limit: null };
  const notes = startsAtZero(history.body)
    ? []
    : ["The history does not start at zero: the service may have capped it, or earlier entries are missing."];
  return { ...history, notes };
}

function startsAtZero(body: ListBody): boolean {
  const oldest = oldestOf(body);
  return oldest === null || Math.abs(oldest.balance) === Math.abs(oldest.credit - oldest.debit);
}

/** The oldest entry of a history; the reader gives those first. */
function oldestOf(body: ListBody): Entry | null {
  for (const batch of readEntries(body)) {
    return batch.reduce((oldest, entry) => (entry.walletID < oldest.walletID ? entry : oldest));
  }
  return null;
}
