/** Serves a world on loopback. */
import { listeningError } from "../core/system/listening-error.ts";
import { buildSandboxApp } from "./app.ts";
import { credentialsOf } from "./credentials.ts";
import { Login } from "./login.ts";
import type { SandboxService } from "./service.ts";
import { WireFaults } from "./wire/wire-faults.ts";
import type { World } from "./world.ts";

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

/**
 * Serves a world until it is stopped, to this machine alone.
 *
 * @throws TieoutError PORT_UNAVAILABLE
 */
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
