/**
 * How much of the wallet history a pull requests. The interface has no paging, only `limit`: a routine pull
 * requests more and more of the newest entries until they overlap what the ledger holds without a gap and
 * without vanished entries.
 */
import type { Entry } from "../../../core/records/entry.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { CUT_BY_SERVICE } from "../../../core/words/evidence.ts";
import type { ServiceClient } from "../../api/http/client.ts";
import type { ListBody } from "../../api/list-body.ts";
import { readEntries } from "../../api/records.ts";
import type { HeldHistory } from "../../ledger/trail/pull.ts";

export type HistoryRequest =
  | { readonly kind: "routine" }
  | { readonly kind: "full" }
  | { readonly kind: "limit"; readonly limit: number };

export interface History {
  readonly body: ListBody;
  /** The limit it was asked with; null without one. */
  readonly limit: number | null;
  /** Whether it may have been cut within its oldest second. */
  readonly isCut: boolean;
  /** Whether it was asked again with the largest limit because the answer before was empty. */
  readonly isSecond: boolean;
  /** Remarks, one sentence each. */
  readonly notes: readonly string[];
}

interface Answered {
  readonly body: ListBody;
  readonly limit: number | null;
  /** null for an empty history. */
  readonly oldest: Entry | null;
  /** See `History`. */
  readonly isCut: boolean;
  /** The lowest walletID from which on no entry is left out; Infinity where none is known. */
  readonly wholeFrom: number;
}

const FIRST_LIMIT = 500;
const GROWTH = 4;
/** The largest limit that any service reads as an integer. */
const LARGEST_LIMIT = 2_147_483_647;

type Ask = (limit: number | null) => Promise<Answered>;

/**
 * @param held what the ledger holds; null when it holds nothing, so that a routine pull asks for everything
 */
export async function downloadHistory(
  client: ServiceClient,
  request: HistoryRequest,
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<History> {
  const ask = asking(client, signal);
  const first = await (request.kind === "limit"
    ? ask(request.limit)
    : askBackTo(request.kind === "full" || held === null ? null : held.anchor, ask));
  if (first.oldest !== null || first.limit === LARGEST_LIMIT) return historyOf(first, request, held, false);
  const second = await ask(LARGEST_LIMIT);
  const { records } = second.body;
  const note =
    records === 0
      ? "The service gave an empty wallet history, was asked again with the largest limit, and gave an empty one again."
      : `The service gave an empty wallet history, was asked again with the largest limit, and gave ${formatCount(records, "entry")}.`;
  const history = historyOf(second, request, held, true);
  return { ...history, notes: [note, ...history.notes] };
}

/** Asks again for all that there is, where the first answer is not believed. */
export async function downloadWholeHistory(
  client: ServiceClient,
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<History> {
  return historyOf(await asking(client, signal)(LARGEST_LIMIT), { kind: "full" }, held, true);
}

function historyOf(
  answered: Answered,
  request: HistoryRequest,
  held: HeldHistory | null,
  isSecond: boolean,
): History {
  const { body, limit, isCut } = answered;
  return { body, limit, isCut, isSecond, notes: notesOn(answered, request, held) };
}

function asking(client: ServiceClient, signal: AbortSignal | undefined): Ask {
  return async (limit) => {
    const body = await client.downloadWallet(limit, signal);
    const [batch = []] = readEntries(body);
    const oldest = batch.reduce<Entry | null>(
      (low, entry) => (low !== null && low.walletID < entry.walletID ? low : entry),
      null,
    );
    const isCut = oldest !== null && ((limit !== null && body.records >= limit) || !startsAtZero({ oldest }));
    return { body, limit, oldest, isCut, wholeFrom: wholeFromIn(batch, isCut) };
  };
}

/** Of the oldest entries of an answer, the first from which on none is left out. */
function wholeFromIn(batch: readonly Entry[], isCut: boolean): number {
  const cutAtMs = isCut ? Math.min(...batch.map(({ dateCreatedAtMs }) => dateCreatedAtMs)) : -Infinity;
  return batch.reduce(
    (from, { walletID, dateCreatedAtMs }) => (dateCreatedAtMs > cutAtMs ? Math.min(from, walletID) : from),
    Infinity,
  );
}

/** Asks for more and more until a response reaches back to a walletID; for all if null or none does. */
async function askBackTo(anchor: number | null, ask: Ask): Promise<Answered> {
  if (anchor === null) return askForAll(ask);
  for (let limit = FIRST_LIMIT; limit < LARGEST_LIMIT; limit *= GROWTH) {
    const answered = await ask(limit);
    if (reachesBackTo(anchor, answered)) return answered;
    // Fewer than asked for, and still no overlap: a larger limit would bring no more.
    if (answered.body.records < limit) break;
  }
  return askForAll(ask);
}

/** Asks without a limit, and where the history begins above zero once more with the largest. */
async function askForAll(ask: Ask): Promise<Answered> {
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
    notes.push(CUT_BY_SERVICE);
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
function reachesBackTo(walletID: number, { oldest, wholeFrom }: Answered): boolean {
  return oldest === null || wholeFrom <= walletID;
}

function startsAtZero({ oldest }: Pick<Answered, "oldest">): boolean {
  return oldest === null || Math.abs(oldest.balance) === Math.abs(oldest.credit - oldest.debit);
}
