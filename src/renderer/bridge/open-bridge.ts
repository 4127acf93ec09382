/** Finds the way to main: Electron's preload put it into the page, or a browser host served the page. */
import {
  type Nonces,
  SIGNED,
  type FromHost,
  type ToHost,
  CLOSE,
  MAX_FRAME_BYTES,
  FILES_PATH,
  FILE_NAME_HEADER,
  MAX_UPLOAD_BYTES,
  RECORDS_PATH,
  UPLOAD_TYPE,
  TOKEN_MARK,
  SOCKET_PATH,
} from "../../ipc/socket.ts";
import { TieoutError } from "../../core/errors.ts";
import { decodeMessage, encodeMessage } from "../../ipc/codec.ts";
import { type Envelope, type Fault, faultOf } from "../../ipc/envelope.ts";
import type { EventMessage } from "../../ipc/events.ts";
import type { Input, MethodName } from "../../ipc/contract.ts";
import type { FileFacts } from "../../ipc/values.ts";
import { ApiError } from "./api-provider.tsx";
import type { Bridge } from "./bridge.ts";
import { PRELOADED, type Preloaded } from "../../ipc/bridge.ts";
import { Listeners } from "../ui/shared-value.ts";

// What lets the page in: the token of the address it was opened with, later the session it got for it.

/** Holds across reloads of this tab, and in no other. */
const KEPT_AS = "tieout.session";

interface KeptSession {
  readonly read: () => string | null;
  readonly write: (session: string | null) => void;
}

/**
 * A session kept in a storage; where that is blocked it lasts until the next reload.
 *
 * @param storageOf throws where the browser blocks it
 */
export function keptSession(
  storageOf: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
): KeptSession {
  let held: string | null = null;
  return {
    read: () => {
      try {
        return storageOf().getItem(KEPT_AS) ?? held;
      } catch {
        return held;
      }
    },
    write: (session) => {
      held = session;
      try {
        if (session === null) storageOf().removeItem(KEPT_AS);
        else storageOf().setItem(KEPT_AS, session);
      } catch {
        // The page works without.
      }
    },
  };
}

/**
 * Takes the token out of the address, so that no history, bookmark or screenshot keeps it.
 *
 * @param before the fragment that the address gets instead
 */
export function takeTokenFromAddress(
  address: Pick<Location, "hash" | "pathname" | "search">,
  history: Pick<History, "replaceState">,
  before = "",
): string | null {
  if (!address.hash.startsWith(TOKEN_MARK)) return null;
  const token = address.hash.slice(TOKEN_MARK.length);
  history.replaceState(null, "", `${address.pathname}${address.search}${before}`);
  return token;
}

function onTokenInAddress(enter: (token: string) => void): void {
  addEventListener("hashchange", ({ oldURL }) => {
    const token = takeTokenFromAddress(location, history, new URL(oldURL).hash);
    if (token !== null) enter(token);
  });
}

// The page's side of coming in: it names what it has, has the host prove that it knows it, and proves it in
// turn.

type Challenge = Extract<FromHost, { is: "challenge" }>;

export interface EntranceSecrets {
  readonly token: string | null;
  readonly session: string | null;
}

export class Handshake {
  readonly #secrets: EntranceSecrets;
  readonly #nonce = base64url(crypto.getRandomValues(new Uint8Array(32)));
  #answered: { readonly by: Challenge["by"]; readonly secret: string; readonly nonces: Nonces } | null = null;

  constructor(secrets: EntranceSecrets) {
    this.#secrets = secrets;
  }

