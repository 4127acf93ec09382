/** From an element of the wallet history to an `Entry`. */
import type { Entry } from "../../core/entry.ts";
import { type FieldReader, type RawFields, fieldNames } from "./json/field-reader.ts";
import { walletEntrySchema } from "./schemas.ts";

const ENTRY = fieldNames(walletEntrySchema.shape, ["datePaid"]);

/** Reads one entry; `reader.failed` says whether the interface allows it, else the result means nothing. */
export function readEntry(record: unknown, reader: FieldReader): Entry {
  const raw: RawFields<keyof typeof walletEntrySchema.shape> = reader.object(record);
  reader.optionalText(raw.datePaid_alt);
  reader.optionalText(raw.dateCreated_alt);
  return {
    walletID: reader.integer(raw.walletID),
    userID: reader.integer(raw.userID),
    businessID: reader.integer(raw.businessID),
    credit: reader.integer(raw.credit_balance),
    debit: reader.integer(raw.debit_balance),
    balance: reader.integer(raw.balance),
    action: reader.optionalText(raw.action),
    description: reader.optionalText(raw.description),
    sessionID: reader.optionalText(raw.sessionID),
    payref: reader.text(raw.payref),
    isApproved: reader.optionalInteger(raw.is_approved),
    isBonus: reader.optionalInteger(raw.is_bonus),
    datePaidAtMs: reader.optionalTime(raw.datePaid),
    dateCreatedAtMs: reader.time(raw.dateCreated),
    extra: reader.extra(raw, ENTRY),
  };
}
