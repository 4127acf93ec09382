/** A body of one record: login, user, business. */
import {
  isKnownName,
  isSecretName,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  END,
  JsonTokens,
  NUMBER,
  OPEN_LIST,
  OPEN_OBJECT,
  STRING,
  type Origin,
  foreignCode,
  payloadError,
} from "./origin.ts";
import { Redactor } from "./redactor.ts";
import { hash } from "node:crypto";
import type { z } from "zod";
import type { Business, User } from "../../core/records/business.ts";
import { type EnvelopeObject, asObject, assertJson, parseBody, readEnvelope, saying } from "./envelope.ts";
import type { Provenance } from "../../core/review/restate/provenance.ts";
import { explainRecord } from "./explain.ts";
import { FieldReader } from "./field-reader.ts";
import { ListScanner } from "./scan.ts";
import { businessSchema, fetchedUserSchema, loginUserSchema } from "./schemas.ts";

// Removes user tokens from bodies before anything is stored.

const REDACTED = '"[redacted]"';

/** A shorter value could be in any word; it is redacted under its own key alone. */
const TELLING_LENGTH = 6;

/** A text or a number of a JSON text, and where it is. */
interface Leaf {
  readonly kind: "name" | "text" | "number";
  /** Of a text its value, of a number its digits. */
  readonly value: string;
  /** The name that it is under; '' for names themselves and members of lists. */
  readonly under: string;
  /** Whether it is under a name of secrets, at any depth. */
  readonly isSecret: boolean;
  readonly start: number;
  readonly end: number;
}

/** Names, texts and numbers in the order in which they are written. */
function* leavesOf(text: string): Generator<Leaf> {
  const tokens = new JsonTokens(text);
  /** How many open lists and objects are under a name of secrets, counted from the outermost such one. */
  let depth = 0;
  let secretFrom = Infinity;
  let name = "";
  let held: Pick<Leaf, "value" | "start" | "end"> | null = null;
  const isSecret = () => depth >= secretFrom || isSecretName(name);
  for (let token = tokens.next(); ; token = tokens.next()) {
    if (held !== null) {
      // The token after a text shows what it is.
      if (token === COLON) {
        yield { ...held, kind: "name", under: "", isSecret: depth >= secretFrom };
        name = held.value;
      } else yield { ...held, kind: "text", under: name, isSecret: isSecret() };
      held = null;
      if (token === COLON) continue;
    }
    if (token === END) return;
    const { start, end } = tokens;
    if (token === STRING) {
      held = { value: tokens.string, start, end };
      continue;
    }
    if (token === NUMBER) {
      yield { kind: "number", value: tokens.text, under: name, isSecret: isSecret(), start, end };
    }
    if (token === OPEN_LIST || token === OPEN_OBJECT) {
      depth += 1;
      if (isSecretName(name)) secretFrom = Math.min(secretFrom, depth);
    }
    if (token === CLOSE_LIST || token === CLOSE_OBJECT) {
      depth -= 1;
      if (depth < secretFrom) secretFrom = Infinity;
    }
    name = "";
  }
}

/** The JSON text with some literals replaced. @param replace returns what to write, or null to leave it */
function replaceLeaves(text: string, replace: (leaf: Leaf) => string | null): string {
  const pieces: string[] = [];
  let done = 0;
  for (const leaf of leavesOf(text)) {
    const instead = replace(leaf);
    if (instead === null) continue;
    pieces.push(text.slice(done, leaf.start), instead);
    done = leaf.end;
  }
  return pieces.join("") + text.slice(done);
}

/** The secrets in a user body: distinct, and each long enough not to be a word. */
function secretsIn(text: string): ReadonlySet<string> {
  const secrets = new Set<string>();
  for (const { kind, value, isSecret } of leavesOf(text)) {
    if (kind === "text" && isSecret && value.length >= TELLING_LENGTH) secrets.add(value);
  }
  return secrets;
}

/**
 * The JSON text of a user body with everything under a name of secrets (`token`, `invite_url`, `access_token`
 * …) replaced by `[redacted]`, and those values wherever else they are in a text. Names that the interface
 * knows stay: without them the body could not be read.
 *
 * @param text valid JSON
 * @param known takes out the secrets that are known already
 */
export function redactUserBody(text: string, known: Redactor = new Redactor()): string {
  const found = new Redactor();
  for (const secret of secretsIn(text)) found.add(secret);
  return replaceLeaves(text, ({ kind, value, under, isSecret }) => {
    if (kind === "name" && isKnownName(value)) return null;
    // A number where the interface has a text is refused, and not quoted.
    if (kind === "number") return isSecret && !isKnownName(under) ? REDACTED : null;
    if (isSecret && kind === "text") return REDACTED;
    const left = found.redact(known.redact(value));
    return left === value ? null : JSON.stringify(left);
  });
}

