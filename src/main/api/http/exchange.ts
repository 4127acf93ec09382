/** One request and its response. It follows no redirect and never retries. */
import type { Dispatcher } from "undici";
import { TieoutError } from "../../../core/errors.ts";
import { ACCEPTED_ENCODINGS, readContent } from "./content.ts";
import type { Endpoint } from "./endpoints.ts";
import { StatedStatus } from "./envelope.ts";
import { httpDateMs } from "./http-date.ts";
import type { Provenance } from "../../../core/review/pulls/provenance.ts";
import type { Timing } from "../limits.ts";
import type { ServiceConnections } from "./connections.ts";

/** A request to the service, and how to read a success. */
export interface Request<T> {
  readonly endpoint: Endpoint;
  readonly origin: string;
  /** From the slash on, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBytes: number;
  /** Called before each attempt is sent, counted from 1. */
  readonly onAttempt: (attempt: number) => void;
  /** Takes secrets out of what a response says of itself. */
  readonly redact: (text: string) => string;
  /**
   * Reads a success; called again for each attempt, counted from 1.
   *
   * @throws TieoutError what the body is refused for
   */
  readonly accept: (content: AsyncIterable<Uint8Array>, attempt: number) => Promise<T>;
}

export type ServiceResponse<T> =
  | { readonly accepted: true; readonly value: T; readonly provenance: Provenance }
  | {
      readonly accepted: false;
      readonly status: number;
      /** The Retry-After header, '' when there is none. */
      readonly retryAfter: string;
      /** Whether the body states it, under HTTP 200. */
      readonly isStated: boolean;
      /** The body's JSON as far as it was read; undefined when it is none. */
      readonly body: unknown;
    };

/** How much of a refusal's body is read for its message. */
const REFUSAL_BYTES = 64 * 1024;

function header(headers: Dispatcher.ResponseData["headers"], name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

/**
 * Sends a request once.
 *
 * @throws TieoutError NET_REDIRECT, NET_TOO_LARGE, and what `accept` raises; the network's own errors as they
 *   are
 */
export async function exchange<T>(
  request: Request<T>,
  attempt: number,
  connections: ServiceConnections,
  { timing, now }: { readonly timing: Timing; readonly now: () => number },
  signal: AbortSignal,
): Promise<ServiceResponse<T>> {
  const sentAtMs = now();
  const response = await connections.dispatcher.request({
    origin: request.origin,
    path: request.path,
    method: request.endpoint.method,
    headers: { ...request.headers, "Accept-Encoding": ACCEPTED_ENCODINGS },
    body: request.body ?? null,
    headersTimeout: timing.headersMs,
    bodyTimeout: timing.bodyMs,
    signal,
  });
  try {
    const { certificateSha256 } = connections;
    const attempted = { attempt, certificateSha256, sentAtMs, answeredAtMs: now() };
    const answer = await takeAnswer(request, attempt, response, signal);
    return answer.accepted
      ? { ...answer, provenance: { ...provenanceOf(request, response), ...attempted, endedAtMs: now() } }
      : answer;
  } finally {
    // The rest of the body is not needed. Destroying a body that ended does nothing.
    response.body.on("error", () => undefined).destroy();
  }
}

/** More of a reason phrase is not kept. */
const REASON_LENGTH = 80;

function provenanceOf(
  { origin, endpoint, path, redact }: Request<unknown>,
  { statusCode, statusText, headers }: Dispatcher.ResponseData,
): Pick<Provenance, "origin" | "request" | "status" | "serverAtMs"> {
  const status = `${statusCode} ${redact(statusText).slice(0, REASON_LENGTH)}`.trimEnd();
  return {
    origin,
    request: `${endpoint.method} ${redact(path)}`,
    status,
    serverAtMs: httpDateMs(header(headers, "date")),
  };
}

type ExchangeOutcome<T> =
  | { readonly accepted: true; readonly value: T }
  | Extract<ServiceResponse<T>, { readonly accepted: false }>;

async function takeAnswer<T>(
  request: Request<T>,
  attempt: number,
  response: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<ExchangeOutcome<T>> {
  const { statusCode: status, headers, body } = response;
  if (status >= 300 && status < 400) {
    throw new TieoutError("NET_REDIRECT", `The service responded with a redirect (HTTP ${status})`, {
      file: request.path,
    });
  }
  const retryAfter = header(headers, "retry-after");
  const encoding = header(headers, "content-encoding");
  const length = header(headers, "content-length");
  // The interface knows only this success; a partial response (206) is not one.
  if (status === 200) {
    const content = readContent(body, encoding, length, request.maxBytes, request.path);
    try {
      return { accepted: true, value: await request.accept(content, attempt) };
    } catch (error) {
      if (!(error instanceof StatedStatus) || !isRefusal(error.status)) throw error;
      return { accepted: false, status: error.status, isStated: true, retryAfter, body: error.body };
    }
  }
  const content = await beginning(() => readContent(body, encoding, "", Infinity, request.path), signal);
  return { accepted: false, status, isStated: false, retryAfter, body: jsonIn(content) };
}

/** Whether a status that a body states is one of HTTP's for requests that failed; others are the service's own. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 600;
}

function jsonIn(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The first bytes of a refusal. Where they break off is no matter: the status says what counts. */
async function beginning(read: () => AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of read()) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > REFUSAL_BYTES) break;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  return Buffer.concat(chunks).subarray(0, REFUSAL_BYTES);
}
