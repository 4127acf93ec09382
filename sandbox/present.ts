/**
 * The world's records as responses show them: with current `_alt` texts, and login-only fields at login only.
 */
import { parseServiceTime } from "../src/core/time.ts";
import type { World, WorldEntry, WorldTransaction } from "./world.ts";

// Relative times in words: the `_alt` texts, of which the interface shows only two.

const MINUTE_MS = 60_000;

const UNITS: readonly { readonly ms: number; readonly name: string }[] = [
  { ms: 365 * 24 * 60 * MINUTE_MS, name: "year" },
  { ms: 30 * 24 * 60 * MINUTE_MS, name: "month" },
  { ms: 24 * 60 * MINUTE_MS, name: "day" },
  { ms: 60 * MINUTE_MS, name: "hour" },
  { ms: MINUTE_MS, name: "minute" },
];

/**
 * How long ago an instant was, in its largest whole unit.
 *
 * @param thenMs milliseconds UTC; a time ahead counts as now
 * @param nowMs milliseconds UTC
 * @example relativeTime(0, 3 * 86_400_000) // '3 days ago'
 */
export function relativeTime(thenMs: number, nowMs: number): string {
  const passedMs = nowMs - thenMs;
  const unit = UNITS.find(({ ms }) => passedMs >= ms);
  if (unit === undefined) return "Just now";
  const count = Math.floor(passedMs / unit.ms);
  return `${count} ${unit.name}${count === 1 ? "" : "s"} ago`;
}

type WireRecord = Readonly<Record<string, unknown>>;

/** The text of an `_alt` field beside an empty time; the interface declares those fields as text. */
const NO_TIME = "N/A";

const INVITATIONS = "https://escrow.example/invite/";

function altOf(time: string | null, nowMs: number): string {
  const atMs = time === null ? null : parseServiceTime(time);
  return atMs === null ? NO_TIME : relativeTime(atMs, nowMs);
}

/** Field by field in the interface's order, which is also quicker than copying the rest of a record. */
export function presentEntry(entry: WorldEntry, nowMs: number): WireRecord {
  const { datePaid, dateCreated } = entry;
  const created = altOf(dateCreated, nowMs);
  return {
    walletID: entry.walletID,
    userID: entry.userID,
    businessID: entry.businessID,
    credit_balance: entry.credit_balance,
    debit_balance: entry.debit_balance,
    balance: entry.balance,
    action: entry.action,
    description: entry.description,
    sessionID: entry.sessionID,
    payref: entry.payref,
    is_approved: entry.is_approved,
    is_bonus: entry.is_bonus,
    datePaid,
    datePaid_alt: datePaid === dateCreated ? created : altOf(datePaid, nowMs),
    dateCreated,
    dateCreated_alt: created,
  };
}

export function presentTransaction(transaction: WorldTransaction, nowMs: number): WireRecord {
  const { datePaid, dateCreated } = transaction;
  return {
    payID: transaction.payID,
    businessID: transaction.businessID,
    userID: transaction.userID,
    payhash: transaction.payhash,
    payref: transaction.payref,
    cycle: transaction.cycle,
    transaction: transaction.transaction,
    data: transaction.data,
    customer: transaction.customer,
    fee: transaction.fee,
    status: transaction.status,
    is_deleted: transaction.is_deleted,
    is_flagged: transaction.is_flagged,
    datePaid,
    datePaid_alt: altOf(datePaid, nowMs),
    dateCreated,
    dateCreated_alt: altOf(dateCreated, nowMs),
  };
}

export function presentBusiness({ business, businessCreatedAtMs }: World, nowMs: number): WireRecord {
  return { ...business, dateCreated: relativeTime(businessCreatedAtMs, nowMs) };
}

/** The user as the login returns it. */
export function presentLoginUser({ user }: World, token: string): WireRecord {
  const joinedAtMs = parseServiceTime(String(user["dateJoined"]));
  return {
    ...user,
    token,
    invite_url: `${INVITATIONS}${token}`,
    dateJoined_alt: joinedAtMs === null ? NO_TIME : new Date(joinedAtMs).toISOString().slice(0, 10),
  };
}

/** The user as the fetch returns it: without what the interface shows at login only. */
export function presentUser(world: World, token: string): WireRecord {
  const {
    is_interest_set: _set,
    invite_url: _url,
    quick_link: _link,
    ...user
  } = presentLoginUser(world, token);
  return {
    ...user,
    verification_status: without(user["verification_status"], [
      "ssnitid",
      "ssnitid_issubmitted",
      "ssn",
      "ssn_issubmitted",
    ]),
    kyc_status: without(user["kyc_status"], ["send_verrequest"]),
  };
}

function without(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
