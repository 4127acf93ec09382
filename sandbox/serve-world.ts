/** Serves a world on loopback. */
import { type FastifyInstance, type FastifyRequest, type FastifyReply, fastify } from "fastify";
import { z } from "zod";
import {
  RefusedRequest,
  type MadeUpCredentials,
  Login,
  refusalBody,
  sameText,
  credentialsOf,
} from "./login.ts";
import {
  type WirePlan,
  wirePlanSchema,
  WireFaults,
  type InsteadFault,
  type FaultyEndpoint,
  standsInstead,
} from "./wire-plan.ts";
import type { World } from "./world.ts";
import { gzip } from "node:zlib";
import { promisify } from "node:util";
import { once } from "node:events";
import { Readable } from "node:stream";
import {
  presentBusiness,
  presentEntry,
  presentLoginUser,
  presentTransaction,
  presentUser,
  type AlteredAnswer,
  type SuccessBody,
  listAnswer,
  recordBody,
  piecesOf,
  alterAnswer,
} from "./present.ts";
import { setTimeout as sleepFor } from "node:timers/promises";
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { listeningError } from "../src/core/listening-error.ts";

// `/__sandbox/*`: controls for tests, outside the interface and for programs on this machine only.

const PREFIX = "/__sandbox";
const LOOPBACK_PEER = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/u;
const LOOPBACK_HOST = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/iu;

function addControl(app: FastifyInstance, service: SandboxService): void {
  app.get(`${PREFIX}/faults`, (request) => {
    assertFromHere(request);
    return truthOf(service.world);
  });
  app.post(`${PREFIX}/advance`, (request) => {
    assertFromHere(request);
    service.world = service.world.advance();
    return truthOf(service.world);
  });
  app.post(`${PREFIX}/wire`, (request) => {
    assertFromHere(request);
    const plan = parseWirePlan(parseRequestBody(request.body));
    service.wire.switchTo(plan);
    return plan;
  });
}

/** The world's last month, and what was planted or went wrong in it and before. */
function truthOf({ month, faults, incidents }: World): Pick<World, "month" | "faults" | "incidents"> {
  return { month, faults, ...(incidents === undefined ? {} : { incidents }) };
}

/** Refuses other machines, names that were made to point here, and pages of a browser. @throws Refusal 403 */
function assertFromHere({ socket, headers }: FastifyRequest): void {
  const near = LOOPBACK_PEER.test(socket.remoteAddress ?? "") && LOOPBACK_HOST.test(headers.host ?? "");
  if (near && headers.origin === undefined) return;
  throw new RefusedRequest(403, "The sandbox's controls are for programs on this machine only.");
}

/** @throws Refusal 422 that names the path of what is wrong */
function parseWirePlan(body: unknown): WirePlan {
  const parsed = wirePlanSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RefusedRequest(
    422,
    `The plan is wrong at ${placeOf(issue)}: ${issue?.message ?? "it cannot be read"}.`,
  );
}

function placeOf(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join(".") ?? "";
  return path === "" ? "its root" : path;
}

// Request bodies, read as JSON.

/** The value in a body, undefined for none. @throws Refusal 400 for what is no UTF-8 or no JSON */
function parseRequestBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown;
  } catch {
    throw new RefusedRequest(400, "The body is not JSON.");
  }
}

// What all requests to one sandbox share.

interface SandboxService {
  /** Another one after each month's advance; a response keeps the one it began with. */
  world: World;
  readonly credentials: MadeUpCredentials;
  readonly login: Login;
  readonly wire: WireFaults;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Waited before each response. */
  readonly latencyMs: number;
  /** Aborted when the sandbox stops. */
  readonly stopping: AbortSignal;
}

// Faults on the wire that replace the response.

const compress = promisify(gzip);

const PAGE = "<!doctype html>\n<title>Maintenance</title>\n<p>We are back soon.</p>\n";

