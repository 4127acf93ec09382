import type { FastifyReply } from "fastify";

/** Responds with one sentence and closes the connection, without reading the rest of the body. */
export function refuse(reply: FastifyReply, status: number, sentence: string): void {
  void reply
    .code(status)
    .header("Connection", "close")
    .type("text/plain; charset=utf-8")
    .send(`${sentence}\n`);
}
