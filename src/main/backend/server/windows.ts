/** The connected windows: each is authenticated, has its calls answered, and receives every event. */
import type { Socket } from "node:net";
import type { WebSocket } from "@fastify/websocket";
import { z } from "zod";
import { TieoutError } from "../../../core/errors.ts";
import { decodeMessage, encodeMessage } from "../../../ipc/codec.ts";
import { type Envelope, faultOf } from "../../../ipc/envelope.ts";
import type { EventMessage } from "../../../ipc/events.ts";
import { CLOSE, type FromHost, type ToHost } from "../../../ipc/socket.ts";
import { type Access, Entrance } from "./access.ts";

const methodName = z.string().max(200);
/** 256 bits as base64url. */
const secretText = z.string().regex(/^[\w-]{43}$/u);
const callId = z.int().min(0);

/** Parsing of a window's messages: anything undeclared is refused. */
const toHost: z.ZodType<ToHost> = z.discriminatedUnion("is", [
  z.strictObject({
    is: z.literal("hello"),
    token: secretText.nullable(),
    session: secretText.nullable(),
    nonce: secretText,
  }),
  z.strictObject({ is: z.literal("prove"), proof: secretText }),
  z.strictObject({ is: z.literal("call"), id: callId, method: methodName, input: z.unknown() }),
  z.strictObject({ is: z.literal("invite"), id: callId }),
]);

/** @throws TieoutError IPC_INVALID */
function parseMessage(frame: Uint8Array): ToHost {
  const { success, data } = toHost.safeParse(decodeMessage(frame));
  if (!success)
    throw new TieoutError("IPC_INVALID", "A message between window and program is of an unknown kind");
  return data;
}

/** What a socket may send before it is admitted, bytes: its hello and its proof are short. */
const MAX_BEFORE_BYTES = 16 * 1024;
/** How long a window may keep us waiting until it has proven who it is, milliseconds. */
const ADMITTED_WITHIN_MS = 10_000;
/** How long a window may take to say goodbye, milliseconds. */
const GOODBYE_WITHIN_MS = 500;
/** Sockets that have not proven who they are yet; the one that has waited longest makes room for the next. */
const MOST_WAITING = 128;
/** What may wait for a window that does not read, bytes; it can connect again. */
const MAX_BEHIND_BYTES = 256 * 1024 * 1024;

export interface WindowCalls {
  /** Never throws. */
  readonly call: (method: string, input: unknown) => Promise<Envelope<unknown>>;
  /** An address that lets one more window in. */
  readonly invite: () => string;
}

type Admission = "waiting" | "admitted" | "refused";

export class Windows {
  readonly #access: Access;
  /** Every socket that is not closed. */
  readonly #open = new Map<WebSocket, Admission>();

  constructor(access: Access) {
    this.#access = access;
  }

  /** Takes a socket over; only its entrance is heard until that holds. @param wire what it is made on */
  receive(socket: WebSocket, wire: Socket, calls: WindowCalls): void {
    this.#makeRoom();
    const late = setTimeout(() => this.#refuse(socket, CLOSE.unauthorized), ADMITTED_WITHIN_MS);
    const heard = limitUntilAdmitted(wire, () => this.#refuse(socket, CLOSE.tooLarge));
    const entrance = new Entrance(this.#access);
    this.#open.set(socket, "waiting");
    socket.once("close", () => {
      clearTimeout(late);
      this.#open.delete(socket);
    });
    socket.on("message", (frame: Buffer, isBinary: boolean) => {
      const standing = this.#open.get(socket);
      if (standing === "admitted") void answer(socket, isBinary ? frame : null, calls);
      if (standing !== "waiting") return;
      const reply = entrance.hear(isBinary ? messageIn(frame) : null);
      if (reply?.is === "welcome") {
        clearTimeout(late);
        heard.stop();
        this.#open.set(socket, "admitted");
      }
      if (reply === null) this.#refuse(socket, CLOSE.unauthorized);
      else send(socket, reply);
    });
  }

  /** Sends an event to every window. */
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

  #standing(standing: Admission): WebSocket[] {
    return [...this.#open].filter((entry) => entry[1] === standing).map(([socket]) => socket);
  }

  #makeRoom(): void {
    const waiting = this.#standing("waiting");
    const [longest] = waiting;
    if (longest !== undefined && waiting.length >= MOST_WAITING) this.#refuse(longest, CLOSE.crowded);
  }

  /** Nothing more is read of it than it takes to say goodbye. */
  #refuse(socket: WebSocket, code: number): void {
    if (this.#open.get(socket) !== "waiting") {
      if (code === CLOSE.tooLarge) socket.terminate();
      return;
    }
    this.#open.set(socket, "refused");
    if (code === CLOSE.tooLarge) socket.pause();
    socket.close(code, REASONS[code]);
    const late = setTimeout(() => socket.terminate(), GOODBYE_WITHIN_MS);
    socket.once("close", () => clearTimeout(late));
  }
}

const REASONS: Readonly<Record<number, string>> = {
  [CLOSE.unauthorized]: "neither token nor session holds",
  [CLOSE.tooLarge]: "too much before it was admitted",
  [CLOSE.crowded]: "others wait, too",
};

/** Counts what a wire brings until its socket is admitted: the socket itself would keep a whole frame. */
function limitUntilAdmitted(wire: Socket, tooMuch: () => void): { readonly stop: () => void } {
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_BEFORE_BYTES) tooMuch();
  };
  wire.on("data", count);
  return { stop: () => void wire.off("data", count) };
}

function messageIn(frame: Buffer): ToHost | null {
  try {
    return parseMessage(frame);
  } catch {
    return null;
  }
}

/** @param frame null for a text frame, which no window sends */
async function answer(socket: WebSocket, frame: Buffer | null, calls: WindowCalls): Promise<void> {
  const message = frame === null ? null : messageIn(frame);
  if (message === null || message.is === "hello" || message.is === "prove") {
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

/** What cannot be carried is a defect; the window learns that its call failed, and waits no longer. */
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
