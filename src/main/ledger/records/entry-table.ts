/** Entries in the ledger: the columns of `entry` and `entry_version`. */
import { ENTRY_FIELDS, type Entry, entryDocument } from "../../../core/entry.ts";
import { parseStored } from "../../../schema/stored.ts";
import { extra } from "../../../schema/transaction.ts";
import {
  wholeNumberOf,
  integerOrNull,
  jsonOrNull,
  labelOrNull,
  payref,
  recordTable,
  textOrNull,
} from "./record-table.ts";

export const ENTRY_TABLE = recordTable({
  name: "entry",
  idColumn: "wallet_id",
  columns: {
    walletID: wholeNumberOf("wallet_id"),
    userID: wholeNumberOf("user_id"),
    businessID: wholeNumberOf("business_id"),
    credit: wholeNumberOf("credit"),
    debit: wholeNumberOf("debit"),
    balance: wholeNumberOf("balance"),
    payref: payref("payref_id"),
    action: labelOrNull("action_id"),
    isApproved: integerOrNull("is_approved"),
    isBonus: integerOrNull("is_bonus"),
    datePaidAtMs: integerOrNull("date_paid_ms"),
    dateCreatedAtMs: wholeNumberOf("date_created_ms"),
    description: textOrNull("description"),
    sessionID: textOrNull("session_id"),
    extra: jsonOrNull("extra", parseExtra),
  },
  idOf: (entry: Entry) => entry.walletID,
  document: entryDocument,
  derive: () => ({}),
  restore: (stored): Entry => stored,
  fields: ENTRY_FIELDS,
  laterField: (field) => `extra ->> '$.${field}'`,
});

function parseExtra(text: string, walletID: number): NonNullable<Entry["extra"]> {
  return parseStored(text, extra, () => ({
    record: `walletID ${walletID}`,
    sentence: "The content of an entry differs from what was written",
  }));
}
