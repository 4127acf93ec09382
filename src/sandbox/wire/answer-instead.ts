/** Faults on the wire that replace the response. */
import { gzip } from "node:zlib";
import { promisify } from "node:util";
import type { FastifyReply, FastifyRequest } from "fastify";
import { RefusedRequest, refusalBody } from "../refusal.ts";
import type { InsteadFault } from "./wire-plan.ts";

const compress = promisify(gzip);

const PAGE = "<!doctype html>\n<title>Maintenance</title>\n<p>We are back soon.</p>\n";

/**
 * Responds as the fault says.
 *
 * @throws Refusal for the faults that are errors of the service
 */
export async function answerInstead(
  fault: InsteadFault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { socket } = request.raw;
  switch (fault.fault) {
    case "status":
      throw new RefusedRequest(
        fault.status,
        fault.message,
        fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) },
      );
    case "echo":
      throw new RefusedRequest(fault.status, `Not understood: ${sentBy(request)}`);
    case "redirect":
      return reply.code(fault.status).header("Location", fault.location).send();
    case "html":
      return reply.type("text/html; charset=utf-8").send(PAGE);
    case "empty":
      return reply.type("application/json; charset=utf-8").send("");
    case "inner-status":
      return reply.send(refusalBody(fault.status, fault.message));
    case "long-header":
      return reply.header("X-Long", "x".repeat(fault.bytes)).send(refusalBody(200, "See the header."));
    case "gzip-bomb":
      return reply
        .type("application/json; charset=utf-8")
        .header("Content-Encoding", "gzip")
        .send(await compress(Buffer.alloc(fault.bytes, " ")));
    case "hang":
      return reply.hijack();
    case "reset":
      socket.resetAndDestroy();
      return reply.hijack();
    case "conflicting-lengths":
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}    ");
      return reply.hijack();
  }
}

function sentBy({ headers, body }: FastifyRequest): string {
  const text = Buffer.isBuffer(body) ? body.toString("utf8") : "";
  return [headers.authorization, headers["appid"], text].filter(Boolean).join(" ");
}
