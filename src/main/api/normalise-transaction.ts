/** From an element of the transaction list to a `Transaction`. */
import type { Customer, Transaction } from "../../core/transaction.ts";
import { type FieldReader, type RawFields, fieldNames } from "./field-reader.ts";
import { readDetail } from "./normalise-detail.ts";
import { customerSchema, feeSchema, summarySchema, transactionSchema } from "./schemas.ts";

const TRANSACTION = fieldNames(transactionSchema.shape, ["datePaid", "dateCreated"]);
const SUMMARY = fieldNames(summarySchema.shape, []);
const CUSTOMER = fieldNames(customerSchema.shape, []);
const FEE = fieldNames(feeSchema.shape, []);

/** Reads one transaction; `reader.failed` says whether the interface allows it, else what is returned means nothing. */
export function readTransaction(record: unknown, reader: FieldReader): Transaction {
  const raw: RawFields<keyof typeof transactionSchema.shape> = reader.object(record);
  reader.optionalText(raw.datePaid_alt);
  reader.optionalText(raw.dateCreated_alt);
  const cycle = reader.text(raw.cycle);
  return {
    payID: reader.integer(raw.payID),
    businessID: reader.integer(raw.businessID),
    userID: reader.integer(raw.userID),
    payhash: reader.optionalText(raw.payhash),
    payref: reader.text(raw.payref),
    cycle,
    ...readSummary(raw.transaction, reader),
    detail: readDetail(cycle, raw.data, reader),
    customer: raw.customer === null ? null : readCustomer(raw.customer, reader),
    ...readFee(raw.fee, reader),
    status: reader.optionalInteger(raw.status),
    isDeleted: reader.optionalInteger(raw.is_deleted),
    isFlagged: reader.optionalInteger(raw.is_flagged),
    datePaidAtMs: reader.optionalTime(raw.datePaid),
    dateCreatedAtMs: reader.optionalTime(raw.dateCreated),
    extra: reader.extra(raw, TRANSACTION),
  };
}

type Summary = Pick<
  Transaction,
  "label" | "statusAlt" | "traderStatus" | "isActive" | "paymentURL" | "summaryExtra"
>;

const NO_SUMMARY: Summary = {
  label: null,
  statusAlt: null,
  traderStatus: null,
  isActive: null,
  paymentURL: null,
  summaryExtra: null,
};

function readSummary(value: unknown, reader: FieldReader): Summary {
  if (value === null) return NO_SUMMARY;
  const raw: RawFields<keyof typeof summarySchema.shape> = reader.object(value);
  return {
    label: reader.optionalText(raw.name),
    statusAlt: reader.optionalText(raw.status_alt),
    traderStatus: reader.optionalText(raw.trader_status),
    isActive: reader.optionalText(raw.is_active),
    paymentURL: reader.optionalText(raw.paymentURL),
    summaryExtra: reader.extra(raw, SUMMARY),
  };
}

function readCustomer(value: unknown, reader: FieldReader): Customer {
  const raw: RawFields<keyof typeof customerSchema.shape> = reader.object(value);
  return {
    userID: reader.integer(raw.userID),
    name: reader.optionalText(raw.name),
    phone: reader.optionalText(raw.phone),
    extra: reader.extra(raw, CUSTOMER),
  };
}

type Fee = Pick<
  Transaction,
  "currency" | "chargedamount" | "scrowfee" | "taxfee" | "payableamount" | "feeExtra"
>;

function readFee(value: unknown, reader: FieldReader): Fee {
  const raw: RawFields<keyof typeof feeSchema.shape> = reader.object(value);
  return {
    currency: reader.optionalText(raw.currency),
    chargedamount: reader.integer(raw.chargedamount),
    scrowfee: reader.integer(raw.scrowfee),
    taxfee: reader.integer(raw.taxfee),
    payableamount: reader.integer(raw.payableamount),
    feeExtra: reader.extra(raw, FEE),
  };
}
