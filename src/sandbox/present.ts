/** The world's records as an answer shows them: with `_alt` texts of the moment, and login-only fields at login only. */
import { parseServiceTime } from "../core/time.ts";
import { relativeTime } from "./relative-time.ts";
import type { World, WorldEntry, WorldTransaction } from "./world.ts";

type WireRecord = Readonly<Record<string, unknown>>;

/** What stands in an `_alt` field beside a time that is none; the interface declares those fields as text. */
const NO_TIME = "N/A";

const INVITATIONS = "https://escrow.example/invite/";

function altOf(time: string | null, nowMs: number): string {
  const atMs = time === null ? null : parseServiceTime(time);
  return atMs === null ? NO_TIME : relativeTime(atMs, nowMs);
}

function datesOf(record: { readonly datePaid: string | null; readonly dateCreated: string }, nowMs: number) {
  const { datePaid, dateCreated } = record;
  return {
    datePaid,
    datePaid_alt: altOf(datePaid, nowMs),
    dateCreated,
    dateCreated_alt: altOf(dateCreated, nowMs),
  };
}

export function presentEntry(entry: WorldEntry, nowMs: number): WireRecord {
  const { datePaid: _datePaid, dateCreated: _dateCreated, ...rest } = entry;
  return { ...rest, ...datesOf(entry, nowMs) };
}

export function presentTransaction(transaction: WorldTransaction, nowMs: number): WireRecord {
  const { datePaid: _datePaid, dateCreated: _dateCreated, ...rest } = transaction;
  return { ...rest, ...datesOf(transaction, nowMs) };
}

export function presentBusiness({ business, businessCreatedAtMs }: World, nowMs: number): WireRecord {
  return { ...business, dateCreated: relativeTime(businessCreatedAtMs, nowMs) };
}

/** The user as the login answers. */
export function presentLoginUser({ user }: World, token: string): WireRecord {
  const joinedAtMs = parseServiceTime(String(user["dateJoined"]));
  return {
    ...user,
    token,
    invite_url: `${INVITATIONS}${token}`,
    dateJoined_alt: joinedAtMs === null ? NO_TIME : new Date(joinedAtMs).toISOString().slice(0, 10),
  };
}

/** The user as the fetch answers: without what the interface shows at login only. */
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
