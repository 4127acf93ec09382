/**
 * Admission of windows. The printed address holds a token that works once and for a minute; it is exchanged
 * for a session, which lasts until the program ends and belongs to one window. Cookies would not do, because
 * they ignore ports. Neither token nor session is ever sent: each has a public name and is proven by HMAC.
 */
import { SIGNED } from "../ipc/handshake.ts";
import { mac, randomText } from "./mac.ts";

/** Milliseconds. */
export const TOKEN_LIFE_MS = 60_000;

/** The names of what a window says it comes in by. */
interface Names {
  readonly token: string | null;
  readonly session: string | null;
}

/** What a window comes in by. */
export interface Known {
  readonly by: "token" | "session";
  readonly name: string;
  readonly secret: string;
}

interface Token {
  readonly secret: string;
  /** By the clock of this program, milliseconds. */
  readonly until: number;
}

export class Access {
  readonly #elapsedMs: () => number;
  /** Unused tokens by name. Looking one up reveals nothing about another. */
  readonly #tokens = new Map<string, Token>();
  readonly #sessions = new Map<string, string>();
  readonly #filesKeys = new Set<string>();

  /** @param elapsedMs a monotonic clock, milliseconds */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** @returns a token for one window */
  issueToken(): string {
    this.#forgetOld();
    const secret = randomText();
    this.#tokens.set(mac(secret, SIGNED.name), { secret, until: this.#elapsedMs() + TOKEN_LIFE_MS });
    return secret;
  }

  /**
   * @returns what a window may come in by, once it has proven that it knows it; the session first, null for
   *   neither
   */
  find(names: Names): Known | null {
    const session = names.session === null ? undefined : this.#sessions.get(names.session);
    if (names.session !== null && session !== undefined) {
      return { by: "session", name: names.session, secret: session };
    }
    this.#forgetOld();
    const token = names.token === null ? undefined : this.#tokens.get(names.token);
    if (names.token === null || token === undefined) return null;
    return { by: "token", name: names.token, secret: token.secret };
  }

  /**
   * Takes a token that was proven for a session. A session stays what it is.
   *
   * @param session what both sides make of the token
   * @returns whether the window may come in: another may have used the token meanwhile
   */
  admit({ by, name }: Known, session: string): boolean {
    if (by === "session") return true;
    this.#forgetOld();
    if (!this.#tokens.delete(name)) return false;
    this.#sessions.set(mac(session, SIGNED.name), session);
    this.#filesKeys.add(mac(session, SIGNED.files));
    return true;
  }

  #forgetOld(): void {
    const now = this.#elapsedMs();
    for (const [name, { until }] of this.#tokens) if (until <= now) this.#tokens.delete(name);
  }

  /** Whether a text is what a window in session hands over and fetches files by. */
  isFilesKey(text: string): boolean {
    return this.#filesKeys.has(text);
  }
}
