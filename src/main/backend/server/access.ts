/**
 * Who may come in. The printed address holds a token that works once and for a minute; it is exchanged
 * for a session, which lasts until the program ends and belongs to one window. Cookies would not do, because
 * they ignore ports. Neither token nor session is ever sent: each has a public name and is proven by HMAC.
 * Before that every request is looked at: its sender's address, its Host and its Origin.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import {
  type FromHost,
  type Nonces,
  SIGNED,
  SOCKET_PATH,
  type ToHost,
  UPLOAD_TYPE,
} from "../../../ipc/socket.ts";

function mac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** 256 random bits. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares without telling by its time how much of it is right. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const TOKEN_LIFE_MS = 60_000;

/** The names of what a window says it comes in by. */
interface Names {
  readonly token: string | null;
  readonly session: string | null;
}

/** What a window comes in by. */
interface Known {
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

/** The handshake of a socket before it is a window: a hello, then the proof of knowing what it names. */
export class Entrance {
  readonly #access: Access;
  #challenged: { readonly known: Known; readonly nonces: Nonces } | null = null;

  constructor(access: Access) {
    this.#access = access;
  }

  /** @returns what to answer; null where the window may not come in */
  hear(message: ToHost | null): Extract<FromHost, { is: "challenge" | "welcome" }> | null {
    if (message?.is === "hello" && this.#challenged === null) return this.#challenge(message);
    if (message?.is === "prove" && this.#challenged !== null) return this.#welcome(message.proof);
    return null;
  }

  #challenge({ token, session, nonce }: Extract<ToHost, { is: "hello" }>) {
    const known = this.#access.find({ token, session });
    if (known === null) return null;
    const nonces = { window: nonce, host: randomText() };
    this.#challenged = { known, nonces };
    const proof = mac(known.secret, SIGNED.hostProof(nonces));
    return { is: "challenge", by: known.by, nonce: nonces.host, proof } as const;
  }

  #welcome(proof: string) {
    if (this.#challenged === null) return null;
    const { known, nonces } = this.#challenged;
    if (!isSame(proof, mac(known.secret, SIGNED.windowProof(nonces)))) return null;
    return this.#access.admit(known, mac(known.secret, SIGNED.session(nonces)))
      ? ({ is: "welcome" } as const)
      : null;
  }
}

/** A response that is given instead of what was asked for. */
interface GuardRefusal {
  readonly status: 403 | 404 | 415 | 421;
  readonly sentence: string;
}

/**
 * Only this machine's own browser, at the address that was printed, gets past: a name that somebody else's
 * DNS points here has another Host, and a page of another port, or of an earlier host at this one, has
 * another Origin.
 *
 * @param name the host's own
 * @returns null when it may go on
 */
export function refusalOf(request: IncomingMessage, name: string): GuardRefusal | null {
  const { socket, method, headers } = request;
  if (!isLoopback(socket.remoteAddress))
    return { status: 403, sentence: "Tieout serves only this computer." };
  const host = ownHost(request, name);
  if (host === null) return { status: 421, sentence: "Tieout does not serve this address." };
  const isOwnPage = headers.origin === `http://${host}`;
  if (headers.upgrade !== undefined) {
    if (!isOwnPage) return { status: 403, sentence: "Only Tieout's own page may connect." };
    return request.url === SOCKET_PATH ? null : { status: 404, sentence: "Page not found." };
  }
  if (method !== "POST") return null;
  if (headers["content-type"] !== UPLOAD_TYPE)
    return { status: 415, sentence: `Only ${UPLOAD_TYPE} is accepted.` };
  return isOwnPage ? null : { status: 403, sentence: "Only Tieout's own page may upload files." };
}

/** @param address as the socket reports it */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/u.test(address));
}

/** @returns the host that the request names when it is ours, named once and to the letter; else null */
function ownHost({ socket, url, headers, rawHeaders }: IncomingMessage, name: string): string | null {
  // A request line with a whole address in it would overrule the header.
  if (url?.startsWith("/") !== true) return null;
  const headerNames = rawHeaders.filter((_, index) => index % 2 === 0);
  if (headerNames.filter((one) => one.toLowerCase() === "host").length !== 1) return null;
  // As a browser names it; it leaves port 80 out.
  const { host } = new URL(`http://${name}:${socket.localPort ?? 0}`);
  return host === headers.host ? host : null;
}

/** Responds with one sentence and closes the connection, without reading the rest of the body. */
export function refuseRequest(reply: FastifyReply, status: number, sentence: string): void {
  void reply
    .code(status)
    .header("Connection", "close")
    .type("text/plain; charset=utf-8")
    .send(`${sentence}\n`);
}
