/** What all requests to one sandbox share. */
import type { MadeUpCredentials } from "./credentials.ts";
import type { Login } from "./login.ts";
import type { WireFaults } from "./wire/wire-faults.ts";
import type { World } from "./world.ts";

export interface SandboxService {
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
