/**
 * The way to main through the browser host's socket. A call that was under way when the connection was lost
 * fails, and is never sent again by itself: nobody knows whether it was done, and some calls write.
 */
import { TieoutError } from "../core/errors.ts";
import { decodeMessage, encodeMessage } from "../ipc/codec.ts";
import { type Envelope, type Fault, faultOf } from "../ipc/envelope.ts";
import type { EventMessage } from "../ipc/events.ts";
import type { Input, MethodName } from "../ipc/contract.ts";
import { CLOSE, type FromHost, MAX_FRAME_BYTES, type ToHost } from "../ipc/socket.ts";
import type { FileFacts } from "../ipc/values.ts";
import { ApiError } from "./api.ts";
import type { Bridge } from "./bridge.ts";
import { Handshake } from "./handshake.ts";
import { type HttpWay, fetchWritten, fetchRecords, upload } from "./transfer.ts";

/** What the bridge needs of the page it is in. */
export interface SocketEnvironment extends HttpWay {
  /** Begins to connect to the host that served the page. */
  readonly connect: () => WebSocket;
  /** Asks other tabs for a token; null when none answers. */
  readonly knock: () => Promise<string | null>;
  /** The token of the page's address, null without one. */
  readonly token: string | null;
}

/** The wait before connecting again, milliseconds; it doubles from the first to the last. */
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 5000;

type ReplyHandler = (reply: Envelope<unknown>) => void;

export class SocketBridge implements Bridge {
  readonly picks = "page";
  readonly #around: SocketEnvironment;
  readonly #listeners = new Set<(message: EventMessage) => void>();
  readonly #lostListeners = new Set<(fault: Fault | null) => void>();
  readonly #asked = new Map<number, ReplyHandler>();
  #token: string | null;
  /** The one that was admitted, null while there is none. */
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

  listen = (listener: (message: EventMessage) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  onLost = (listener: (fault: Fault | null) => void): (() => void) => {
    this.#lostListeners.add(listener);
    if (this.#lost !== null) listener(this.#lost);
    return () => {
      this.#lostListeners.delete(listener);
    };
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
      return refused("IPC_INVALID", "The window said more at once than can be carried");
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
    if (message.is === "event") for (const listener of this.#listeners) listener(message.message);
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
    for (const listener of this.#lostListeners) listener(fault);
  }
}

const HOST_LOST = faultOf(new TieoutError("HOST_LOST", "The connection to Tieout is lost"));
const SESSION_ENDED = faultOf(
  new TieoutError("SESSION_ENDED", "The address was already used or has expired"),
);

function refused(code: "IPC_INVALID", sentence: string): Envelope<never> {
  return { ok: false, fault: faultOf(new TieoutError(code, sentence)) };
}
