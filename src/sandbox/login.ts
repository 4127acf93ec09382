/** Logging in by phone and password. */
import { z } from "zod";
import { PasswordVault, type StoredPassword, sameText } from "./password.ts";
import { RefusedRequest } from "./refusal.ts";

const MOST_WRONG_LOGINS = 10;
const WINDOW_MS = 60_000;

const object = z.looseObject({});
const wellFormed = z.looseObject({
  phone: z.string().regex(/^\+[1-9]\d{6,14}$/u, { error: "must be a phone number in international format" }),
  password: z.string().min(1, { error: "must not be empty" }),
});

interface LoginBody {
  readonly phone: string;
  readonly password: string;
}

/**
 * Reads the request's body.
 *
 * @throws Refusal 400 when it is no object or lacks a parameter, 422 when a parameter cannot be one
 */
function parseLoginBody(body: unknown): LoginBody {
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
  readonly #vault = new PasswordVault();
  readonly #phone: string;
  readonly #password: StoredPassword;
  readonly #now: () => number;
  /** When the last wrong tries were, milliseconds UTC, oldest first. */
  #wrongAtMs: number[] = [];

  /** @param now milliseconds UTC */
  constructor(phone: string, password: string, now: () => number) {
    this.#phone = phone;
    this.#password = this.#vault.store(password);
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
    const right = [sameText(phone, this.#phone), this.#vault.matches(this.#password, password)];
    if (!right.includes(false)) return;
    this.#wrongAtMs.push(nowMs);
    throw new RefusedRequest(401, "The phone number or the password is wrong.");
  }
}
