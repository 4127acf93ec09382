/** Requests with deadlines, and with retries where repeating is harmless. */
import { TieoutError } from "../../../core/errors.ts";
import type { ErrorCode } from "../../../core/error-codes.ts";
import { uncapitalised } from "../../../core/sentence.ts";
import { setTimeout as sleepFor } from "node:timers/promises";
import {
  type ServiceResponse,
  type Request,
  THE_SERVICE,
  exchange,
  ServiceConnections,
  httpDateMs,
} from "./exchange.ts";
import type { Timing } from "../encoding.ts";

// Errors of the connection to the service, by the codes of the network's own errors.

interface KnownError {
  readonly test: RegExp;
  readonly code: ErrorCode;
  /** @param whom was asked, as a sentence begins */
  readonly sentence: (whom: string) => string;
}

const CODES: readonly KnownError[] = [
  {
    test: /^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/u,
    code: "NET_TIMEOUT",
    sentence: (whom) => `${whom} did not accept the connection in time`,
  },
  {
    test: /^UND_ERR_HEADERS_TIMEOUT$/u,
    code: "NET_TIMEOUT",
    sentence: (whom) => `${whom} did not respond in time`,
  },
  {
    test: /^UND_ERR_BODY_TIMEOUT$/u,
    code: "NET_TIMEOUT",
    sentence: (whom) => `${whom} stopped sending in the middle of its response`,
  },
  {
    test: /^ECONNREFUSED$/u,
    code: "NET_UNREACHABLE",
    sentence: (whom) => `${whom} refused the connection`,
  },
  {
    test: /^ENOTFOUND$/u,
    code: "NET_UNREACHABLE",
    sentence: (whom) => `The address of ${uncapitalised(whom)} was not found`,
  },
  {
    test: /^EAI_/u,
    code: "NET_UNREACHABLE",
    sentence: (whom) => `The address of ${uncapitalised(whom)} could not be looked up`,
  },
  {
    test: /^EHOSTUNREACH$|^ENETUNREACH$|^EADDRNOTAVAIL$|^EHOSTDOWN$|^ENETDOWN$/u,
    code: "NET_UNREACHABLE",
    sentence: (whom) => `No connection leads to ${uncapitalised(whom)}`,
  },
  {
    test: /^ECONNRESET$|^EPIPE$|^ECONNABORTED$|^UND_ERR_SOCKET$|^Z_BUF_ERROR$/u,
    code: "NET_TRUNCATED",
    sentence: () => "The connection ended before the response was complete",
  },
  {
    test: /CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_TLS_|^ERR_SSL_|^EPROTO$|^HOSTNAME_MISMATCH$/u,
    code: "NET_TLS",
    sentence: (whom) => `Tieout could not make a trusted, encrypted connection to ${uncapitalised(whom)}`,
  },
  {
    test: /^HPE_|^UND_ERR_HEADERS_OVERFLOW$|^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$|^ERR_HTTP|^Z_|^ERR__ERROR_FORMAT|^ERR_BROTLI|^ERR__/u,
    code: "NET_PROTOCOL",
    sentence: (whom) => `${whom}'s response breaks the rules of HTTP`,
  },
];

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" ? code : "";
}

/** An error without the network's own, which may hold what was sent. @param path the endpoint's */
function networkError(error: unknown, path: string, whom: string): TieoutError {
  if (error instanceof TieoutError) return error;
  const code = codeOf(error);
  const known = CODES.find(({ test }) => test.test(code));
  if (known !== undefined) {
    return new TieoutError(known.code, `${known.sentence(whom)} (${code})`, { file: path });
  }
  const name = error instanceof Error ? error.name : typeof error;
  return new TieoutError("NET_PROTOCOL", `The request failed (${code === "" ? name : code})`, { file: path });
}

/** Whether the request never left: then even a login can be said not to have happened. */
function neverSent(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === "UND_ERR_CONNECT_TIMEOUT" || networkError(error, "", THE_SERVICE).code === "NET_UNREACHABLE"
  );
}

/** What differs in tests. */
export interface Patience {
  /** 0 ≤ random < 1. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds UTC: this computer's clock. */
  readonly now: () => number;
}

export const DEFAULT_PATIENCE: Patience = {
  random: Math.random,
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, { signal });
  },
  now: Date.now,
};

/** How often a request that only reads is sent again, and after which waits, milliseconds. */
export const RETRYING = {
  mostRetries: 3,
  /** Each takes as long as the service may be silent: nobody waits for a third. */
  mostTimeouts: 2,
  firstBackoffMs: 500,
  longestBackoffMs: 8000,
  /** A service that asks for a longer wait than this is reported, not waited for. */
  longestRetryAfterMs: 60_000,
};
const YEAR_SECONDS = 366 * 24 * 3600;

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const RETRIED_CODES: ReadonlySet<string> = new Set(["NET_TIMEOUT", "NET_TRUNCATED"]);

export class Transport {
  readonly #connections: ServiceConnections;
  readonly #timing: Timing;
  readonly #patience: Patience;

