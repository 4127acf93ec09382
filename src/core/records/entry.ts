/**
 * A wallet history entry, normalised: what the ledger holds of one element of `data.histories` in wallet
 * history. Texts are stored escaped (see text.ts); relative `_alt` texts are left out.
 */
import type { JsonValue } from "../canonical.ts";
import {
  type DeclaredRecord,
  FIELD,
  type Fields,
  type Unnamed,
  documentWriter,
  labelledFields,
} from "./fields.ts";
import type { Sent } from "../sent.ts";

export const ENTRY_FIELDS = {
  walletID: FIELD.id(),
  userID: FIELD.id(),
  businessID: FIELD.id(),
  credit: FIELD.amount("Credit", "credit_balance"),
  debit: FIELD.amount("Debit", "debit_balance"),
  /** Of the wallet, as the service states it after the entry. */
  balance: FIELD.amount("Stated balance"),
  action: FIELD.text("Action"),
  description: FIELD.text("Description"),
  sessionID: FIELD.text("Session"),
  /** '' when no transaction is tied to the entry. */
  payref: FIELD.someText("Payref"),
  isApproved: FIELD.flag("Approved", "is_approved"),
  isBonus: FIELD.flag("Bonus", "is_bonus"),
  datePaidAtMs: FIELD.time("Paid", "datePaid"),
  dateCreatedAtMs: FIELD.someTime("Created", "dateCreated"),
};

export interface Entry extends Sent, DeclaredRecord<typeof ENTRY_FIELDS> {
  /**
   * Fields the interface does not name, and named ones whose value has no normal form ('' or 'N/A' for a
   * time), as the service wrote them; null when there are none. Never an `_alt` field.
   */
  readonly extra: Unnamed;
}

/**
 * The fields by the interface's names. One that came later than the ledger's columns is added here, not above: no
 * row has a place for it, and `extra` keeps it.
 */
export const LABELLED_ENTRY: Fields = { ...labelledFields(ENTRY_FIELDS) };

const written = documentWriter(ENTRY_FIELDS);

/** The entry under the interface's names, without `_alt` fields; equal exactly where contents are. */
export function entryDocument(entry: Entry): { [field: string]: JsonValue } {
  return written(entry, entry.extra);
}
