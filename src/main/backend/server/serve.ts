/** The app in a browser: one backend, one page, any number of windows, all on this machine. */
import { type Socket, type Server, createServer } from "node:net";
import websocket from "@fastify/websocket";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from "fastify";
import { encodeMessage } from "../../../ipc/codec.ts";
import { type Envelope, faultOf, type Fault } from "../../../ipc/envelope.ts";
import {
  MAX_FRAME_BYTES,
  RECORDS_PATH,
  SOCKET_PATH,
  UPLOAD_TYPE,
  MAX_UPLOAD_BYTES,
  TOKEN_MARK,
} from "../../../ipc/socket.ts";
import { PAGE_HEADERS, PAGE_PATH, type PageFiles, pageWithNonce, policyFor, loadPage } from "../page.ts";
import { refusalOf, refuseRequest, Access } from "./access.ts";
import { type FileSettings, onlyWithFilesKey, serveFiles, Shelf } from "./files.ts";
import { type WindowCalls, Windows } from "./windows.ts";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { TieoutError } from "../../../core/errors.ts";
import { listeningError } from "../../../core/listening-error.ts";
import { type Backend, type BackendSettings, createBackend } from "../backend.ts";
import { type Platform, ownSystem } from "../calls/desk.ts";

// The host's HTTP server: the guard first, then the page, the socket, the files and the records.

interface AppSettings extends FileSettings {
  /** The one name that the host accepts. */
  readonly name: string;
  readonly page: PageFiles;
  readonly windows: Windows;
  readonly calls: WindowCalls;
}

