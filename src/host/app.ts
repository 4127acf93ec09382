/** The host's HTTP server: what is refused first, then the page, the socket and the files. */
import type { Socket } from "node:net";
import websocket from "@fastify/websocket";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from "fastify";
import { MAX_FRAME_BYTES, SOCKET_PATH } from "../ipc/socket.ts";
import { PAGE_HEADERS, type Page } from "../main/ipc/page.ts";
import { type FileSettings, serveFiles } from "./files.ts";
import { refusalOf } from "./guard.ts";
import { servePage } from "./page-routes.ts";
import { refuse } from "./refuse.ts";
import type { WindowCalls, Windows } from "./windows.ts";

export interface AppSettings extends FileSettings {
  readonly page: Page;
  readonly windows: Windows;
  readonly calls: WindowCalls;
}

export async function buildApp(settings: AppSettings): Promise<FastifyInstance> {
  const app = fastify({
    // A missing Host is answered here, like a foreign one.
    http: { requireHostHeader: false },
    exposeHeadRoutes: false,
  });
  app.setNotFoundHandler((_request, reply) => {
    refuse(reply, 404, "There is nothing here.");
  });
  app.setErrorHandler(answerError);
  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false },
    // A socket that fails is closed by its own library, which says why (1009 for a frame too large) if it is let.
    errorHandler: () => {},
  });
  // After the library's own: what it refuses then is hung up on as well.
  app.addHook("onRequest", guard);
  serveFiles(app, settings);
  servePage(app, settings.page);
  app.get(SOCKET_PATH, { websocket: true }, (socket) => {
    settings.windows.receive(socket, settings.calls);
  });
  hangUpOnClose(app);
  return app;
}

/** Whoever is still connected when the host ends is not waited for. */
function hangUpOnClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  app.addHook("preClose", (done) => {
    for (const socket of sockets) socket.destroy();
    done();
  });
}

const guard: onRequestHookHandler = (request, reply, done) => {
  void reply.headers(PAGE_HEADERS);
  const refusal = refusalOf(request.raw);
  if (refusal === null) done();
  else refuse(reply, refusal.status, refusal.sentence);
};

/** Whatever it was, what it says stays here. */
function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error as { statusCode?: number };
  refuse(reply, statusCode, statusCode < 500 ? "This cannot be read." : "Something failed that should not.");
}
