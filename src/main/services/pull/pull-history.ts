/**
 * How much of the wallet history a pull requests. The interface has no paging, only `limit`: a routine pull
 * requests more and more of the newest entries until they overlap what the ledger holds without a gap and
 * without vanished entries.
 */
import type { Entry } from "../../../core/entry.ts";
import { formatAmount } from "../../../core/money.ts";
import type { ServiceClient } from "../../api/http/client.ts";
import type { ListBody } from "../../api/json/list-body.ts";
import { readEntries } from "../../api/records.ts";
import type { HeldHistory } from "../../ledger/pulls/pull.ts";

export type HistoryRequest =
  | { readonly kind: "routine" }
  | { readonly kind: "full" }
  | { readonly kind: "limit"; readonly limit: number };

interface History {
  readonly body: ListBody;
  /** The limit it was asked with; null without one. */
  readonly limit: number | null;
  /** Remarks, one sentence each. */
  readonly notes: readonly string[];
}

/** One response. */
interface Answered {
  readonly body: ListBody;
  readonly limit: number | null;
  /** null for an empty history. */
  readonly oldest: Entry | null;
}

const FIRST_LIMIT = 500;
const GROWTH = 4;
/** The largest limit that any service reads as an integer. */
const LARGEST_LIMIT = 2_147_483_647;

/**
 * @param held what the ledger holds; null when it holds nothing, so that a routine pull asks for everything
 */
export async function downloadHistory(
  client: ServiceClient,
  request: HistoryRequest,
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<History> {
  const ask = async (limit: number | null): Promise<Answered> => {
    const body = await client.downloadWallet(limit, signal);
    return { body, limit, oldest: oldestOf(body) };
  };
  const answered = await (request.kind === "limit"
    ? ask(request.limit)
    : askBackTo(anchorOf(request, held), ask));
  const { body, limit } = answered;
  return { body, limit, notes: notesOn(answered, request, held) };
}

function anchorOf({ kind }: HistoryRequest, held: HeldHistory | null): number | null {
  return kind === "full" || held === null ? null : held.anchor;
}

/** Asks for more and more until a response reaches back to a walletID; for all if null or none does. */
async function askBackTo(
  anchor: number | null,
  ask: (limit: number | null) => Promise<Answered>,
): Promise<Answered> {
  if (anchor === null) return askForAll(ask);
  for (let limit = FIRST_LIMIT; limit < LARGEST_LIMIT; limit *= GROWTH) {
    const answered = await ask(limit);
    if (reachesBackTo(anchor, answered)) return answered;
    // Fewer than asked for, and still no overlap: a larger limit would bring no more.
    if (answered.body.records < limit) break;
  }
  return askForAll(ask);
}

/**
 * Asks without a limit, and where the history does not start at zero once more with the largest, in case that
 * brings more.
 */
async function askForAll(ask: (limit: number | null) => Promise<Answered>): Promise<Answered> {
  const answered = await ask(null);
  if (startsAtZero(answered)) return answered;
  const largest = await ask(LARGEST_LIMIT);
  return largest.body.records > answered.body.records ? largest : answered;
}

function notesOn(answered: Answered, { kind }: HistoryRequest, held: HeldHistory | null): string[] {
  const { body, limit } = answered;
  const notes: string[] = [];
  const isAll = limit === null || limit === LARGEST_LIMIT;
  if (kind !== "limit" && isAll && !startsAtZero(answered)) {
    notes.push(
      "The history does not start at zero: the service may have capped it, or earlier entries are missing.",
    );
  }
  if (held === null || reachesBackTo(held.wholeUpTo, answered)) return notes;
  const received = body.records === 1 ? "1 entry" : `${formatAmount(body.records)} entries`;
  const reach = `do not reach back to walletID ${held.wholeUpTo}, up to which the ledger holds it whole: a gap remains`;
  notes.push(
    kind === "limit"
      ? `The newest ${received} ${reach}. Pull without a limit to close it.`
      : `The service gave ${received} at most, and they ${reach}.`,
  );
  return notes;
}

/** An empty history leaves nothing out. */
function reachesBackTo(walletID: number, { oldest }: Answered): boolean {
  return oldest === null || oldest.walletID <= walletID;
}

function startsAtZero({ oldest }: Answered): boolean {
  return oldest === null || Math.abs(oldest.balance) === Math.abs(oldest.credit - oldest.debit);
}

/** The oldest entry of a history; the reader gives those first. */
function oldestOf(body: ListBody): Entry | null {
  for (const batch of readEntries(body)) {
    return batch.reduce((oldest, entry) => (entry.walletID < oldest.walletID ? entry : oldest));
  }
  return null;
}
