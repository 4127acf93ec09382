/** Asking the service: with what, and where the sandbox stands for it. */
import type { VanishingAcceptance } from "../../core/review/pulls/vanishing.ts";
import { TieoutError } from "../../core/errors.ts";
import type { ConnectionInput } from "../../ipc/contract.ts";
import type { HandlerContext } from "./handler-context.ts";
import type { JobContext } from "./jobs.ts";
import type { SandboxPlan } from "./threads/sandbox-table.ts";
import { ServiceConnection } from "./service-connection.ts";

/** A connection as the services take it. */
export function askingWith(connection: ServiceConnection) {
  return { service: connection.place, credentials: connection.secrets() };
}

/** Has a connection pulled into a ledger. */
export async function pullFrom(
  { threads }: HandlerContext,
  request: {
    readonly connection: ServiceConnection;
    readonly path: string;
    readonly full: boolean;
    readonly accepted?: VanishingAcceptance | undefined;
  },
  context: JobContext,
) {
  const { connection, path, full, accepted } = request;
  const history = { kind: full ? "full" : "routine" } as const;
  return threads.long.call("pull", { ledger: path, ...askingWith(connection), history, accepted }, context);
}

/** Starts a sandbox unless it runs, and says how to ask it. */
export async function sandboxConnection(
  { threads }: HandlerContext,
  plan: SandboxPlan,
  { onProgress, signal }: JobContext,
): Promise<ServiceConnection> {
  onProgress({ phase: "Starting the sandbox", done: 0, total: plan.entries, unit: "entries" });
  const { baseUrl, ...secrets } = await threads.sandbox.call("start", plan, {
    signal,
    endsWhenAborted: true,
  });
  onProgress({ phase: "Starting the sandbox", done: plan.entries, total: plan.entries, unit: "entries" });
  return new ServiceConnection({ baseUrl, pathPrefix: "/sandbox/index", authForm: "key" }, secrets);
}

/**
 * A connection as a person described it, before a ledger is open too; one that could never be used is refused
 * here.
 *
 * @throws TieoutError USAGE for an address, SECRET_FORMAT for a credential
 */
export async function completed(
  { connections, ledger, threads }: HandlerContext,
  input: ConnectionInput,
  ledgerId: string | null = ledger.facts?.id ?? null,
): Promise<ServiceConnection> {
  const connection = await connections.complete(ledgerId, input);
  try {
    await threads.quick.call("assertConnection", askingWith(connection));
  } catch (error) {
    // What is not typed yet can be typed later; whoever asks the service without it is told then.
    if (!(error instanceof TieoutError && error.code === "SECRET_MISSING")) throw error;
  }
  return connection;
}
