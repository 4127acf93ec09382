/** The world's records as responses show them, with `_alt` texts of now and login-only fields at login. */
import { parseServiceTime } from "../src/core/time.ts";
import type { World, WorldEntry, WorldTransaction } from "./world.ts";
import { setTimeout as sleepFor } from "node:timers/promises";
import type { AlteredFault } from "./wire-plan.ts";

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

// The text of a successful response in pieces, because a long list is longer than the longest string.

/** One or many records, and the envelope around them. */
export interface SuccessBody {
  readonly open: string;
  readonly records: Iterable<Readonly<Record<string, unknown>>>;
  readonly close: string;
}

/** About this many characters are written at once. */
const PIECE_LENGTH = 64 * 1024;

/** `{status, data: {[key]: record}}` */
export function recordBody(key: "user" | "business", record: Readonly<Record<string, unknown>>): SuccessBody {
  return { open: `{"status":200,"data":{"${key}":`, records: [record], close: "}}" };
}

/** `{status, data: {histories: records}}`; the records are asked for while the response is written. */
export function listAnswer(records: SuccessBody["records"]): SuccessBody {
  return { open: '{"status":200,"data":{"histories":[', records, close: "]}}" };
}

/** The response's text in pieces. @param write a record's JSON, by its place from 0 */
export function* piecesOf(
  { open, records, close }: SuccessBody,
  write: (record: Readonly<Record<string, unknown>>, place: number) => string = (record) =>
    JSON.stringify(record),
): Generator<string, void, void> {
  let piece = open;
  let place = 0;
  for (const record of records) {
    piece += place === 0 ? write(record, place) : `,${write(record, place)}`;
    place += 1;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  yield piece + close;
}

// Records written as JSON that no honest service would send.

type EditedRecord = Readonly<Record<string, unknown>>;

/** Marks the place in a record for text that `JSON.stringify` would not write. No record of ours holds it. */
const SLOT = "\u0000slot\u0000";
const SLOT_TEXT = JSON.stringify(SLOT);

/**
 * A record with another JSON text as one field's value.
 *
 * @param path the field's names and, in lists, places; a field that is not there is added
 * @param put the text, be it JSON or not; without it the field is left out
 */
export function editedField(record: EditedRecord, path: readonly string[], put: string | undefined): string {
  const text = JSON.stringify(replaced(record, path, put === undefined ? undefined : SLOT));
  return text.replace(SLOT_TEXT, () => put ?? "");
}

function replaced(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item: unknown, place) => (String(place) === key ? replaced(item, rest, put) : item));
  }
  const members = Object.entries(typeof value === "object" && value !== null ? value : {});
  if (!members.some(([name]) => name === key)) members.push([key, undefined]);
  // Built from entries, so that `__proto__` is a field like any other.
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === key ? replaced(member, rest, put) : member]),
  );
}

/** A record whose first whole number, or the field named, is text. */
export function numberAsText(record: EditedRecord, key?: string): string {
  const named = key ?? Object.keys(record).find((name) => Number.isInteger(record[name])) ?? "";
  return editedField(record, [named], JSON.stringify(String(record[named])));
}

/** A record whose first field, or the one named, occurs twice: once with its value, once with none. */
export function duplicateKey(record: EditedRecord, key?: string): string {
  const named = key ?? Object.keys(record)[0] ?? "";
  const value = JSON.stringify(record[named] ?? null);
  return editedField(record, [named], `${value},${JSON.stringify(named)}:null`);
}

/** A record with a raw NUL at the start of its first text: the place of a byte that is no UTF-8. */
function markedText(record: EditedRecord): string {
  return JSON.stringify(record).replace(':"', ':"\u0000');
}

/** The bytes of a faulty response, and how it ends: as it should, by a closed connection, or not at all. */
export interface AlteredAnswer {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly ending: "whole" | "cut" | "open";
}

const NOT_UTF8 = 0xff;

/** @param stopping ends the waits of a response that drips */
export function alterAnswer(fault: AlteredFault, answer: SuccessBody, stopping: AbortSignal): AlteredAnswer {
  const whole = bytesOf(piecesOf(answer));
  switch (fault.fault) {
    case "truncate":
      return { pieces: firstBytes(whole, fault.afterBytes), ending: "cut" };
    case "stall":
      return { pieces: firstBytes(whole, fault.afterBytes), ending: "open" };
    case "drip":
      return { pieces: dripping(whole, fault.everyMs, stopping), ending: "whole" };
    case "oversize":
      return { pieces: padded(whole, fault.bytes), ending: "whole" };
    case "bad-utf8":
      return { pieces: spoilt(rewritten(answer, fault.record, markedText)), ending: "whole" };
    case "field":
    case "wrong-type":
    case "duplicate-key":
    case "nested":
      return { pieces: rewritten(answer, fault.record, writerOf(fault)), ending: "whole" };
  }
}

type RecordFault = Extract<AlteredFault, { fault: "field" | "wrong-type" | "duplicate-key" | "nested" }>;
type WriteRecord = (record: Readonly<Record<string, unknown>>) => string;

function writerOf(fault: RecordFault): WriteRecord {
  switch (fault.fault) {
    case "field":
      return (record) => editedField(record, fault.path, fault.put);
    case "wrong-type":
      return (record) => numberAsText(record, fault.key);
    case "duplicate-key":
      return (record) => duplicateKey(record, fault.key);
    case "nested":
      return (record) =>
        editedField(record, ["nested"], `${"[".repeat(fault.depth)}${"]".repeat(fault.depth)}`);
  }
}

/** The response with the record at one place written in another way. */
function rewritten(answer: SuccessBody, at: number, write: WriteRecord): Iterable<Uint8Array> {
  return bytesOf(
    piecesOf(answer, (record, place) => (place === at ? write(record) : JSON.stringify(record))),
  );
}

function* bytesOf(pieces: Iterable<string>): Generator<Uint8Array, void, void> {
  for (const piece of pieces) yield Buffer.from(piece, "utf8");
}

function* firstBytes(pieces: Iterable<Uint8Array>, count: number): Generator<Uint8Array, void, void> {
  let left = count;
  for (const piece of pieces) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

async function* dripping(
  pieces: Iterable<Uint8Array>,
  everyMs: number,
  stopping: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    for (const byte of piece) {
      yield Uint8Array.of(byte);
      await sleepFor(everyMs, undefined, { signal: stopping });
    }
  }
}

function* padded(pieces: Iterable<Uint8Array>, bytes: number): Generator<Uint8Array, void, void> {
  let left = bytes;
  for (const piece of pieces) {
    yield piece;
    left -= piece.length;
  }
  const blanks = Buffer.alloc(64 * 1024, " ");
  for (; left > 0; left -= blanks.length) yield blanks.subarray(0, left);
}

/** Turns each raw NUL, which JSON never holds, into a byte that UTF-8 never holds. */
function* spoilt(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void, void> {
  for (const piece of pieces) yield piece.map((byte) => (byte === 0 ? NOT_UTF8 : byte));
}