export interface RecordBody<R> {
  readonly endpoint: "login" | "user" | "business";
  readonly origin: Origin;
  /** Of a response of the service. */
  readonly provenance?: Provenance;
  /** What may be stored: the body with its secrets redacted. */
  readonly content: Uint8Array;
  /** Of `content`. */
  readonly bytes: number;
  /** Of `content`, 64 hex digits. */
  readonly sha256: string;
  readonly record: R;
}

/**
 * Reads the body of a login or of a user fetch. Its tokens, and the secrets known already, are redacted in
 * all it returns.
 *
 * @returns the body, and the user token it carried, '' when none
 * @throws TieoutError PAYLOAD_*, SERVICE_ERROR, IMPORT_FORMAT, NET_TRUNCATED
 */
export function readUserBody(
  bytes: Uint8Array,
  endpoint: "login" | "user",
  origin: Origin,
  known = new Redactor(),
): { readonly body: RecordBody<User>; readonly token: string } {
  const text = readText(bytes, origin);
  // From here on, only text without tokens is used and quoted.
  const kept = withoutSecrets(text, origin, known);
  const schema = endpoint === "login" ? loginUserSchema : fetchedUserSchema;
  const raw = checked(recordIn(kept, "user", origin), schema, origin);
  const { token } = recordIn(text, "user", origin);
  return {
    body: bodyOf(kept, endpoint, origin, toUser(raw)),
    token: typeof token === "string" ? token : "",
  };
}

/** Reads the body of a business fetch; as `readUserBody`. */
export function readBusinessBody(
  bytes: Uint8Array,
  origin: Origin,
  known = new Redactor(),
): RecordBody<Business> {
  const kept = withoutSecrets(readText(bytes, origin), origin, known);
  const raw = checked(recordIn(kept, "business", origin), businessSchema, origin);
  return bodyOf(kept, "business", origin, toBusiness(raw));
}

/** A user has one token, and an invitation that ends in it. */
const MOST_SECRETS = 8;

function withoutSecrets(text: string, origin: Origin, known: Redactor): string {
  assertJson(text, origin);
  const count = secretsIn(text).size;
  if (count <= MOST_SECRETS) return redactUserBody(text, known);
  throw payloadError("PAYLOAD_SCHEMA", `The body holds ${count} different tokens instead of one`, origin);
}

function bodyOf<R>(
  kept: string,
  endpoint: RecordBody<R>["endpoint"],
  origin: Origin,
  record: R,
): RecordBody<R> {
  const content = Buffer.from(kept, "utf8");
  return { endpoint, origin, content, bytes: content.length, sha256: hash("sha256", content, "hex"), record };
}

/** The body's text, after the checks that every body passes. */
function readText(bytes: Uint8Array, origin: Origin): string {
  const scanner = new ListScanner(origin);
  scanner.push(bytes);
  const { envelope, listFound } = scanner.finish();
  if (!listFound) return envelope;
  throw payloadError(
    foreignCode(origin, true),
    "The body holds a list of records instead of one record",
    origin,
  );
}

/** The record in the envelope; a file may also hold the record alone. */
function recordIn(text: string, key: "user" | "business", origin: Origin): EnvelopeObject {
  const body = parseBody(text, origin);
  const alone = asObject(body);
  const bare = origin.kind === "file" && alone !== null && !("status" in alone) && !("data" in alone);
  const data = bare ? { [key]: alone } : readEnvelope(body, origin);
  const record = asObject(data[key]);
  if (record !== null) return record;
  const other = key === "user" ? "business" : "user";
  if (origin.kind === "file" && asObject(data[other]) !== null) {
    throw payloadError("IMPORT_FORMAT", `The body holds a ${other} record, not a ${key} record`, origin);
  }
  const field = `data.${key}`;
  const error = payloadError("PAYLOAD_SCHEMA", `The field ${field} must be an object`, origin, { field });
  throw saying(error, body, origin);
}

function checked(record: EnvelopeObject, schema: z.ZodType, origin: Origin): EnvelopeObject {
  if (!schema.safeParse(record).success) throw explainRecord(schema, record, origin);
  return record;
}

function toUser(raw: EnvelopeObject): User {
  const reader = new FieldReader();
  return {
    userID: reader.integer(raw["userID"]),
    name: reader.optionalText(raw["name"]),
    email: reader.optionalText(raw["email"]),
    phone: reader.optionalText(raw["phone"]),
    country: reader.optionalText(raw["country"]),
    defaultCurrency: reader.optionalText(raw["default_currency"]),
    businessID: reader.integer(raw["businessID"]),
  };
}

function toBusiness(raw: EnvelopeObject): Business {
  const reader = new FieldReader();
  return {
    businessID: reader.integer(raw["businessID"]),
    userID: reader.integer(raw["userID"]),
    name: reader.optionalText(raw["businessname"]),
    currency: reader.optionalText(raw["businesscurrency"]),
  };
}
