/** The connection to the service: set up, tried, forgotten. Secrets go in here, and never out. */
import { TieoutError } from "../../../core/errors.ts";
import type { ConnectionInput } from "../../../ipc/contract.ts";
import { askingWith } from "../asking.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";
import type { ServiceConnection } from "../service-connection.ts";

type Methods = "connection.read" | "connection.save" | "connection.forget" | "connection.test";

export function connectionHandlers(app: HandlerContext): Handlers<Methods> {
  const { connections, ledger, threads } = app;
  return {
    "connection.read": async () => connections.describe(ledger.id),
    "connection.save": async (input) => {
      const { id } = ledger;
      const connection = await completed(app, input);
      await connections.keepService(id, connection);
      await ledger.reread();
      const described = await connections.describe(id);
      if (described === null) throw new Error("a connection was just kept");
      return described;
    },
    "connection.forget": async () => {
      await connections.forget(ledger.id);
      await ledger.reread();
      return {};
    },
    "connection.test": async (input) => {
      const connection = await completed(app, input);
      return threads.quick.call("testConnection", askingWith(connection));
    },
  };
}

/**
 * A connection as a person described it, before a ledger is open too; one that could never be used is refused here.
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
