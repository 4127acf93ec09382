/** From an element of the transaction list to a `Transaction`. */
import type { Customer, Transaction } from "../../core/transaction.ts";
import { type FieldReader, type RawFields, fieldNames } from "./json/field-reader.ts";
import { readDetail } from "./normalise-detail.ts";
import { customerSchema, feeSchema, summarySchema, transactionSchema } from "./schemas.ts";

const TRANSACTION = fieldNames(transactionSchema.shape, ["datePaid", "dateCreated"]);
const SUMMARY = fieldNames(summarySchema.shape, []);
const CUSTOMER = fieldNames(customerSchema.shape, []);
const FEE = fieldNames(feeSchema.shape, []);

const NO_SUMMARY: RawFields<keyof typeof summarySchema.shape> = {
  name: null,
  status_alt: null,
  trader_status: null,
  is_active: null,
  paymentURL: null,
};

/** Reads one transaction; it means nothing where `reader.failed` says that the interface forbids it. */
export function readTransaction(record: unknown, reader: FieldReader): Transaction {
  const raw: RawFields<keyof typeof transactionSchema.shape> = reader.object(record);
  reader.optionalText(raw.datePaid_alt);
  reader.optionalText(raw.dateCreated_alt);
  const cycle = reader.text(raw.cycle);
  const summary: typeof NO_SUMMARY = reader.optionalObject(raw.transaction) ?? NO_SUMMARY;
  if (summary === NO_SUMMARY) reader.unusual = true;
  const fee: RawFields<keyof typeof feeSchema.shape> = reader.object(raw.fee);
  return {
    payID: reader.integer(raw.payID),
    businessID: reader.integer(raw.businessID),
    userID: reader.integer(raw.userID),
    payhash: reader.optionalText(raw.payhash),
    payref: reader.text(raw.payref),
    cycle,
    label: reader.optionalText(summary.name),
    statusAlt: reader.optionalText(summary.status_alt),
    traderStatus: reader.optionalText(summary.trader_status),
    isActive: reader.optionalText(summary.is_active),
    paymentURL: reader.optionalText(summary.paymentURL),
    summaryExtra: summary === NO_SUMMARY ? null : reader.extra(summary, SUMMARY),
    detail: readDetail(cycle, raw.data, reader),
    customer: readCustomer(raw.customer, reader),
    currency: reader.optionalText(fee.currency),
    chargedamount: reader.integer(fee.chargedamount),
    scrowfee: reader.integer(fee.scrowfee),
    taxfee: reader.integer(fee.taxfee),
    payableamount: reader.integer(fee.payableamount),
    feeExtra: reader.extra(fee, FEE),
    status: reader.optionalInteger(raw.status),
    isDeleted: reader.optionalInteger(raw.is_deleted),
    isFlagged: reader.optionalInteger(raw.is_flagged),
    datePaidAtMs: reader.optionalTime(raw.datePaid),
    dateCreatedAtMs: reader.optionalTime(raw.dateCreated),
    extra: reader.extra(raw, TRANSACTION),
  };
}

function readCustomer(value: unknown, reader: FieldReader): Customer | null {
  const raw: RawFields<keyof typeof customerSchema.shape> | null = reader.optionalObject(value);
  if (raw === null) return null;
  return {
    userID: reader.integer(raw.userID),
    name: reader.optionalText(raw.name),
    phone: reader.optionalText(raw.phone),
    extra: reader.extra(raw, CUSTOMER),
  };
}
