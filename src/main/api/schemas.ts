/**
 * The service's interface as zod schemas. Both ends of the wire obey them.
 *
 * Objects are loose: unknown fields and unknown values are kept. A named field must be there. Null is allowed
 * anywhere but in ids, amounts, payref, cycle and an entry's dateCreated; fee, and data of a known cycle,
 * hold amounts and so are objects. Where an object may be null it may be `[]`, too: PHP writes an array
 * without members so, whatever it stands for.
 */
import { z } from "zod";
import { ENTRY_FIELDS } from "../../core/records/entry.ts";
import { type DeclaredField, type DeclaredFields, wireFields } from "../../core/records/fields.ts";
import { TRANSACTION_FIELDS } from "../../core/records/transaction.ts";
import { parseServiceTime } from "../../core/time.ts";

/** Texts in the place of a timestamp that mean there is none. */
const NO_TIMES: ReadonlySet<string> = new Set(["", "N/A", "0000-00-00 00:00:00", "0000-00-00"]);
/** MySQL's zero date as PHP formats it, in whatever zone; one read in a zone ahead of UTC is a day earlier there. */
const ZERO_DATE = /^[A-Z][a-z]{2,8}, (?:29|30) Nov -0001 \d{2}:\d{2}:\d{2} [+-]\d{4}$/u;

/** Whether a value in the place of a timestamp means that there is none. */
export function isNoTime(value: unknown): value is string {
  return typeof value === "string" && (NO_TIMES.has(value) || ZERO_DATE.test(value));
}

export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function optionalObject<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess((value) => (isEmptyList(value) ? null : value), z.looseObject(shape).nullable());
}

const id = z.int();
/** An integer that is neither id nor amount: flag, status, count. */
const integer = z.int().nullable();
const text = z.string().nullable();
const time = z
  .string()
  .refine((value) => isNoTime(value) || parseServiceTime(value) !== null, {
    error: "is not a timestamp of the service",
  })
  .nullable();

/** Of what may be null, and of what may not. */
const SCHEMAS: Readonly<Record<DeclaredField["kind"], readonly [orNull: z.ZodType, sent: z.ZodType]>> = {
  integer: [integer, id],
  text: [text, z.string()],
  time: [
    time,
    z
      .string()
      .refine((value) => parseServiceTime(value) !== null, { error: "is not a timestamp of the service" }),
  ],
};

function shapeOf(fields: DeclaredFields): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    wireFields(fields).map(({ wire, kind, isSent }) => [wire, SCHEMAS[kind][isSent ? 1 : 0]]),
  );
}

/** Of an entry and of a transaction, beside their times. */
const ALT_TIMES = { datePaid_alt: text, dateCreated_alt: text };

/** One element of `data.histories` in wallet history. */
export const walletEntrySchema = z.looseObject({ ...shapeOf(ENTRY_FIELDS), ...ALT_TIMES });

const { head, summary, data: details, task, customer, fee, state } = TRANSACTION_FIELDS;

/** The shape of `data` follows `cycle`; another cycle's data is kept whatever it is. */
const dataSchemas: ReadonlyMap<string, z.ZodType> = new Map([
  ["one-time", z.looseObject(shapeOf(details["one-time"]))],
  [
    "milestone",
    z.looseObject({ ...shapeOf(details.milestone), list: z.array(z.looseObject(shapeOf(task))).nullable() }),
  ],
  ["crowd-pay", z.looseObject(shapeOf(details["crowd-pay"]))],
]);

/** One element of `data.histories` in the transaction list. */
export const transactionSchema = z
  .looseObject({
    ...shapeOf(head),
    cycle: z.string(),
    transaction: optionalObject(shapeOf(summary)),
    data: z.unknown().refine((value) => value !== undefined, { error: "is missing" }),
    customer: optionalObject(shapeOf(customer)),
    fee: z.looseObject(shapeOf(fee)),
    ...shapeOf(state),
    ...ALT_TIMES,
  })
  .superRefine((transaction, context) => {
    const issues = dataSchemas.get(transaction.cycle)?.safeParse(transaction.data).error?.issues ?? [];
    for (const issue of issues) {
      const nested = { ...issue, input: transaction.data, path: ["data", ...issue.path] };
      context.issues.push(nested as z.core.$ZodRawIssue);
    }
  });

const fetchedVerification = { email: integer, phone: integer, bvn: integer, bvn_issubmitted: integer };
const fetchedKyc = {
  personal: integer,
  business: integer,
  verification: integer,
  settlement: integer,
  progress: integer,
};

/** `data.user` of the user fetch. */
export const fetchedUserSchema = z.looseObject({
  userID: id,
  name: text,
  email: text,
  gender: text,
  phone: text,
  country: text,
  state: text,
  address: text,
  username: text,
  dob: text,
  bout_me: text,
  dp_url: text,
  acc_type: integer,
  auto_created: integer,
  is_accepted: integer,
  is_verified: integer,
  is_admin: integer,
  default_currency: text,
  token: text,
  ref_token: text,
  dateJoined: time,
  dateJoined_alt: text,
  businessID: id,
  verification_status: optionalObject(fetchedVerification),
  zodiac: optionalObject({ sign: text, icon: text, quote: text, date: text }),
  kyc_status: optionalObject(fetchedKyc),
});

/** `data.user` of the login: the fetched user and the login-only fields. */
export const loginUserSchema = fetchedUserSchema.extend({
  is_interest_set: integer,
  invite_url: text,
  verification_status: optionalObject({
    ...fetchedVerification,
    ssnitid: integer,
    ssnitid_issubmitted: integer,
    ssn: integer,
    ssn_issubmitted: integer,
  }),
  quick_link: optionalObject({
    store: integer,
    orders: integer,
    withdraw: integer,
    donate: integer,
    bills: integer,
    inbox: integer,
    transactions: integer,
    contact: integer,
  }),
  kyc_status: optionalObject({ ...fetchedKyc, send_verrequest: integer }),
});

/** `data.business` of the business fetch. Its dateCreated is relative text, not a timestamp. */
export const businessSchema = z.looseObject({
  businessID: id,
  userID: id,
  businessname: text,
  businessemail: text,
  businessphone: text,
  businessaddress: text,
  businessbio: text,
  businesslogo: text,
  businesscurrency: text,
  businesswebsite: text,
  supportemail: text,
  chargebackemail: text,
  facebookurl: text,
  twitterurl: text,
  instagramurl: text,
  linkedinurl: text,
  hash: text,
  is_verified: integer,
  is_default: integer,
  send_verrequest: integer,
  is_live: integer,
  dateCreated: text,
  verification: optionalObject({
    documentType: text,
    documentNumber: text,
    dateOfCompanybirth: text,
    dateSubmited: text,
    dateApproved: text,
  }),
});

/** A success response around its data. */
function envelopeOf<T extends z.ZodRawShape>(data: T) {
  return z.looseObject({ status: z.literal(200), data: z.looseObject(data) });
}

export const walletHistoryEnvelope = envelopeOf({ histories: z.array(walletEntrySchema) });
export const transactionsEnvelope = envelopeOf({ histories: z.array(transactionSchema) });
export const loginEnvelope = envelopeOf({ user: loginUserSchema });
export const userEnvelope = envelopeOf({ user: fetchedUserSchema });
export const businessEnvelope = envelopeOf({ business: businessSchema });
