/** The records that a decision depends on: their contents at the time, and what has changed since. */
import type { JsonValue } from "../../canonical.ts";
import { type ChangeWording, changeWords } from "../../reconcile/input/field-words.ts";
import { formatCount } from "../../money.ts";
import { compareDocuments } from "../../reconcile/compare-records.ts";
import type { FieldChange } from "../../reconcile/input/findings.ts";

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

/** A field of a bound record that changed; `(whole record)`: it vanished, or never had this content. */
export interface BoundChange extends FieldChange {
  readonly walletID: number | null;
  readonly payID: number | null;
  /** Where a bank's line stands, in words; left out of records. */
  readonly line?: string;
}

export const WHOLE_RECORD = "(whole record)";

/** A content that a record had from some pull on; null where it was gone. */
export type Content = { readonly document: JsonValue; readonly sha256: string } | null;

/** By field, what a record says otherwise than it was bound to. @param contents oldest first */
export function changesSinceBound(
  { walletID, payID }: Pick<BoundChange, "walletID" | "payID">,
  sha256: string,
  contents: readonly Content[],
): BoundChange[] {
  const now = contents.at(-1) ?? null;
  if (now?.sha256 === sha256) return [];
  const then = contents.find((content) => content?.sha256 === sha256) ?? null;
  const kind = walletID === null ? "transaction" : "entry";
  const changes = then === null || now === null ? [] : compareDocuments(kind, then.document, now.document);
  if (changes.length > 0) return changes.map((change) => ({ walletID, payID, ...change }));
  const [before, after] = [then?.document ?? null, now?.document ?? null];
  return [{ walletID, payID, field: WHOLE_RECORD, before, after }];
}

/** @example `walletID 3`, `payID 4`, `row 12 of evidence 3` */
export function boundName({
  walletID,
  payID,
  line,
}: Pick<BoundChange, "walletID" | "payID"> & { readonly line?: string | undefined }): string {
  return line ?? (walletID === null ? `payID ${payID}` : `walletID ${walletID}`);
}

/** A change in one line, e.g. `walletID 3: Description from "Fee" to "Refund"`. */
export function boundChangeWords(
  { walletID, payID, line, ...change }: BoundChange,
  wording: ChangeWording,
): string {
  const { field, after } = change;
  const record = boundName({ walletID, payID, line });
  if (field === WHOLE_RECORD) {
    return after === null ? `${record} is gone` : `${record} says something else now`;
  }
  return `${record}: ${changeWords(change, wording)}`;
}

/** Changes in a line each, and how many more there are beyond so many. */
export function boundChangeLines(
  changes: readonly BoundChange[],
  most: number,
  wording: ChangeWording,
): string[] {
  const more = changes.length - most;
  const told = changes.slice(0, most).map((change) => boundChangeWords(change, wording));
  return more > 0 ? [...told, `and ${formatCount(more, "more change")}`] : told;
}
