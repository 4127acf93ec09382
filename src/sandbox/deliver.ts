/** Writes responses as fast as they are read, and no faster. */
import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { AlteredAnswer } from "./wire/answer-altered.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends a success whole. Its pieces are made while it is written, so that memory stays small. */
export function deliver(
  reply: FastifyReply,
  pieces: AlteredAnswer["pieces"] | Iterable<string>,
): FastifyReply {
  return reply.type(JSON_TYPE).send(Readable.from(pieces));
}

/** Sends a faulty response to its ending. */
export async function deliverAltered(reply: FastifyReply, answer: AlteredAnswer): Promise<FastifyReply> {
  if (answer.ending === "whole") return deliver(reply, answer.pieces);
  reply.hijack();
  const { raw, request } = reply;
  const { socket } = request.raw;
  raw.writeHead(200, { "Content-Type": JSON_TYPE });
  for await (const piece of answer.pieces) {
    if (socket.destroyed) return reply;
    if (!raw.write(piece)) await Promise.race([once(raw, "drain"), once(raw, "close")]);
  }
  if (answer.ending === "cut") socket.destroySoon();
  return reply;
}
