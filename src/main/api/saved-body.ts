/** Saved answers of the service: a file's bytes held against what an answer must be, then taken apart. */
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import type { Business, User } from "../../core/business.ts";
import type { Entry } from "../../core/entry.ts";
import type { Transaction } from "../../core/transaction.ts";
import { BYTE_ORDER_MARK, beginsWith, describeForeign } from "./encoding.ts";
import { parseBusiness, parseEntry, parseTransaction, parseUser } from "./normalise.ts";
import { type Origin, foreignCode, payloadError, truncatedCode } from "./origin.ts";
import { redactUserBody } from "./redact.ts";
import { InexactNumber, type StrictValue, parseStrict } from "./strict-json.ts";

/** An answer ready for the ledger: the bytes to keep and their hash. */
export interface KeptBody {
  readonly name: string;
  readonly kept: Uint8Array;
  /** SHA-256 of the kept bytes, 64 hex digits. */
  readonly sha256: string;
}

export interface SavedList<R> extends KeptBody {
  readonly records: readonly R[];
}

export interface SavedRecord<R> extends KeptBody {
  readonly record: R;
}

/**
 * Reads a saved wallet history: the envelope or its bare array.
 *
 * @throws TieoutError PAYLOAD_EMPTY, PAYLOAD_ENCODING, PAYLOAD_NOT_JSON, PAYLOAD_DUPLICATE_KEY, PAYLOAD_DEPTH,
 *   PAYLOAD_AMOUNT, PAYLOAD_DATE, PAYLOAD_SCHEMA, SERVICE_ERROR, IMPORT_FORMAT
 */
export function readWallet(bytes: Uint8Array, origin: Origin): SavedList<Entry> {
  return readList(bytes, origin, "walletID", "wallet history", parseEntry);
}

/** Reads a saved transaction list; errors as `readWallet`. */
export function readTransactions(bytes: Uint8Array, origin: Origin): SavedList<Transaction> {
  return readList(bytes, origin, "payID", "transactions", parseTransaction);
}

/** Reads a saved user record, its tokens redacted in what is kept; errors as `readWallet`. */
export function readUser(bytes: Uint8Array, origin: Origin): SavedRecord<User> {
  const value = parseBody(bytes, origin);
  const record = parseUser(recordIn(value, "user", origin), origin);
  return { ...keep(Buffer.from(redactUserBody(Buffer.from(bytes).toString("utf8"))), origin), record };
}

/** Reads a saved business record; errors as `readWallet`. */
export function readBusiness(bytes: Uint8Array, origin: Origin): SavedRecord<Business> {
  const record = parseBusiness(recordIn(parseBody(bytes, origin), "business", origin), origin);
  return { ...keep(bytes, origin), record };
}

function keep(bytes: Uint8Array, origin: Origin): KeptBody {
  return { name: origin.name, kept: bytes, sha256: hash("sha256", bytes, "hex") };
}

function parseBody(bytes: Uint8Array, origin: Origin): StrictValue {
  const start = beginsWith(bytes, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const body = bytes.subarray(start);
  const first = body.findIndex((byte) => byte > 0x20);
  if (first === -1) throw payloadError("PAYLOAD_EMPTY", "The body is empty", origin);
  if (body[first] !== 0x7b && body[first] !== 0x5b) {
    const what = describeForeign(body.subarray(first));
    throw payloadError(foreignCode(origin), `The body is not JSON but ${what}`, origin);
  }
  if (!isUtf8(body)) throw payloadError("PAYLOAD_ENCODING", "The body is not UTF-8", origin);
  const last = body.findLast((byte) => byte > 0x20);
  if (last !== 0x7d && last !== 0x5d) {
    throw payloadError(
      truncatedCode(origin),
      `The body ends in the middle, after ${bytes.length} bytes`,
      origin,
    );
  }
  return parseStrict(Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8"), origin);
}

type StrictObject = { readonly [key: string]: StrictValue };

function asObject(value: StrictValue | undefined): StrictObject | null {
  const plain =
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber);
  return plain ? value : null;
}

/** What stands in the envelope's `data`; null when the value is no envelope. */
function dataOf(value: StrictValue, origin: Origin): StrictObject | null {
  const envelope = asObject(value);
  if (envelope === null || !Object.hasOwn(envelope, "status")) return null;
  const { status, message, data } = envelope;
  if (status !== 200) {
    const said = typeof message === "string" ? `: ${message.slice(0, 200)}` : "";
    throw payloadError(
      "SERVICE_ERROR",
      `The service answered status ${JSON.stringify(status)}${said}`,
      origin,
    );
  }
  return asObject(data);
}

function recordIn(value: StrictValue, key: "user" | "business", origin: Origin): StrictValue {
  const record = dataOf(value, origin)?.[key] ?? (asObject(value)?.["status"] === 200 ? undefined : value);
  if (asObject(record) !== null && record !== undefined) return record;
  throw payloadError("IMPORT_FORMAT", `The body holds no ${key} record`, origin);
}

function readList<R>(
  bytes: Uint8Array,
  origin: Origin,
  idField: "walletID" | "payID",
  title: string,
  parse: (value: StrictValue, origin: Origin, number: number) => R,
): SavedList<R> {
  const value = parseBody(bytes, origin);
  const list = Array.isArray(value) ? value : dataOf(value, origin)?.["histories"];
  if (!Array.isArray(list)) throw payloadError("IMPORT_FORMAT", `The body holds no list of ${title}`, origin);
  const first = asObject(list[0]);
  const other = idField === "walletID" ? "payID" : "walletID";
  if (first !== null && !Object.hasOwn(first, idField) && Object.hasOwn(first, other)) {
    const found = idField === "walletID" ? "transactions" : "wallet history";
    throw payloadError("IMPORT_FORMAT", `The body holds ${found}, not ${title}`, origin);
  }
  return { ...keep(bytes, origin), records: list.map((item, at) => parse(item, origin, at + 1)) };
}
