/** Both lists of a pull, wallet history and transactions, asked for again while records move between them. */
import type { Vanishing } from "../../../core/review/pulls/vanishing.ts";
import type { ServiceClient } from "../../api/http/client.ts";
import type { ListBody } from "../../api/json/list-body.ts";
import { outerWalletIDs } from "../../api/records.ts";
import type { HeldHistory } from "../../ledger/pulls/pull.ts";
import { type History, type HistoryRequest, downloadHistory, downloadWholeHistory } from "./pull-history.ts";

export interface Lists {
  readonly history: History;
  readonly transactions: ListBody;
  /** Whether records moved while it asked, each time. */
  readonly isTorn: boolean;
}

/** How often both are asked for where records move. */
export const MOST_ROUNDS = 3;
/** How many of the newest entries are asked for in the end: a list begins with all of them, or ends with them. */
const NEWEST = 20;

/** Asks for both, transactions last, until the newest entries afterwards are those of before. */
export async function downloadLists(
  client: ServiceClient,
  request: HistoryRequest,
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<Lists> {
  for (let round = 1; ; round += 1) {
    const history = await downloadHistory(client, request, held, signal);
    const transactions = await client.downloadTransactions(signal);
    const isTorn = await hasMoved(client, history, signal);
    if (!isTorn || round === MOST_ROUNDS) return { history, transactions, isTorn };
  }
}

/** Asks once more for those lists that lack what the ledger holds: for the wallet's with the largest limit. */
export async function downloadAgain(
  client: ServiceClient,
  first: Lists,
  vanishing: readonly Vanishing[],
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<Lists> {
  const isLacking = (kind: Vanishing["kind"]) => vanishing.some((one) => one.kind === kind);
  const asksWallet = isLacking("entries") && !first.history.isSecond;
  const history = asksWallet ? await downloadWholeHistory(client, held, signal) : first.history;
  const asksTransactions = asksWallet || isLacking("transactions");
  const transactions = asksTransactions ? await client.downloadTransactions(signal) : first.transactions;
  if (!asksTransactions) return first;
  return { history, transactions, isTorn: await hasMoved(client, history, signal) };
}

/** Whether the service now lists entries that a wallet history lacks. */
async function hasMoved(
  client: ServiceClient,
  { body, limit }: History,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const most = Math.min(NEWEST, limit ?? NEWEST);
  const newest = outerWalletIDs(await client.downloadWallet(most, signal)).slice(0, most);
  const listed = new Set(outerWalletIDs(body));
  return newest.length === 0 ? listed.size > 0 : newest.some((id) => !listed.has(id));
}

/** Whether a wallet history begins with its newest entry. */
export function isNewestFirst(body: ListBody): boolean {
  const ids = outerWalletIDs(body);
  return ids.length < 2 || (ids[0] ?? 0) > (ids.at(-1) ?? 0);
}
