/** From what the service sends to what the ledger holds: parsed, checked, times as milliseconds, texts storable. */
import type { Business, User } from "../../core/business.ts";
import type { JsonValue } from "../../core/canonical.ts";
import type { Entry } from "../../core/entry.ts";
import { escapeUnstorable } from "../../core/text.ts";
import { parseServiceTime } from "../../core/time.ts";
import type { Customer, MilestoneTask, Transaction, TransactionDetail } from "../../core/transaction.ts";
import type { Origin } from "./origin.ts";
import {
  businessSchema,
  crowdPayDataSchema,
  customerSchema,
  feeSchema,
  fetchedUserSchema,
  milestoneDataSchema,
  milestoneTaskSchema,
  oneTimeDataSchema,
  summarySchema,
  transactionSchema,
  walletEntrySchema,
} from "./schemas.ts";
import { InexactNumber, type StrictValue } from "./strict-json.ts";
import { validate } from "./validate.ts";

type Fields = Readonly<Record<string, unknown>>;
type Extra = { readonly [field: string]: JsonValue } | null;

function text(value: string | null): string | null {
  return value === null ? null : escapeUnstorable(value);
}

/** Milliseconds UTC; null for null and for the texts that mean no value. */
function time(value: string | null): number | null {
  return value === null ? null : parseServiceTime(value);
}

/** Any JSON made storable: texts escaped, `_alt` fields left out, inexact numbers as their digits. */
function storable(value: unknown): JsonValue {
  if (value instanceof InexactNumber) return value.digits;
  if (typeof value === "string") return escapeUnstorable(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([key]) => !key.endsWith("_alt"));
    return Object.fromEntries(members.map(([key, member]) => [escapeUnstorable(key), storable(member)]));
  }
  return value as JsonValue;
}

/**
 * What the record's columns do not hold: fields the interface does not name, and times written in a form that milliseconds
 * do not give back.
 */
function extraOf(fields: Fields, schema: { readonly shape: Fields }): Extra {
  const extra: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (key.endsWith("_alt")) continue;
    const oddTime = /^date[A-Z]/u.test(key) && typeof value === "string" && parseServiceTime(value) === null;
    if (!Object.hasOwn(schema.shape, key) || oddTime) extra.push([escapeUnstorable(key), storable(value)]);
  }
  return extra.length === 0 ? null : Object.fromEntries(extra);
}

function recordName(value: StrictValue, key: "walletID" | "payID", number: number): string {
  const id =
    typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Fields)[key] : null;
  return Number.isSafeInteger(id) ? `${key} ${String(id)}` : `record ${number}`;
}

/**
 * @param number which record of the body it is, from 1 on, for errors
 * @throws TieoutError PAYLOAD_AMOUNT, PAYLOAD_DATE, PAYLOAD_SCHEMA
 */
export function parseEntry(value: StrictValue, origin: Origin, number: number): Entry {
  const fields = validate(walletEntrySchema, value, origin, recordName(value, "walletID", number));
  return {
    walletID: fields.walletID,
    userID: fields.userID,
    businessID: fields.businessID,
    credit: fields.credit_balance,
    debit: fields.debit_balance,
    balance: fields.balance,
    action: text(fields.action),
    description: text(fields.description),
    sessionID: text(fields.sessionID),
    payref: escapeUnstorable(fields.payref),
    isApproved: fields.is_approved,
    isBonus: fields.is_bonus,
    datePaidAtMs: time(fields.datePaid),
    dateCreatedAtMs: parseServiceTime(fields.dateCreated) ?? Number.NaN,
    extra: extraOf(fields, walletEntrySchema),
  };
}

/** As `parseEntry`, for a transaction. */
export function parseTransaction(value: StrictValue, origin: Origin, number: number): Transaction {
  const fields = validate(transactionSchema, value, origin, recordName(value, "payID", number));
  const summary = fields.transaction;
  const fee = fields.fee;
  return {
    payID: fields.payID,
    businessID: fields.businessID,
    userID: fields.userID,
    payhash: text(fields.payhash),
    payref: escapeUnstorable(fields.payref),
    cycle: escapeUnstorable(fields.cycle),
    label: text(summary?.name ?? null),
    statusAlt: text(summary?.status_alt ?? null),
    traderStatus: text(summary?.trader_status ?? null),
    isActive: text(summary?.is_active ?? null),
    paymentURL: text(summary?.paymentURL ?? null),
    summaryExtra: summary === null ? null : extraOf(summary, summarySchema),
    detail: detailOf(fields.cycle, fields.data as StrictValue),
    customer: customerOf(fields.customer),
    currency: text(fee.currency),
    chargedamount: fee.chargedamount,
    scrowfee: fee.scrowfee,
    taxfee: fee.taxfee,
    payableamount: fee.payableamount,
    feeExtra: extraOf(fee, feeSchema),
    status: fields.status,
    isDeleted: fields.is_deleted,
    isFlagged: fields.is_flagged,
    datePaidAtMs: time(fields.datePaid),
    dateCreatedAtMs: time(fields.dateCreated),
    extra: extraOf(fields, transactionSchema),
  };
}

