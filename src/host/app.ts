/** The host's HTTP server: the guard first, then the page, the socket, the files and the records. */
import type { Socket } from "node:net";
import websocket from "@fastify/websocket";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from "fastify";
import { encodeMessage } from "../ipc/codec.ts";
import { type Envelope, faultOf } from "../ipc/envelope.ts";
import { MAX_FRAME_BYTES, RECORDS_PATH, SOCKET_PATH, UPLOAD_TYPE } from "../ipc/socket.ts";
import { PAGE_HEADERS, PAGE_PATH, type PageFiles, pageWithNonce, policyFor } from "../main/ipc/page.ts";
import { refusalOf, refuseRequest } from "./access.ts";
import { type FileSettings, onlyWithFilesKey, serveFiles } from "./files.ts";
import type { WindowCalls, Windows } from "./windows.ts";

interface AppSettings extends FileSettings {
  /** The one name that the host accepts. */
  readonly name: string;
  readonly page: PageFiles;
  readonly windows: Windows;
  readonly calls: WindowCalls;
}

export async function buildHostApp(settings: AppSettings): Promise<FastifyInstance> {
  const app = fastify({
    // A missing Host is answered here, like a foreign one.
    http: { requireHostHeader: false },
    exposeHeadRoutes: false,
    // An address that cannot be decoded is handled like any other.
    frameworkErrors: (error, request, reply) => {
      if (!isRefused(request, reply, settings.name)) answerError(error, request, reply);
    },
  });
  app.setNotFoundHandler((_request, reply) => {
    refuseRequest(reply, 404, "Page not found.");
  });
  app.setErrorHandler(answerError);
  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false },
    // A socket that fails is closed by its own library, which says why (1009 for a frame too large) if it is
    // let.
    errorHandler: () => {},
  });
  // After the library's own: what it refuses then is hung up on as well.
  app.addHook("onRequest", (request, reply, done) => {
    if (!isRefused(request, reply, settings.name)) done();
  });
  serveFiles(app, settings);
  serveRecords(app, { onRequest: onlyWithFilesKey(settings.access), calls: settings.calls });
  addPageRoutes(app, settings.page);
  app.get(SOCKET_PATH, { websocket: true }, (socket, request) => {
    settings.windows.receive(socket, request.raw.socket, settings.calls);
  });
  hangUpOnClose(app);
  return app;
}

/** The host does not wait for open connections when it ends. */
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

/** What a response may load that is no page. */
const POLICY_OF_NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Gives the response its headers, and refuses what may not get past the guard. */
function isRefused(request: FastifyRequest, reply: FastifyReply, name: string): boolean {
  void reply.headers({ ...PAGE_HEADERS, "Content-Security-Policy": POLICY_OF_NO_PAGE });
  const refusal = refusalOf(request.raw, name);
  if (refusal !== null) refuseRequest(reply, refusal.status, refusal.sentence);
  return refusal !== null;
}

/** Whatever it was, what it says stays here. */
function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error as { statusCode?: number };
  refuseRequest(
    reply,
    statusCode,
    statusCode < 500 ? "Unreadable request." : "Something failed unexpectedly.",
  );
}

/** A route for each file that is known; everything else is left to be not found. */
function addPageRoutes(app: FastifyInstance, page: PageFiles): void {
  for (const [path, { body, type }] of page) {
    if (path === PAGE_PATH) continue;
    app.get(path, (request, reply) => {
      const policy = policyFor({ nonce: null, connect: socketOf(request) });
      return reply.type(type).header("Content-Security-Policy", policy).send(body);
    });
  }
  const giveOut = (request: FastifyRequest, reply: FastifyReply) => {
    const { html, nonce } = pageWithNonce(page);
    const policy = policyFor({ nonce, connect: socketOf(request) });
    return reply.type("text/html; charset=utf-8").header("Content-Security-Policy", policy).send(html);
  };
  app.get("/", giveOut);
  app.get(PAGE_PATH, giveOut);
}

/** Not every browser counts a socket of the same host as `'self'`. The host was checked before. */
function socketOf(request: FastifyRequest): string[] {
  return [`ws://${request.host}`];
}

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

/** Batches of the records that a window checks, as the bytes of the envelope that its socket would carry. */
function serveRecords(app: FastifyInstance, { onRequest, calls }: RecordSettings): void {
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