async function buildHostApp(settings: AppSettings): Promise<FastifyInstance> {
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

export interface HostSettings {
  /** Default: the app's own. */
  readonly startBackend?: (settings: BackendSettings) => Promise<Backend>;
  readonly pageFolder: string;
  /** The app's own folder. */
  readonly dataFolder: string;
  readonly appVersion: string;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** 0 takes a free one. */
  readonly port: number;
  /** The ledger to open at once, null for none. */
  readonly ledger: string | null;
  /** The keys that sign what is done in the window. */
  readonly keys?: BackendSettings["keys"];
  /** A monotonic clock, milliseconds; default the process's. */
  readonly elapsedMs?: () => number;
  /** The largest file that is taken, bytes. */
  readonly maxUploadBytes?: number;
}

export interface Host {
  /** `http://NAME.localhost:PORT`, without any token; the name is another one each time. */
  readonly origin: string;
  /** An address that lets one window in, once, within a minute. A secret while it does. */
  readonly newAddress: () => string;
  /** A private file of the host's own, gone when it stops. */
  readonly ownFile: (name: string) => string;
  /** Cancels running work, closes the ledger, informs the windows, frees the port. */
  readonly stop: () => Promise<void>;
}

/**
 * Serves the app until it is stopped.
 *
 * @throws TieoutError PORT_UNAVAILABLE; FILE_UNREADABLE without a page; whatever opening the ledger is
 *   refused with, LEDGER_LOCKED when
 * somebody else has it
 */
export async function serveApp(settings: HostSettings): Promise<Host> {
  const ending: (() => unknown)[] = [];
  const stop = onlyOnce(async () => {
    const failures: unknown[] = [];
    for (const end of ending.toReversed()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  });
  try {
    return await start(settings, ending, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param ending what has to be ended, in the order in which it was begun */
async function start(
  settings: HostSettings,
  ending: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Host> {
  const { dataFolder, appVersion, now, ledger, keys } = settings;
  const page = loadPage(settings.pageFolder);
  const access = new Access(settings.elapsedMs ?? (() => performance.now()));
  const shelf = new Shelf(dataFolder);
  ending.push(() => shelf.dispose());
  const windows = new Windows(access);
  const backend = await (settings.startBackend ?? createBackend)({
    platform: browserPlatform(shelf),
    dataFolder,
    appVersion,
    now,
    keys,
    send: (message) => windows.tell(message),
  });
  ending.push(() => backend.close());
  if (ledger !== null) await openLedger(backend, ledger);
  const name = newHostName();
  let origin = "";
  const newAddress = () => `${origin}/${TOKEN_MARK}${access.issueToken()}`;
  const app = await buildHostApp({
    name,
    page,
    windows,
    access,
    shelf,
    calls: { call: (method, input) => backend.call(method, input), invite: newAddress },
    take: (paths) => backend.take(paths),
    pathOf: (handle) => backend.pathOf(handle),
    maxUploadBytes: settings.maxUploadBytes ?? MAX_UPLOAD_BYTES,
  });
  ending.push(() => app.close());
  const port = await listenOnLoopback(app, settings.port);
  ({ origin } = new URL(`http://${name}:${port}`));
  backend.warmUp();
  ending.push(() => windows.closeAll());
  return { origin, newAddress, ownFile: (file) => shelf.ownFile(file), stop };
}

async function openLedger(backend: Backend, ledger: string): Promise<void> {
  const opened = await backend.openPath(ledger);
  if (!opened.ok) throw errorOf(opened.fault);
  if (opened.value.readOnly?.code === "LEDGER_LOCKED") throw errorOf(opened.value.readOnly);
}

function errorOf({ code, sentence, file, record, field }: Fault): Error {
  if (code === "DEFECT") return new Error(sentence);
  const facts = Object.entries({ file, record, field }).filter(([, fact]) => fact !== null);
  return new TieoutError(code, sentence, Object.fromEntries(facts));
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | null = null;
  return () => (begun ??= work());
}

/** Browsers try both for a name under `localhost`: a program at the other one could pass for this host. */
const LOOPBACK = "127.0.0.1";
const LOOPBACK_6 = "::1";
/** The system's errors for an address that it lacks, where no other program can listen either. */
const NO_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/**
 * The host's name. One that was never used before separates this host's page from every page served earlier on
 * the same port, because browsers assign storage, service workers and channels to names, not to programs. Names
 * under `localhost` never leave the machine; browsers do not look them up.
 *
 * @returns a name that is unknown before it is printed
 */
function newHostName(): string {
  return `tieout-${randomBytes(10).toString("hex")}.localhost`;
}

/**
 * Listens at both loopback addresses.
 *
 * @param port 0 takes a free one
 * @returns the port
 * @throws TieoutError PORT_UNAVAILABLE
 */
async function listenOnLoopback(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ port, host: LOOPBACK });
  } catch (error) {
    throw listeningError(error, LOOPBACK, port);
  }
  const address = app.server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  const other = createServer((socket) => app.server.emit("connection", socket));
  await listenBeside(other, taken);
  app.server.once("close", () => other.close());
  return taken;
}

async function listenBeside(server: Server, port: number): Promise<void> {
  server.listen(port, LOOPBACK_6);
  try {
    await once(server, "listening");
  } catch (error) {
    if (!NO_ADDRESS.has((error as NodeJS.ErrnoException).code ?? "")) {
      throw listeningError(error, LOOPBACK_6, port);
    }
  }
}

/** The browser as a platform: it chooses files itself, saves by downloading, and protects no secrets. */
function browserPlatform(shelf: Shelf): Platform {
  return {
    host: "browser",
    os: ownSystem(),
    chooseToOpen: () => Promise.resolve([]),
    chooseToSave: async (purpose, suggestedName) => shelf.placeFor(purpose, suggestedName),
    reveal: async () => {
      throw new TieoutError("IPC_FORBIDDEN", "A browser downloads the file and cannot show its folder");
    },
    view: null,
    noteRecent: () => {},
    secrets: { protect: unprotected, reveal: unprotected },
  };
}

/** @throws TieoutError SECRET_UNPROTECTED always */
async function unprotected(): Promise<never> {
  throw new TieoutError("SECRET_UNPROTECTED", "A browser has no protected place for credentials");
}
