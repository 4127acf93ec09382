/** The HTTP application: the interface, the controls, and one envelope for every unsuccessful response. */
import type { Socket } from "node:net";
import { type FastifyInstance, type FastifyReply, fastify } from "fastify";
import { addControl } from "./control.ts";
import { RefusedRequest, refusalBody } from "./refusal.ts";
import { addRoutes } from "./routes.ts";
import type { SandboxService } from "./service.ts";

const MOST_BODY_BYTES = 1024 * 1024;
const UNKNOWN_PATH = "Unknown path.";
const NOT_HTTP = "The request cannot be read.";

/** The application of a service, not listening yet. */
export function buildSandboxApp(service: SandboxService): FastifyInstance {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    bodyLimit: MOST_BODY_BYTES,
    clientErrorHandler: (error, socket) => refuseSocket(error, socket),
    frameworkErrors: (_error, _request, reply) => {
      void refuse(reply, new RefusedRequest(404, UNKNOWN_PATH));
    },
  });
  // Bodies are looked at after the headers, so they come as bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
  app.setErrorHandler((error, _request, reply) => refuse(reply, asRefusal(error)));
  app.setNotFoundHandler((_request, reply) => refuse(reply, new RefusedRequest(404, UNKNOWN_PATH)));
  app.addHook("onSend", async (_request, reply) => {
    reply.header("date", new Date(service.now()).toUTCString());
    return Promise.resolve();
  });
  addRoutes(app, service);
  addControl(app, service);
  return app;
}

function refuse(reply: FastifyReply, { status, message, headers }: RefusedRequest): FastifyReply {
  return reply.code(status).headers(headers).send(refusalBody(status, message));
}

/** Fastify's own refusals (a body too large, a wrong length) are one kind of bad request to us. */
function asRefusal(error: unknown): RefusedRequest {
  if (error instanceof RefusedRequest) return error;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === "number" && status < 500) return new RefusedRequest(400, NOT_HTTP);
  return new RefusedRequest(500, error instanceof Error ? error.message : String(error));
}

/** What is no HTTP is answered, too, where that is still possible. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(refusalBody(400, NOT_HTTP));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