  async hello(): Promise<ToHost> {
    const { token, session } = this.#secrets;
    return { is: "hello", token: await nameOf(token), session: await nameOf(session), nonce: this.#nonce };
  }

  /** @returns the page's own proof; null where whoever answers is not the host, and must hear nothing more */
  async answer({ by, nonce, proof }: Challenge): Promise<ToHost | null> {
    const secret = this.#secrets[by];
    if (secret === null || secret === "" || this.#answered !== null) return null;
    const nonces = { window: this.#nonce, host: nonce };
    if ((await pageMac(secret, SIGNED.hostProof(nonces))) !== proof) return null;
    this.#answered = { by, secret, nonces };
    return { is: "prove", proof: await pageMac(secret, SIGNED.windowProof(nonces)) };
  }

  /** @returns the session that the page has from now on; null where nobody proved to be the host before */
  async session(): Promise<string | null> {
    if (this.#answered === null) return null;
    const { by, secret, nonces } = this.#answered;
    return by === "session" ? secret : pageMac(secret, SIGNED.session(nonces));
  }
}

async function nameOf(secret: string | null): Promise<string | null> {
  return secret === null || secret === "" ? null : pageMac(secret, SIGNED.name);
}

// The page's HMAC-SHA-256 and random texts, base64url: the host's own are in `src/main/backend/server/access.ts`.

export async function pageMac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return base64url(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

// The way to main through the browser host's socket. A call that was under way when the connection was lost
// fails, and is never sent again by itself: nobody knows whether it was done, and some calls write.

export interface SocketEnvironment extends HttpWay {
  readonly connect: () => WebSocket;
  readonly knock: () => Promise<string | null>;
  readonly token: string | null;
}

/** The wait before connecting again, milliseconds; it doubles from the first to the last. */
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 5000;

export class SocketBridge implements Bridge {
  readonly picks = "page";
  readonly #around: SocketEnvironment;
  readonly #listeners = new Listeners<EventMessage>();
  readonly #lostListeners = new Listeners<Fault | null>();
  readonly #asked = new Map<number, (reply: Envelope<unknown>) => void>();
  #token: string | null;
  #socket: WebSocket | null = null;
  /** Resolves with null once admitted, or with why not. Between two attempts that of the last one stands. */
  #attempt: Promise<Fault | null>;
  /** Whether somebody else's answer, or a timer, will bring the next attempt. */
  #isTrying = false;
  #lost: Fault | null = null;
  #lastId = 0;
  #waitMs = FIRST_WAIT_MS;

  constructor(around: SocketEnvironment) {
    this.#around = around;
    this.#token = around.token;
    this.#attempt = this.#enter();
  }

  call = async (method: MethodName, input: unknown): Promise<Envelope<unknown>> => {
    if (method !== "check.read") return this.#ask((id) => ({ is: "call", id, method, input }));
    const fault = await this.#attempt;
    if (fault !== null) return { ok: false, fault };
    return fetchRecords(input as Input<"check.read">, this.#around);
  };

  readonly listen = this.#listeners.listen;

  onLost = (listener: (fault: Fault | null) => void): (() => void) => {
    if (this.#lost !== null) listener(this.#lost);
    return this.#lostListeners.listen(listener);
  };

  take = async (files: readonly File[]): Promise<Envelope<readonly FileFacts[]>> => {
    const taken: FileFacts[] = [];
    for (const file of files) {
      const fault = await this.#attempt;
      const reply = fault === null ? await upload(file, this.#around) : ({ ok: false, fault } as const);
      if (!reply.ok) return reply;
      taken.push(...reply.value);
    }
    return { ok: true, value: taken };
  };

  /** @throws ApiError */
  fetchFile = async (handle: string): Promise<Blob> => {
    const fault = await this.#attempt;
    if (fault !== null) throw new ApiError(fault);
    return fetchWritten(handle, this.#around);
  };

  /** @returns an address that lets one more window in; null while this one is not in itself */
  invite = async (): Promise<string | null> => {
    if (this.#socket === null) return null;
    const reply = await this.#ask((id) => ({ is: "invite", id }));
    return reply.ok ? (reply.value as string) : null;
  };

  /** Comes in again by a new token, if it is needed. */
  enterWith(token: string): void {
    this.#token = token;
    if (this.#socket === null && !this.#isTrying) this.#attempt = this.#enter();
  }

  async #ask(messageFor: (id: number) => ToHost): Promise<Envelope<unknown>> {
    const fault = await this.#attempt;
    if (fault !== null) return { ok: false, fault };
    const id = (this.#lastId += 1);
    const frame = encodeMessage(messageFor(id));
    if (frame.length > MAX_FRAME_BYTES) {
      return failed(new TieoutError("IPC_INVALID", "The window said more at once than can be carried"));
    }
    // It may have been lost since.
    if (this.#socket === null) return { ok: false, fault: this.#lost ?? HOST_LOST };
    this.#socket.send(frame);
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
    });
  }

  /** Connects, and where what the page has does not hold, knocks at other tabs. */
  async #enter(): Promise<Fault | null> {
    this.#isTrying = true;
    let fault = await this.#connect();
    if (fault === SESSION_ENDED) {
      this.#token ??= await this.#around.knock();
      if (this.#token !== null) fault = await this.#connect();
    }
    this.#isTrying = fault === HOST_LOST;
    if (fault === HOST_LOST) this.#connectLater();
    this.#tellLost(fault);
    return fault;
  }

  /** @returns null once admitted, else why not */
  async #connect(): Promise<Fault | null> {
    const [token, session] = [this.#token, this.#around.session.read()];
    if (token === null && session === null) return SESSION_ENDED;
    const handshake = new Handshake({ token, session });
    const hello = await handshake.hello();
    const socket = this.#around.connect();
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => socket.send(encodeMessage(hello)));
    return new Promise((resolve) => {
      const listen = ({ data }: MessageEvent<ArrayBuffer>): void => {
        const message = decodeMessage(new Uint8Array(data)) as FromHost;
        if (this.#socket === socket) this.#hear(message);
        else void this.#comeIn(socket, handshake, message).then((isIn) => isIn && resolve(null));
      };
      socket.addEventListener("message", listen);
      socket.addEventListener("close", ({ code }) => {
        const fault = code === CLOSE.unauthorized ? SESSION_ENDED : HOST_LOST;
        // A session is kept: nobody has proven that it ended.
        if (fault === SESSION_ENDED && this.#token === token) this.#token = null;
        if (this.#socket === socket) this.#loseConnection(fault);
        else resolve(fault);
      });
    });
  }

  /**
   * One step of coming in. Whoever does not prove to be the host is hung up on, and has heard nothing.
   *
   * @returns whether the page is in
   */
  async #comeIn(socket: WebSocket, handshake: Handshake, message: FromHost): Promise<boolean> {
    if (message.is === "challenge") {
      const proof = await handshake.answer(message);
      if (proof === null) socket.close();
      else socket.send(encodeMessage(proof));
      return false;
    }
    const session = message.is === "welcome" ? await handshake.session() : null;
    if (session === null) socket.close();
    else this.#admitted(socket, session);
    return session !== null;
  }

  #admitted(socket: WebSocket, session: string): void {
    this.#socket = socket;
    this.#token = null;
    this.#around.session.write(session);
    this.#waitMs = FIRST_WAIT_MS;
  }

  #hear(message: FromHost): void {
    if (message.is === "event") this.#listeners.tell(message.message);
    if (message.is !== "reply") return;
    this.#asked.get(message.id)?.(message.reply);
    this.#asked.delete(message.id);
  }

  #loseConnection(fault: Fault): void {
    this.#socket = null;
    this.#attempt = Promise.resolve(fault);
    for (const answer of this.#asked.values()) answer({ ok: false, fault });
    this.#asked.clear();
    this.#tellLost(fault);
    if (fault === HOST_LOST) this.#connectLater();
  }

  #connectLater(): void {
    this.#isTrying = true;
    setTimeout(() => {
      this.#attempt = this.#enter();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, LAST_WAIT_MS);
  }

  #tellLost(fault: Fault | null): void {
    if (this.#lost === fault) return;
    this.#lost = fault;
    this.#lostListeners.tell(fault);
  }
}

const HOST_LOST = faultOf(new TieoutError("HOST_LOST", "The connection to Tieout is lost"));
const SESSION_ENDED = faultOf(
  new TieoutError("SESSION_ENDED", "The address was already used or has expired"),
);

interface HttpWay {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly session: KeptSession;
}

async function upload(file: File, way: HttpWay): Promise<Envelope<readonly FileFacts[]>> {
  if (file.size > MAX_UPLOAD_BYTES) {
    return failed(new TieoutError("IMPORT_TOO_LARGE", "The file is too large", { file: file.name }));
  }
  const response = await answerTo(FILES_PATH, way, {
    method: "POST",
    headers: {
      "Content-Type": UPLOAD_TYPE,
      [FILE_NAME_HEADER]: encodeURIComponent(file.name.toWellFormed()),
    },
    body: file,
  });
  if (response.status === 200) return (await response.json()) as Envelope<readonly FileFacts[]>;
  return failed(refusal(response.status, file.name));
}

/**
 * Fetches a written file.
 *
 * @throws ApiError
 */
async function fetchWritten(handle: string, way: HttpWay): Promise<Blob> {
  const response = await answerTo(`${FILES_PATH}/${handle}`, way, {});
  if (response.status === 200) return response.blob();
  throw new ApiError(faultOf(refusal(response.status)));
}

/** Fetches a batch of records, which a socket would take longer to bring. */
async function fetchRecords(
  input: Readonly<Record<string, string | number>>,
  way: HttpWay,
): Promise<Envelope<unknown>> {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const response = await answerTo(`${RECORDS_PATH}?${query.toString()}`, way, {});
  const answer = response.status === 200 ? await envelopeOf(response) : null;
  if (answer !== null) return answer;
  if (response.status === 401) return failed(refusal(401));
  return { ok: false, fault: HOST_LOST };
}

async function envelopeOf(response: Response): Promise<Envelope<unknown> | null> {
  try {
    return decodeMessage(new Uint8Array(await response.arrayBuffer())) as Envelope<unknown>;
  } catch {
    return null;
  }
}

/** The host's answer; status 0 where there is none. A browser does not say why. */
async function answerTo(path: string, { fetch, session }: HttpWay, init: RequestInit): Promise<Response> {
  // The session itself is told to nobody.
  const key = await pageMac(session.read() ?? "none", SIGNED.files);
  const headers = {
    ...(init.headers as Record<string, string> | undefined),
    Authorization: `Bearer ${key}`,
  };
  return fetch(path, { ...init, headers, redirect: "error" }).catch(() => Response.error());
}

function refusal(status: number, file?: string): TieoutError {
  if (status === 401) return new TieoutError("SESSION_ENDED", "The session of this window has ended");
  if (status !== 0) return new TieoutError("FILE_UNREADABLE", "File not found or not readable");
  // A file that was moved or changed while it was read ends the request without a word as well.
  const facts = file === undefined ? {} : { file };
  return new TieoutError("HOST_LOST", "The file could not be transferred", facts);
}

function failed(error: TieoutError): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: faultOf(error) };
}

// One more tab gets in by knocking: a page of the same origin that is in already asks the host for a one-time
// token and passes it on. Pages of any other origin, another port's among them, hear and say nothing here.

const CHANNEL = "tieout.tabs";
/** How long an answer takes at most, milliseconds; pages in the background are slow. */
const WITHIN_MS = 1500;

type TabMessage =
  | { readonly is: "knock"; readonly id: string }
  | { readonly is: "open"; readonly id: string; readonly token: string };

async function knock(): Promise<string | null> {
  const channel = new BroadcastChannel(CHANNEL);
  const id = crypto.randomUUID();
  const answered = new Promise<string | null>((resolve) => {
    setTimeout(() => resolve(null), WITHIN_MS);
    channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
      if (data.is === "open" && data.id === id) resolve(data.token);
    });
  });
  say(channel, { is: "knock", id });
  const token = await answered;
  channel.close();
  return token;
}

/** @param invite an address that lets one more window in, null while this page is not in itself */
function answerKnocks(invite: () => Promise<string | null>): void {
  const channel = new BroadcastChannel(CHANNEL);
  const answer = async ({ data }: MessageEvent<TabMessage>) => {
    if (data.is !== "knock") return;
    const address = await invite();
    const token = address?.split(TOKEN_MARK)[1];
    if (token !== undefined) say(channel, { is: "open", id: data.id, token });
  };
  channel.addEventListener("message", (event: MessageEvent<TabMessage>) => {
    void answer(event);
  });
}

function say(channel: BroadcastChannel, said: TabMessage): void {
  channel.postMessage(said);
}

/** Opens it, once for the page, before anything reads the address: a token in it is taken out. */
export function openBridge(): Bridge {
  const preloaded = (globalThis as { readonly [PRELOADED]?: Preloaded })[PRELOADED];
  return preloaded === undefined ? openSocket() : electronBridge(preloaded);
}

function openSocket(): Bridge {
  const bridge = new SocketBridge({
    connect: () => new WebSocket(`ws://${location.host}${SOCKET_PATH}`),
    fetch: (path, init) => fetch(path, init),
    session: keptSession(() => sessionStorage),
    knock,
    token: takeTokenFromAddress(location, history),
  });
  onTokenInAddress((token) => bridge.enterWith(token));
  answerKnocks(() => bridge.invite());
  return bridge;
}

function electronBridge({ methods, listen, take }: Preloaded): Bridge {
  return {
    call: (method, input) => methods[method](input),
    listen,
    take,
    picks: "main",
    fetchFile: null,
    // The window ends with main.
    onLost: () => () => {},
  };
}
