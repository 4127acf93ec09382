/** Logging in by phone and password. */
import { hash, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** Whether two texts are the same, in a time that tells neither where they differ nor how long they are. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}

// Unsuccessful responses. The interface documents none, so status codes and bodies are ours.

/** Raised by a route; the server returns it. */
export class RefusedRequest extends Error {
  /** HTTP status, and the status in the envelope. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

interface RefusalBody {
  readonly status: number;
  readonly message: string;
}

export function refusalBody(status: number, message: string): RefusalBody {
  return { status, message };
}

const MOST_WRONG_LOGINS = 10;
const WINDOW_MS = 60_000;

const object = z.looseObject({});
const wellFormed = z.looseObject({
  phone: z.string().regex(/^\+[1-9]\d{6,14}$/u, { error: "must be a phone number in international format" }),
  password: z.string().min(1, { error: "must not be empty" }),
});

/** @throws Refusal 400 when it is no object or lacks a parameter, 422 when a parameter cannot be one */
function parseLoginBody(body: unknown): { readonly phone: string; readonly password: string } {
  const given = object.safeParse(body).data;
  if (given === undefined)
    throw new RefusedRequest(400, "The body must be a JSON object with phone and password.");
  for (const name of ["phone", "password"] as const) {
    if (given[name] === undefined || given[name] === null) {
      throw new RefusedRequest(400, `The parameter ${name} is missing.`);
    }
  }
  const parsed = wellFormed.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const why = issue?.code === "invalid_type" ? "must be a text" : (issue?.message ?? "cannot be read");
  throw new RefusedRequest(422, `The parameter ${issue?.path.join(".") ?? ""} ${why}.`);
}

/** The door: one account, and a pause after too many wrong tries. */
export class Login {
  readonly #phone: string;
  readonly #password: string;
  readonly #now: () => number;
  /** When the last wrong tries were, milliseconds UTC, oldest first. */
  #wrongAtMs: number[] = [];

  /** @param now milliseconds UTC */
  constructor(phone: string, password: string, now: () => number) {
    this.#phone = phone;
    this.#password = password;
    this.#now = now;
  }

  /**
   * Returns when the body's pair is the account's.
   *
   * @throws Refusal 400, 422 for a body that cannot be a login; 401 for a wrong pair; 429 with Retry-After
   *   after ten wrong pairs within a minute
   */
  check(body: unknown): void {
    const { phone, password } = parseLoginBody(body);
    const nowMs = this.#now();
    this.#wrongAtMs = this.#wrongAtMs.filter((atMs) => nowMs - atMs < WINDOW_MS);
    const [oldestMs = nowMs] = this.#wrongAtMs;
    if (this.#wrongAtMs.length >= MOST_WRONG_LOGINS) {
      const seconds = Math.ceil((oldestMs + WINDOW_MS - nowMs) / 1000);
      throw new RefusedRequest(429, `Too many wrong logins; try again in ${seconds} seconds.`, {
        "Retry-After": String(seconds),
      });
    }
    const right = [sameText(phone, this.#phone), sameText(password, this.#password)];
    if (!right.includes(false)) return;
    this.#wrongAtMs.push(nowMs);
    throw new RefusedRequest(401, "The phone number or the password is wrong.");
  }
}

// Credentials of the sandbox's one caller, derived from its seed, so that scripts can rely on them.

export interface MadeUpCredentials {
  /** The Appid header. */
  readonly appId: string;
  /** What the Authorization header carries. */
  readonly secretKey: string;
  readonly password: string;
  /** The user token that user records carry. */
  readonly token: string;
}

/** A seed's credentials: always the same, and plain to see that they open nothing but the sandbox. */
export function credentialsOf(seed: number): MadeUpCredentials {
  const made = (what: string, digits: number): string =>
    `sandbox-${what}-${hash("sha256", `tieout sandbox ${what} ${seed}`, "hex").slice(0, digits)}`;
  return {
    appId: made("app", 8),
    secretKey: made("key", 32),
    password: made("password", 12),
    token: made("token", 32),
  };
}
