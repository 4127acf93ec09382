/**
 * Who may come in. A token stands in the address that is printed, is good once and for a minute; whoever brings it gets a
 * session, which holds until the program ends and lives in that window alone. Cookies would not do: they ignore ports.
 */
import { createHash, randomBytes } from "node:crypto";

/** Milliseconds. */
export const TOKEN_LIFE_MS = 60_000;

/** By what a window asks to come in. */
export interface Credentials {
  readonly token: string | null;
  readonly session: string | null;
}

export class Access {
  readonly #elapsedMs: () => number;
  /** Digests of tokens that nobody has used, and until when they may be. Looking one up tells nothing about another. */
  readonly #tokens = new Map<string, number>();
  readonly #sessions = new Set<string>();

  /** @param elapsedMs a clock that nobody sets back, milliseconds */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** @returns a token for one window */
  issueToken(): string {
    const now = this.#elapsedMs();
    for (const [digest, until] of this.#tokens) if (until <= now) this.#tokens.delete(digest);
    const token = secret();
    this.#tokens.set(digestOf(token), now + TOKEN_LIFE_MS);
    return token;
  }

  /** @returns the session that the window has from now on, null when it may not come in. A token that is not needed is left. */
  admit({ token, session }: Credentials): string | null {
    if (session !== null && this.isSession(session)) return session;
    if (token === null) return null;
    const digest = digestOf(token);
    const until = this.#tokens.get(digest);
    this.#tokens.delete(digest);
    if (until === undefined || until <= this.#elapsedMs()) return null;
    const admitted = secret();
    this.#sessions.add(digestOf(admitted));
    return admitted;
  }

  isSession(text: string): boolean {
    return this.#sessions.has(digestOf(text));
  }
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
