/** The windows that are connected: each says first by what it comes in, is answered call by call, and hears every event. */
import type { WebSocket } from "@fastify/websocket";
import { encodeMessage } from "../ipc/codec.ts";
import { type Envelope, faultOf } from "../ipc/envelope.ts";
import type { EventMessage } from "../ipc/events.ts";
import { CLOSE, type FromHost, type ToHost } from "../ipc/socket.ts";
import type { Access } from "./access.ts";
import { parseMessage } from "./messages.ts";

/** The largest first frame: a token and a session are short. */
const MAX_HELLO_BYTES = 4096;
/** How long a window may keep us waiting for its first message, milliseconds. */
const HELLO_WITHIN_MS = 10_000;
/** How long a window may take to say goodbye, milliseconds. */
const GOODBYE_WITHIN_MS = 500;
/** Windows that have not said who they are yet. */
const MOST_WAITING = 32;
/** What may wait for a window that does not read, bytes; it can connect again. */
const MAX_BEHIND_BYTES = 256 * 1024 * 1024;

export interface WindowCalls {
  /** Never throws. */
  readonly call: (method: string, input: unknown) => Promise<Envelope<unknown>>;
  /** An address that lets one more window in. */
  readonly invite: () => string;
}

type Standing = "waiting" | "admitted" | "refused";

export class Windows {
  readonly #access: Access;
  /** Every socket that is not closed. */
  readonly #open = new Map<WebSocket, Standing>();

  constructor(access: Access) {
    this.#access = access;
  }

  /** Takes a socket over; nothing is heard from it but its hello until that holds. */
  receive(socket: WebSocket, calls: WindowCalls): void {
    const isFull = this.#standing("waiting").length >= MOST_WAITING;
    const late = setTimeout(() => this.#refuse(socket), HELLO_WITHIN_MS);
    this.#open.set(socket, "waiting");
    socket.once("close", () => {
      clearTimeout(late);
      this.#open.delete(socket);
    });
    if (isFull) {
      this.#refuse(socket);
      return;
    }
    socket.once("message", (frame: Buffer, isBinary: boolean) => {
      clearTimeout(late);
      if (this.#open.get(socket) === "waiting") this.#admit(socket, isBinary ? frame : null, calls);
    });
  }

  /** Tells every window. */
  tell(message: EventMessage): void {
    const admitted = this.#standing("admitted");
    if (admitted.length === 0) return;
    const frame = encodeMessage({ is: "event", message } satisfies FromHost);
    for (const socket of admitted) sendFrame(socket, frame);
  }

  /** Ends all connections, in good order with those that play along. */
  async closeAll(): Promise<void> {
    const closed = [...this.#open.keys()].map(async (socket) => {
      const late = setTimeout(() => socket.terminate(), GOODBYE_WITHIN_MS);
      const isClosed = new Promise<void>((resolve) => {
        socket.once("close", () => resolve());
      });
      socket.close(CLOSE.goingAway, "the program ends");
      await isClosed;
      clearTimeout(late);
    });
    await Promise.all(closed);
  }

  #standing(standing: Standing): WebSocket[] {
    return [...this.#open].filter((entry) => entry[1] === standing).map(([socket]) => socket);
  }

  #refuse(socket: WebSocket): void {
    this.#open.set(socket, "refused");
    socket.close(CLOSE.unauthorized, "neither token nor session holds");
  }

  #admit(socket: WebSocket, frame: Buffer | null, calls: WindowCalls): void {
    const session = this.#sessionFor(frame);
    if (session === null) {
      this.#refuse(socket);
      return;
    }
    this.#open.set(socket, "admitted");
    socket.on("message", (next: Buffer, isBinary: boolean) => {
      void answer(socket, isBinary ? next : null, calls);
    });
    send(socket, { is: "welcome", session });
  }

  #sessionFor(frame: Buffer | null): string | null {
    const hello = frame === null || frame.length > MAX_HELLO_BYTES ? null : messageIn(frame);
    return hello?.is === "hello" ? this.#access.admit(hello) : null;
  }
}

function messageIn(frame: Buffer): ToHost | null {
  try {
    return parseMessage(frame);
  } catch {
    return null;
  }
}

/** @param frame null for a text frame, which nobody sends */
async function answer(socket: WebSocket, frame: Buffer | null, calls: WindowCalls): Promise<void> {
  const message = frame === null ? null : messageIn(frame);
  if (message === null || message.is === "hello") {
    socket.close(CLOSE.malformed, "no message of the bridge");
    return;
  }
  const { id } = message;
  const reply: Envelope<unknown> =
    message.is === "invite"
      ? { ok: true, value: calls.invite() }
      : await calls.call(message.method, message.input);
  send(socket, { is: "reply", id, reply });
}

function send(socket: WebSocket, message: FromHost): void {
  sendFrame(socket, frameOf(message));
}

/** A reply that cannot be carried is a defect; the window learns that its call failed, and does not wait for ever. */
function frameOf(message: FromHost): Uint8Array {
  try {
    return encodeMessage(message);
  } catch (error) {
    if (message.is !== "reply") throw error;
    return encodeMessage({ ...message, reply: { ok: false, fault: faultOf(error) } } satisfies FromHost);
  }
}

function sendFrame(socket: WebSocket, frame: Uint8Array): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_BEHIND_BYTES) socket.terminate();
  else socket.send(frame);
}
