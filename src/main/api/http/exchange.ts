/** One request and its response. It follows no redirect and never retries. */
import { type Readable, type Transform, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { TieoutError } from "../../../core/errors.ts";
import { excerpt } from "../../../core/excerpt.ts";
import { hash } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { Agent, type Dispatcher, buildConnector } from "undici";
import { MAX_HEADER_BYTES, type Timing } from "../encoding.ts";
import { StatedStatus } from "../envelope.ts";
import type { Provenance } from "../../../core/review/restate/provenance.ts";

// A response's body: decompressed while it arrives, and limited in size.

/** What we say we understand. */
const ACCEPTED_ENCODINGS = "gzip, br";

const DECOMPRESSORS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

function tooLarge(maxBytes: number, path: string): TieoutError {
  return new TieoutError("NET_TOO_LARGE", `The response is larger than ${maxBytes} bytes`, { file: path });
}

async function* capped(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  path: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes, path);
    yield chunk;
  }
}

/**
 * The bytes of a body.
 *
 * @param encoding the Content-Encoding header, '' when there is none
 * @param length the Content-Length header, '' when there is none
 * @param maxBytes cap before and after decompression
 * @throws TieoutError NET_TOO_LARGE, NET_PROTOCOL for an encoding we did not ask for
 */
function readContent(
  body: Readable,
  encoding: string,
  length: string,
  maxBytes: number,
  path: string,
): AsyncIterable<Uint8Array> {
  if (Number(length) > maxBytes) throw tooLarge(maxBytes, path);
  const name = encoding.trim().toLowerCase();
  const raw = capped(body, maxBytes, path);
  if (name === "" || name === "identity") return raw;
  const decompressor = DECOMPRESSORS.get(name)?.();
  if (decompressor === undefined) {
    throw new TieoutError("NET_PROTOCOL", "The response uses a compression that Tieout did not request", {
      file: path,
    });
  }
  // A failure of the source ends the decompressor with the same error, which its reader then meets.
  pipeline(raw, decompressor, () => undefined);
  return capped(decompressor, maxBytes, path);
}

// The endpoints of the interface, each defined once.

export type EndpointName = "login" | "user" | "business" | "wallet" | "transactions";

export interface Endpoint {
  readonly name: EndpointName;
  readonly method: "GET" | "POST";
  /** Under the path prefix; where there are several, the next is tried when one is 404. */
  readonly paths: readonly [string, ...string[]];
  /** Whether the response is a list of records or one record. */
  readonly answers: "list" | "record";
}

export const ENDPOINTS: { readonly [Name in EndpointName]: Endpoint & { readonly name: Name } } = {
  login: { name: "login", method: "POST", paths: ["/user/auth/login"], answers: "record" },
  // The interface's text has the first path, its sample request the second.
  user: { name: "user", method: "GET", paths: ["/user/fetch", "/user/fetch/single"], answers: "record" },
  business: { name: "business", method: "GET", paths: ["/business/fetch"], answers: "record" },
  wallet: { name: "wallet", method: "GET", paths: ["/wallet/history"], answers: "list" },
  transactions: { name: "transactions", method: "GET", paths: ["/transaction/fetch/all"], answers: "list" },
};

// ServiceConnections to the service: one at a time, so that the certificate seen last is that of the response.

export class ServiceConnections {
  readonly #agent: Agent;
  #certificateSha256: string | null = null;

  /** @param ca certificates to trust beside the runtime's own, PEM */
  constructor(connectMs: number, ca?: string) {
    const connect = buildConnector({
      allowH2: false,
      timeout: connectMs,
      // Said outright, it is above NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
      // A connection that takes up a session of an earlier one shows no certificate.
      maxCachedSessions: 0,
      ...(ca === undefined ? {} : { ca }),
    });
    this.#agent = new Agent({
      allowH2: false,
      connections: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: (options, callback) => {
        connect(options, (...connected) => {
          if (connected[1] !== null) this.#certificateSha256 = certificateOf(connected[1]);
          callback(...connected);
        });
      },
    });
  }

  get dispatcher(): Dispatcher {
    return this.#agent;
  }

  /** Of the TLS certificate shown last, 64 hex digits; null on plain HTTP. */
  get certificateSha256(): string | null {
    return this.#certificateSha256;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function certificateOf(socket: Socket): string | null {
  if (!(socket instanceof TLSSocket)) return null;
  return hash("sha256", socket.getPeerCertificate().raw, "hex");
}

/** Who is asked where nobody else is named. */
export const THE_SERVICE = "The service";

/** A request to the service, and how to read a success. */
export interface Request<T> {
  readonly endpoint: Pick<Endpoint, "method" | "answers"> & { readonly name: string };
  /** Who is asked, as a sentence begins; the service where nobody is named. */
  readonly whom?: string;
  readonly origin: string;
  /** From the slash on, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** What a success says that it is; anything where nothing is asked for. */
  readonly contentType?: string;
  readonly maxBytes: number;
  /** Called before each attempt is sent, counted from 1. */
  readonly onAttempt: (attempt: number) => void;
  /** Takes secrets out of what a response says of itself. */
  readonly redact: (text: string) => string;
  /** Reads a success, for each attempt from 1 on. @throws TieoutError what the body is refused for */
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
    const sentence = `${request.whom ?? THE_SERVICE} responded with a redirect (HTTP ${status})`;
    throw new TieoutError("NET_REDIRECT", sentence, { file: request.path });
  }
  const retryAfter = header(headers, "retry-after");
  const encoding = header(headers, "content-encoding");
  const length = header(headers, "content-length");
  // The interface knows only this success; a partial response (206) is not one.
  if (status === 200) {
    refuseOtherContent(request, header(headers, "content-type"));
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

function refuseOtherContent(
  { contentType, path, whom = THE_SERVICE }: Request<unknown>,
  found: string,
): void {
  const [type = ""] = found.split(";");
  if (contentType === undefined || type.trim().toLowerCase() === contentType) return;
  const named = type.trim() === "" ? "without saying of what kind" : `with ${excerpt(type)}`;
  throw new TieoutError("NET_PROTOCOL", `${whom} responded ${named}, and not with ${contentType}`, {
    file: path,
  });
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

/** A time in HTTP's preferred form (RFC 9110, 5.6.7), milliseconds UTC; null when it cannot be read. */
export function httpDateMs(text: string): number | null {
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u.test(text);
  const atMs = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}
