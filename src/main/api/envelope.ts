/** The envelope around every response: its status, its data, and the message of an unsuccessful one. */
import { z } from "zod";
import { TieoutError } from "../../core/errors.ts";
import { type RefusalMeaning, SAVED_REFUSAL_REMEDIES } from "../../core/remedies.ts";
import { duplicateKeyError, findDuplicateKey, parseExact, quoteValue } from "./exact.ts";
import { explainRecord } from "./explain.ts";
import { type Origin, beginsWithWords, payloadError, redacted, withoutPersonal } from "./origin.ts";
import { excerpt } from "../../core/excerpt.ts";

export type EnvelopeObject = { readonly [key: string]: unknown };

const statusSchema = z.looseObject({ status: z.int() });
const dataSchema = z.looseObject({ data: z.looseObject({}) });

export function asObject(value: unknown): EnvelopeObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as EnvelopeObject)
    : null;
}

/** @throws TieoutError PAYLOAD_NOT_JSON */
export function assertJson(text: string, origin: Origin): void {
  if (isJsonText(text)) return;
  const sentence = `The body is not JSON${beginsWithWords(text, origin)}`;
  throw payloadError("PAYLOAD_NOT_JSON", sentence, origin);
}

/** Whether a text is a whole JSON text, of any kind. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses a body's text, exactly. @throws TieoutError PAYLOAD_NOT_JSON, PAYLOAD_DUPLICATE_KEY */
export function parseBody(text: string, origin: Origin): unknown {
  assertJson(text, origin);
  const body = parseExact(text);
  const duplicate = findDuplicateKey(text);
  if (duplicate !== null) throw duplicateKeyError(duplicate, origin);
  return body;
}

/** What a status means that is no success. The interface names none; these are HTTP's meanings. */
export function meaningOf(status: number): RefusalMeaning {
  if (status === 429) return "too-many";
  if (status === 401 || status === 403) return "credentials";
  return status >= 500 ? "failed" : "refused";
}

/** A body that states another status than 200. A service may state it there alone, under HTTP 200. */
export class StatedStatus extends TieoutError {
  readonly status: number;
  readonly body: EnvelopeObject;

  constructor(body: EnvelopeObject, origin: Origin) {
    const status = body["status"] as number;
    const sentence = `The service responded with status ${status}${messageAfter(": ", body, origin)}`;
    const remedy = origin.kind === "file" ? { remedy: SAVED_REFUSAL_REMEDIES[meaningOf(status)] } : {};
    super("SERVICE_ERROR", sentence, { file: origin.name, ...remedy });
    this.status = status;
    this.body = body;
  }
}

/**
 * The data of a success.
 *
 * @throws StatedStatus when the status is not 200; TieoutError PAYLOAD_SCHEMA when the body is not the
 *   envelope; both with the service's message where it has one
 */
export function readEnvelope(body: unknown, origin: Origin): EnvelopeObject {
  const envelope = asObject(body);
  if (envelope === null || !statusSchema.safeParse(envelope).success) throw noStatus(body, origin);
  if (envelope["status"] !== 200) throw new StatedStatus(envelope, origin);
  const data = asObject(envelope["data"]);
  if (data === null) throw saying(explainRecord(dataSchema, envelope, origin), body, origin);
  return data;
}

/** The same error with the service's own message, which may say more than what the body lacks. */
export function saying(error: TieoutError, body: unknown, origin: Origin): TieoutError {
  const said = messageAfter(". The service says: ", body, origin);
  return said === "" ? error : new TieoutError(error.code, `${error.message}${said}`, error.facts);
}

/** The envelope's status is no amount, whatever it is instead of a number. */
function noStatus(body: unknown, origin: Origin): TieoutError {
  const error = explainRecord(statusSchema, body, origin);
  if (error.code !== "PAYLOAD_AMOUNT") return saying(error, body, origin);
  const shown = quoteValue(asObject(body)?.["status"], (text) => redacted(text, origin));
  const sentence = `The response's status must be a whole number, not ${shown}`;
  return saying(payloadError("PAYLOAD_SCHEMA", sentence, origin), body, origin);
}

/** Where services say why: under these names, and inside what is under them. */
const MESSAGE_NAMES = ["message", "msg", "error", "error_description", "detail", "reason", "errors", "data"];
/** So many characters of a message are looked through for persons: many times what is shown. */
const LOOKED_THROUGH = 4096;

/** How deep messages are looked for. */
const MESSAGE_DEPTH = 3;

/**
 * What a body says why, on one line, bounded, without secrets, and without persons as far as they show.
 *
 * @returns the mark and the message; '' when there is none
 */
export function messageAfter(mark: string, body: unknown, origin: Origin): string {
  const message = asObject(body) === null ? null : textIn(body, MESSAGE_DEPTH);
  if (message === null) return "";
  const whole = redacted(message, origin);
  // More is never shown, and looking for persons in all of a long one would take its time.
  const shown = withoutPersonal(whole.slice(0, LOOKED_THROUGH)) + whole.slice(LOOKED_THROUGH);
  return `${mark}${excerpt(shown).replace(/\.$/u, "")}`;
}

function textIn(value: unknown, depth: number): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (depth === 0 || typeof value !== "object" || value === null) return null;
  const inside: readonly unknown[] = Array.isArray(value)
    ? value.slice(0, 1)
    : MESSAGE_NAMES.map((name) => (Object.hasOwn(value, name) ? (value as EnvelopeObject)[name] : null));
  for (const one of inside) {
    const text = textIn(one, depth - 1);
    if (text !== null) return text;
  }
  return null;
}
