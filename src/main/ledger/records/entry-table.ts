/** Entries in the ledger: the columns of `entry` and `entry_version`, and the two mappers. */
import { canonicalJson } from "../../../core/canonical.ts";
import { type Entry, entryDocument } from "../../../core/entry.ts";
import { type RecordTable, RowReader } from "./record-table.ts";
import { parseStored } from "../../../schema/stored.ts";
import { extra } from "../../../schema/transaction.ts";

export const ENTRY_TABLE: RecordTable<Entry> = {
  name: "entry",
  idColumn: "wallet_id",
  columns: [
    "wallet_id",
    "pull_id",
    "user_id",
    "business_id",
    "credit",
    "debit",
    "balance",
    "payref_id",
    "action_id",
    "is_approved",
    "is_bonus",
    "date_paid_ms",
    "date_created_ms",
    "description",
    "session_id",
    "extra",
  ],
  integers: 13,
  payrefColumns: [7],
  labelColumns: [8],
  idOf: (entry) => entry.walletID,
  document: entryDocument,
  toRow: (entry, pullId, { payrefs, labels }) => [
    entry.walletID,
    pullId,
    entry.userID,
    entry.businessID,
    entry.credit,
    entry.debit,
    entry.balance,
    payrefs.idOf(entry.payref),
    labels.idOrNull(entry.action),
    entry.isApproved,
    entry.isBonus,
    entry.datePaidAtMs,
    entry.dateCreatedAtMs,
    entry.description,
    entry.sessionID,
    entry.extra === null ? null : canonicalJson(entry.extra),
  ],
  fromRow(row, texts) {
    const read = new RowReader(row, texts);
    const walletID = read.integer();
    read.integer();
    return {
      walletID,
      userID: read.integer(),
      businessID: read.integer(),
      credit: read.integer(),
      debit: read.integer(),
      balance: read.integer(),
      payref: read.payref(),
      action: read.labelOrNull(),
      isApproved: read.integerOrNull(),
      isBonus: read.integerOrNull(),
      datePaidAtMs: read.integerOrNull(),
      dateCreatedAtMs: read.integer(),
      description: read.textOrNull(),
      sessionID: read.textOrNull(),
      extra: parseExtra(read.textOrNull(), walletID),
    };
  },
};

function parseExtra(text: string | null, walletID: number): Entry["extra"] {
  if (text === null) return null;
  return parseStored(text, extra, () => ({
    record: `walletID ${walletID}`,
    sentence: "The content of an entry differs from what was written",
  }));
}
