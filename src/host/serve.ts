/** The app in a browser: one backend, one page, any number of windows, all on this machine. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Server, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { TieoutError } from "../core/errors.ts";
import { listeningError } from "../core/system/listening-error.ts";
import type { Fault } from "../ipc/envelope.ts";
import { MAX_UPLOAD_BYTES, TOKEN_MARK } from "../ipc/socket.ts";
import { type Backend, type BackendSettings, createBackend } from "../main/ipc/backend.ts";
import type { Platform } from "../main/ipc/calls/desk.ts";
import { loadPage } from "../main/ipc/page.ts";
import { Access } from "./access.ts";
import { buildHostApp } from "./app.ts";
import { Shelf } from "./files.ts";
import { Windows } from "./windows.ts";

export interface HostSettings {
  /** Default: the app's own. */
  readonly startBackend?: (settings: BackendSettings) => Promise<Backend>;
  /** The built page. */
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
  const { dataFolder, appVersion, now, ledger } = settings;
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

function ownSystem(): Platform["os"] {
  const { platform } = process;
  return platform === "darwin" || platform === "win32" ? platform : "linux";
}