function customerOf(customer: ReturnType<typeof customerSchema.parse> | null): Customer | null {
  if (customer === null) return null;
  const { userID, name, phone } = customer;
  return { userID, name: text(name), phone: text(phone), extra: extraOf(customer, customerSchema) };
}

/** The shape follows the cycle; the transaction's schema has held the detail against it already. */
function detailOf(cycle: string, data: StrictValue): TransactionDetail {
  switch (cycle) {
    case "one-time": {
      const fields = oneTimeDataSchema.parse(data);
      return {
        cycle,
        type: text(fields.type),
        reference: text(fields.reference),
        duration: text(fields.duration),
        itemname: text(fields.itemname),
        itemquantity: fields.itemquantity,
        itemamount: fields.itemamount,
        deliverydate: text(fields.deliverydate),
        escrowCharge: fields.escrow_charge,
        terms: text(fields.terms),
        dateAddedAtMs: time(fields.dateAdded),
        extra: extraOf(fields, oneTimeDataSchema),
      };
    }
    case "milestone": {
      const fields = milestoneDataSchema.parse(data);
      return {
        cycle,
        type: text(fields.type),
        reference: text(fields.reference),
        taskname: text(fields.taskname),
        amount: fields.amount,
        escrowCharge: fields.escrow_charge,
        terms: text(fields.terms),
        dateAddedAtMs: time(fields.dateAdded),
        tasks: (fields.list ?? []).map(taskOf),
        extra: extraOf(fields, milestoneDataSchema),
      };
    }
    case "crowd-pay": {
      const fields = crowdPayDataSchema.parse(data);
      return {
        cycle,
        type: text(fields.type),
        reference: text(fields.reference),
        purpose: text(fields.purpose),
        projectName: text(fields.project_name),
        projectGoal: fields.project_goal,
        currentRaised: fields.current_raised,
        contributorCount: fields.contributor_count,
        projectDescription: text(fields.project_description),
        dateCreatedAtMs: time(fields.dateCreated),
        extra: extraOf(fields, crowdPayDataSchema),
      };
    }
    default:
      return {
        cycle: "unknown",
        type: textIn(data, "type"),
        reference: textIn(data, "reference"),
        document: storable(data),
      };
  }
}

function textIn(data: StrictValue, key: string): string | null {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, key)) return null;
  const value = (data as Fields)[key];
  return typeof value === "string" ? escapeUnstorable(value) : null;
}

function taskOf(fields: ReturnType<typeof milestoneTaskSchema.parse>): MilestoneTask {
  return {
    businessID: fields.businessID,
    userID: fields.userID,
    taskname: text(fields.taskname),
    taskamount: fields.taskamount,
    token: text(fields.token),
    isComplete: fields.is_complete,
    dateCompletedAtMs: time(fields.dateCompleted),
    extra: extraOf(fields, milestoneTaskSchema),
  };
}

/** @throws TieoutError PAYLOAD_AMOUNT, PAYLOAD_DATE, PAYLOAD_SCHEMA */
export function parseUser(value: StrictValue, origin: Origin): User {
  const fields = validate(fetchedUserSchema, value, origin, "user");
  return {
    userID: fields.userID,
    name: text(fields.name),
    email: text(fields.email),
    phone: text(fields.phone),
    country: text(fields.country),
    defaultCurrency: text(fields.default_currency),
    businessID: fields.businessID,
  };
}

/** @throws TieoutError PAYLOAD_AMOUNT, PAYLOAD_SCHEMA */
export function parseBusiness(value: StrictValue, origin: Origin): Business {
  const fields = validate(businessSchema, value, origin, "business");
  return {
    businessID: fields.businessID,
    userID: fields.userID,
    name: text(fields.businessname),
    currency: text(fields.businesscurrency),
  };
}