  /** @param ca certificates to trust beside the runtime's own, PEM */
  constructor(timing: Timing, patience: Patience, ca?: string) {
    this.#timing = timing;
    this.#patience = patience;
    this.#connections = new ServiceConnections(timing.connectMs, ca);
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  /**
   * Sends a request, a GET again after 429, 502, 503, 504 and resets, at most three times, after a timeout
   * once.
   *
   * @throws TieoutError NET_*, LOGIN_UNKNOWN when a login may or may not have happened, CANCELLED, and what
   *   the body is refused for
   */
  async send<T>(request: Request<T>, signal?: AbortSignal): Promise<ServiceResponse<T>> {
    const { recordDeadlineMs, listDeadlineMs } = this.#timing;
    const deadlineMs = request.endpoint.answers === "list" ? listDeadlineMs : recordDeadlineMs;
    const deadline = AbortSignal.timeout(deadlineMs);
    const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    let timeouts = 0;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(request, attempt, { deadline, either, user: signal });
      if (outcome instanceof TieoutError && outcome.code === "NET_TIMEOUT") {
        timeouts += 1;
        if (timeouts === RETRYING.mostTimeouts && !either.aborted) {
          const sentence = `${outcome.message}, at either of two attempts`;
          throw new TieoutError("NET_TIMEOUT", sentence, { file: request.path });
        }
      }
      const mayRetry = request.endpoint.method === "GET" && attempt <= RETRYING.mostRetries;
      const waitMs = mayRetry ? this.#waitMs(outcome, attempt, deadlineMs, request.path) : null;
      if (waitMs === null || either.aborted) {
        if (outcome instanceof TieoutError) throw outcome;
        return outcome;
      }
      await this.#wait(waitMs, { deadline, either, user: signal }, request.path);
    }
  }

  async #attempt<T>(
    request: Request<T>,
    attempt: number,
    signals: Signals,
  ): Promise<ServiceResponse<T> | TieoutError> {
    try {
      request.onAttempt(attempt);
      const context = { timing: this.#timing, now: this.#patience.now };
      return await exchange(request, attempt, this.#connections, context, signals.either);
    } catch (error) {
      const { path, whom = THE_SERVICE } = request;
      const failure = interruption(signals, path, whom) ?? networkError(error, path, whom);
      const unknown =
        RETRIED_CODES.has(failure.code) && request.endpoint.name === "login" && !neverSent(error);
      return unknown ? loginUnknown(failure.message, request.path) : failure;
    }
  }

  /** How long to wait before the next attempt; null when the outcome is final. */
  #waitMs(
    outcome: ServiceResponse<unknown> | TieoutError,
    attempt: number,
    deadlineMs: number,
    path: string,
  ): number | null {
    if (outcome instanceof TieoutError)
      return RETRIED_CODES.has(outcome.code) ? this.#backoffMs(attempt) : null;
    if (outcome.accepted || !RETRIED_STATUSES.has(outcome.status)) return null;
    const asked = retryAfterMs(outcome.retryAfter, this.#patience.now());
    if (asked === null) return this.#backoffMs(attempt);
    if (asked <= Math.min(RETRYING.longestRetryAfterMs, deadlineMs / 2)) return asked;
    throw new TieoutError(
      "NET_RATE_LIMITED",
      `The service asks to wait ${waitWords(asked)} before the next request`,
      { file: path },
    );
  }

  /** Full jitter: anything up to a bound that doubles. */
  #backoffMs(attempt: number): number {
    const bound = Math.min(RETRYING.longestBackoffMs, RETRYING.firstBackoffMs * 2 ** (attempt - 1));
    return Math.floor(this.#patience.random() * bound);
  }

  async #wait(ms: number, signals: Signals, path: string): Promise<void> {
    try {
      await this.#patience.sleep(ms, signals.either);
    } catch (error) {
      throw interruption(signals, path, THE_SERVICE) ?? error;
    }
  }
}

function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds > YEAR_SECONDS ? "more than a year" : `${seconds} seconds`;
}

interface Signals {
  readonly deadline: AbortSignal;
  readonly user: AbortSignal | undefined;
  readonly either: AbortSignal;
}

/** What a signal that fired means; null when none did. */
function interruption(signals: Signals, path: string, whom: string): TieoutError | null {
  if (signals.user?.aborted === true)
    return new TieoutError("CANCELLED", "The request was cancelled", { file: path });
  if (!signals.deadline.aborted) return null;
  return new TieoutError("NET_TIMEOUT", `${whom} exceeded the time limit of the whole request`, {
    file: path,
  });
}

/** For a login that was sent and whose outcome never came. */
export function loginUnknown(why: string, path: string): TieoutError {
  return new TieoutError("LOGIN_UNKNOWN", `The result of the login is unknown: ${uncapitalised(why)}`, {
    file: path,
  });
}

/**
 * The delay that a Retry-After header (RFC 9110, 10.2.3) asks for, in milliseconds ≥ 0; null when it cannot
 * be read.
 * @param nowMs milliseconds UTC, for the form that is a date
 */
export function retryAfterMs(header: string, nowMs: number): number | null {
  const text = header.trim();
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const atMs = httpDateMs(text);
  return atMs === null ? null : Math.max(0, atMs - nowMs);
}
