/** Batches of the records that a window checks, as the bytes of the envelope that its socket would carry. */
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { encodeMessage } from "../ipc/codec.ts";
import { type Envelope, faultOf } from "../ipc/envelope.ts";
import { RECORDS_PATH, UPLOAD_TYPE } from "../ipc/socket.ts";
import type { WindowCalls } from "./windows.ts";

/** What cannot be carried is a defect; the window learns that its call failed. */
function bytesOf(answer: Envelope<unknown>): Uint8Array<ArrayBuffer> {
  try {
    return encodeMessage(answer);
  } catch (error) {
    return encodeMessage({ ok: false, fault: faultOf(error) });
  }
}

interface RecordSettings {
  /** Lets through who proves a session. */
  readonly onRequest: onRequestHookHandler;
  readonly calls: Pick<WindowCalls, "call">;
}

export function serveRecords(app: FastifyInstance, { onRequest, calls }: RecordSettings): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    RECORDS_PATH,
    { onRequest },
    async ({ query }, reply) => {
      const { from, count, ...names } = query;
      // What is no number is refused as whatever else a window may not ask.
      const answer = await calls.call("check.read", { ...names, from: Number(from), count: Number(count) });
      return reply.type(UPLOAD_TYPE).send(Buffer.from(bytesOf(answer).buffer));
    },
  );
}