/** Responds as the fault says. @throws Refusal for the faults that are errors of the service */
async function answerInstead(
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

// Writes responses as fast as they are read, and no faster.

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends a success whole. Its pieces are made while it is written, so that memory stays small. */
function deliver(reply: FastifyReply, pieces: AlteredAnswer["pieces"] | Iterable<string>): FastifyReply {
  return reply.type(JSON_TYPE).send(Readable.from(pieces));
}

/** Sends a faulty response to its ending. */
async function deliverAltered(reply: FastifyReply, answer: AlteredAnswer): Promise<FastifyReply> {
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

// The interface's endpoints: their paths, and what they return.

/** What a request brings beside its headers. */
interface RequestParts {
  readonly query: unknown;
  readonly body: unknown;
}

interface SandboxEndpoint {
  readonly name: FaultyEndpoint;
  readonly method: "GET" | "POST";
  /** Under the path prefix. */
  readonly paths: readonly string[];
  /** @throws Refusal */
  readonly answer: (service: SandboxService, asked: RequestParts) => SuccessBody;
}

export const SANDBOX_ENDPOINTS: readonly SandboxEndpoint[] = [
  {
    name: "login",
    method: "POST",
    paths: ["/user/auth/login"],
    answer: (service, { body }) => {
      service.login.check(parseRequestBody(body));
      return recordBody("user", presentLoginUser(service.world, service.credentials.token));
    },
  },
  {
    name: "user",
    method: "GET",
    // The interface's text has the first, its sample request the second.
    paths: ["/user/fetch", "/user/fetch/single"],
    answer: ({ world, credentials }) => recordBody("user", presentUser(world, credentials.token)),
  },
  {
    name: "business",
    method: "GET",
    paths: ["/business/fetch"],
    answer: ({ world, now }) => recordBody("business", presentBusiness(world, now())),
  },
  {
    name: "wallet",
    method: "GET",
    paths: ["/wallet/history"],
    answer: ({ world, now }, { query }) => {
      const nowMs = now();
      return listAnswer(newestFirst(world.entries, limitIn(query), (entry) => presentEntry(entry, nowMs)));
    },
  },
  {
    name: "transactions",
    method: "GET",
    paths: ["/transaction/fetch/all"],
    answer: ({ world, now }) => {
      const nowMs = now();
      const present = (transaction: (typeof world.transactions)[number]) =>
        presentTransaction(transaction, nowMs);
      return listAnswer(newestFirst(world.transactions, Infinity, present));
    },
  },
];

const limitQuery = z.looseObject({
  limit: z.string().regex(/^\d+$/u).transform(Number).pipe(z.int().min(1)).optional(),
});

/** @throws Refusal 422 for a limit that is no integer above zero */
function limitIn(query: unknown): number {
  const parsed = limitQuery.safeParse(query);
  if (!parsed.success) throw new RefusedRequest(422, "The parameter limit must be an integer above zero.");
  return parsed.data.limit ?? Infinity;
}

/** The last `limit` records of a list, the last one first. */
function* newestFirst<T, U>(
  records: readonly T[],
  limit: number,
  present: (record: T) => U,
): Generator<U, void, void> {
  const end = Math.max(0, records.length - limit);
  for (let at = records.length - 1; at >= end; at -= 1) yield present(records[at] as T);
}

// The interface's endpoints as routes.

/** The path prefix that the interface knows. */
const PATH_PREFIX = "/sandbox/index";

function addRoutes(app: FastifyInstance, service: SandboxService): void {
  for (const endpoint of SANDBOX_ENDPOINTS) {
    for (const path of endpoint.paths) {
      app.route({
        method: endpoint.method,
        url: `${PATH_PREFIX}${path}`,
        handler: (request, reply) => serve(endpoint, service, request, reply),
      });
    }
  }
}

async function serve(
  endpoint: SandboxEndpoint,
  service: SandboxService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { delayMs, fault } = service.wire.meet(endpoint.name);
  const waitMs = service.latencyMs + delayMs;
  if (waitMs > 0) await sleepFor(waitMs, undefined, { signal: service.stopping });
  if (fault !== null && standsInstead(fault)) return answerInstead(fault, request, reply);
  authorise(request.headers, service.credentials);
  const answer = endpoint.answer(service, request);
  if (fault === null) return deliver(reply, piecesOf(answer));
  return deliverAltered(reply, alterAnswer(fault, answer, service.stopping));
}

// The three headers that every request carries (the interface, "Authentication").

/**
 * @throws Refusal 400 when the Content-Type is not `application/json`; 401 when Authorization or Appid is
 *   missing or not the caller's
 */
function authorise(headers: IncomingHttpHeaders, known: MadeUpCredentials): void {
  const mediaType = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new RefusedRequest(400, "The header Content-Type must be application/json.");
  }
  const { authorization, appid } = headers;
  if (authorization === undefined) throw new RefusedRequest(401, "The header Authorization is missing.");
  if (typeof appid !== "string") throw new RefusedRequest(401, "The header Appid is missing.");
  const right = [sameText(appid, known.appId), sameText(keyIn(authorization), known.secretKey)];
  if (right.includes(false)) throw new RefusedRequest(401, "The secret key or the app id is not known.");
}

/**
 * The secret key in an Authorization value: as it is, after `Bearer`, or as the user of a `Basic` pair
 * without a password. The interface leaves the form open, so all three are taken.
 */
function keyIn(authorization: string): string {
  const [, scheme = "", value = ""] = /^(Basic|Bearer) +(\S+)$/iu.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme === "") return authorization;
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.endsWith(":") ? pair.slice(0, -1) : "";
}

// The HTTP application: the interface, the controls, and one envelope for every unsuccessful response.

const MOST_BODY_BYTES = 1024 * 1024;
const UNKNOWN_PATH = "Unknown path.";
const NOT_HTTP = "The request cannot be read.";

/** The application of a service, not listening yet. */
function buildSandboxApp(service: SandboxService): FastifyInstance {
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

const HOST = "127.0.0.1";

export interface ServeSettings {
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** Makes the credentials. */
  readonly seed: number;
  /** Waited before each response; default 0. */
  readonly latencyMs?: number | undefined;
  /** Milliseconds UTC, which relative texts count from; default the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** A service that runs, and what a client needs to know of it. */
export interface Sandbox {
  /** Without the path prefix. */
  readonly baseUrl: string;
  readonly appId: string;
  readonly secretKey: string;
  readonly phone: string;
  readonly password: string;
  /** The last month with records, `YYYY-MM`; changes when the sandbox advances. */
  readonly lastMonth: string;
  /** Ends open connections at once and frees the port. */
  stop(): Promise<void>;
}

/** Serves a world until it is stopped, to this machine alone. @throws TieoutError PORT_UNAVAILABLE */
export async function serveWorld(world: World, settings: ServeSettings): Promise<Sandbox> {
  const { port = 0, latencyMs = 0, now = Date.now } = settings;
  const credentials = credentialsOf(settings.seed);
  const { phone } = world.user;
  const stopping = new AbortController();
  const service: SandboxService = {
    world,
    credentials,
    login: new Login(phone, credentials.password, now),
    wire: new WireFaults(),
    now,
    latencyMs,
    stopping: stopping.signal,
  };
  const app = buildSandboxApp(service);
  const baseUrl = await app.listen({ port, host: HOST }).catch((error: unknown) => {
    throw listeningError(error, HOST, port);
  });
  const { appId, secretKey, password } = credentials;
  return {
    baseUrl,
    appId,
    secretKey,
    phone,
    password,
    get lastMonth() {
      return service.world.month;
    },
    stop: async () => {
      stopping.abort();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
