/** The envelope around every response: its status, its data, and the message of an unsuccessful one. */
import { z } from "zod";
import type { TieoutError } from "../../../core/errors.ts";
import { duplicateKeyError, findDuplicateKey } from "../json/duplicate-keys.ts";
import { parseExact } from "../json/exact.ts";
import { explainRecord } from "../explain.ts";
import { type Origin, payloadError, redacted } from "../origin.ts";
import { excerpt } from "../../../core/text/excerpt.ts";
import { quoteValue } from "../quote.ts";

export type JsonObject = { readonly [key: string]: unknown };

const statusSchema = z.looseObject({ status: z.int() });
const dataSchema = z.looseObject({ data: z.looseObject({}) });

/** The value when it is an object, else null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** @throws TieoutError PAYLOAD_NOT_JSON */
export function assertJson(text: string, origin: Origin): void {
  try {
    JSON.parse(text);
  } catch {
    throw payloadError("PAYLOAD_NOT_JSON", "The body is not JSON", origin);
  }
}

/**
 * Parses a body's text, exactly.
 *
 * @throws TieoutError PAYLOAD_NOT_JSON, PAYLOAD_DUPLICATE_KEY
 */
export function parseBody(text: string, origin: Origin): unknown {
  assertJson(text, origin);
  const body = parseExact(text);
  const duplicate = findDuplicateKey(text);
  if (duplicate !== null) throw duplicateKeyError(duplicate, origin);
  return body;
}

/**
 * The data of a success.
 *
 * @throws TieoutError SERVICE_ERROR with the service's message when the status is not 200; PAYLOAD_SCHEMA,
 *   PAYLOAD_AMOUNT when the body is not the envelope
 */
export function readEnvelope(body: unknown, origin: Origin): JsonObject {
  const envelope = asObject(body);
  if (envelope === null || !statusSchema.safeParse(envelope).success) throw noStatus(body, origin);
  if (envelope["status"] !== 200) throw serviceError(envelope, origin);
  const data = asObject(envelope["data"]);
  if (data === null) throw explainRecord(dataSchema, envelope, origin);
  return data;
}

/** The envelope's status is no amount, whatever it is instead of a number. */
function noStatus(body: unknown, origin: Origin): TieoutError {
  const error = explainRecord(statusSchema, body, origin);
  if (error.code !== "PAYLOAD_AMOUNT") return error;
  const shown = quoteValue(asObject(body)?.["status"], (text) => redacted(text, origin));
  return payloadError("PAYLOAD_SCHEMA", `The response's status must be a whole number, not ${shown}`, origin);
}

function serviceError(envelope: JsonObject, origin: Origin): TieoutError {
  const message = findMessage(envelope, origin);
  const said = message === null ? "" : `: ${message}`;
  return payloadError(
    "SERVICE_ERROR",
    `The service responded with status ${envelope["status"] as number}${said}`,
    origin,
  );
}

/** The text that says why, on one line, bounded and without secrets; null when there is none. */
export function findMessage(body: unknown, origin: Origin): string | null {
  const envelope = asObject(body);
  const texts = ["message", "error", "msg"].map((key) => envelope?.[key]);
  const text = texts.find((one) => typeof one === "string" && one !== "");
  return typeof text === "string" ? excerpt(redacted(text, origin)) : null;
}
