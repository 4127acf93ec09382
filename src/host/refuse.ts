import type { FastifyReply } from "fastify";

/** Answers with one sentence and hangs up: a body that nobody asked for is not read to its end. */
export function refuse(reply: FastifyReply, status: number, sentence: string): void {
  void reply
    .code(status)
    .header("Connection", "close")
    .type("text/plain; charset=utf-8")
    .send(`${sentence}\n`);
}
