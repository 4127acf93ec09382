/**
 * A wallet history entry, normalised: what the ledger holds of one element of `data.histories` in wallet
 * history. Texts are stored escaped (see text.ts); relative `_alt` texts are left out, they change by the
 * hour.
 */
import type { JsonValue } from "../canonical.ts";
import { type Fields, flag, money, time, value } from "./fields.ts";
import type { Sent } from "../sent.ts";
import { formatServiceTime } from "../time.ts";

export interface Entry extends Sent {
  readonly walletID: number;
  readonly userID: number;
  readonly businessID: number;
  /** `credit_balance`: amount credited, integer in the service's unit. */
  readonly credit: number;
  /** `debit_balance`: amount debited. */
  readonly debit: number;
  /** Wallet balance the service states after the entry. */
  readonly balance: number;
  readonly action: string | null;
  readonly description: string | null;
  readonly sessionID: string | null;
  /** '' when no transaction is tied to the entry. */
  readonly payref: string;
  readonly isApproved: number | null;
  readonly isBonus: number | null;
  /** Milliseconds UTC. */
  readonly datePaidAtMs: number | null;
  /** Milliseconds UTC. */
  readonly dateCreatedAtMs: number;
  /**
   * Fields the interface does not name, and named ones whose value has no normal form ('' or 'N/A' for a
   * time), as the service wrote them; null when there are none. Never an `_alt` field.
   */
  readonly extra: { readonly [field: string]: JsonValue } | null;
}

/**
 * The entry under the interface's own field names, without `_alt` fields: what canonical JSON, comparison and
 * exports are made from. Two entries are the same content exactly when these documents are equal.
 */
export function entryDocument(entry: Entry): { [field: string]: JsonValue } {
  return {
    walletID: entry.walletID,
    userID: entry.userID,
    businessID: entry.businessID,
    credit_balance: entry.credit,
    debit_balance: entry.debit,
    balance: entry.balance,
    action: entry.action,
    description: entry.description,
    sessionID: entry.sessionID,
    payref: entry.payref,
    is_approved: entry.isApproved,
    is_bonus: entry.isBonus,
    datePaid: entry.datePaidAtMs === null ? null : formatServiceTime(entry.datePaidAtMs),
    dateCreated: formatServiceTime(entry.dateCreatedAtMs),
    ...entry.extra,
  };
}

/** The fields that the interface names in an entry. A later one is kept in `extra`. */
export const ENTRY_FIELDS: Fields = {
  walletID: value(),
  userID: value(),
  businessID: value(),
  credit_balance: money("Credit"),
  debit_balance: money("Debit"),
  balance: money("Stated balance"),
  action: value("Action"),
  description: value("Description"),
  sessionID: value("Session"),
  payref: value("Payref"),
  is_approved: flag("Approved"),
  is_bonus: flag("Bonus"),
  datePaid: time("Paid"),
  dateCreated: time("Created"),
};
