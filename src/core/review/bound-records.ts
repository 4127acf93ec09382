/** Records that a person decided on, bound to what they said then, and what they say otherwise now. */
import type { JsonValue } from "../canonical.ts";
import { formatCount } from "../money.ts";
import { compareDocuments } from "../reconcile/changes.ts";

/** A record with the content it had when it was decided on. */
export interface BoundEntry {
  readonly walletID: number;
  /** SHA-256 of the entry's canonical JSON, without `_alt` fields; 64 hex digits. */
  readonly sha256: string;
}

export interface BoundTransaction {
  readonly payID: number;
  /** SHA-256 of the transaction's canonical JSON, without `_alt` fields; 64 hex digits. */
  readonly sha256: string;
}

export interface BoundRecords {
  /** Ascending. */
  readonly entries: readonly BoundEntry[];
  /** Ascending. */
  readonly transactions: readonly BoundTransaction[];
}

/** One field that a bound record says otherwise now; `(whole record)` of one that is gone, or was not held so. */
export interface BoundChange {
  readonly walletID: number | null;
  readonly payID: number | null;
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

export const WHOLE_RECORD = "(whole record)";

/** A content that a record had from some pull on; null where it was gone. */
export type Content = { readonly document: JsonValue; readonly sha256: string } | null;

/** What a record says now beside the content it was bound to, by field; nothing where it says the same. @param contents oldest first */
export function changesSinceBound(
  { walletID, payID }: Pick<BoundChange, "walletID" | "payID">,
  sha256: string,
  contents: readonly Content[],
): BoundChange[] {
  const now = contents.at(-1) ?? null;
  if (now?.sha256 === sha256) return [];
  const then = contents.find((content) => content?.sha256 === sha256) ?? null;
  const changes = then === null || now === null ? [] : compareDocuments(then.document, now.document);
  if (changes.length > 0) return changes.map((change) => ({ walletID, payID, ...change }));
  const [before, after] = [then?.document ?? null, now?.document ?? null];
  return [{ walletID, payID, field: WHOLE_RECORD, before, after }];
}

/** A change in one line, e.g. `walletID 3: description from "Fee" to "Refund"`. */
export function boundChangeWords({ walletID, payID, field, before, after }: BoundChange): string {
  const record = walletID === null ? `payID ${payID}` : `walletID ${walletID}`;
  if (field === WHOLE_RECORD) {
    return after === null ? `${record} is gone` : `${record} says something else now`;
  }
  return `${record}: ${field} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`;
}

/** Changes in a line each, and how many more there are beyond so many. */
export function boundChangeLines(changes: readonly BoundChange[], most: number): string[] {
  const more = changes.length - most;
  const told = changes.slice(0, most).map(boundChangeWords);
  return more > 0 ? [...told, `and ${formatCount(more, "more change")}`] : told;
}

/** Whether something read from a file is bound records, whatever else stands in it. */
export function areBoundRecords(read: unknown): read is BoundRecords {
  const { entries, transactions } = (read ?? {}) as Readonly<Record<string, unknown>>;
  return areBound(entries, "walletID") && areBound(transactions, "payID");
}

function areBound(list: unknown, id: "payID" | "walletID"): boolean {
  const isRecord = (one: Readonly<Record<string, unknown>> | null) =>
    Number.isSafeInteger(one?.[id]) && typeof one?.["sha256"] === "string";
  return Array.isArray(list) && list.every(isRecord);
}
