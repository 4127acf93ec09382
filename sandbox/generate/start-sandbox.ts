/** The sandbox: the Escrow Payment Service on loopback, with records generated from a seed. */
import { generateWorld } from "./generate-world.ts";
import { type Sandbox, type ServeSettings, serveWorld } from "../serve-world.ts";
import type { WorldPlan } from "../world.ts";

export type { Sandbox } from "../serve-world.ts";

export interface SandboxSettings extends ServeSettings {
  /** Wallet entries. */
  readonly entries: number;
  readonly faults: WorldPlan["faults"];
  /** What raises the balance; default `asset`, the interface's documented reading. */
  readonly convention?: WorldPlan["convention"] | undefined;
  readonly oneIn?: WorldPlan["oneIn"];
  readonly wallets?: WorldPlan["wallets"];
}

/**
 * Generates a world and serves it until it is stopped.
 *
 * @throws TieoutError PORT_UNAVAILABLE; USAGE for a plan that cannot be carried out
 */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { entries, seed, faults, convention = "asset", oneIn, wallets } = settings;
  return serveWorld(generateWorld({ entries, seed, faults, convention, oneIn, wallets }), settings);
}
