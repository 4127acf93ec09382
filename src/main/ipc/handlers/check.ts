/** The records for the check in the window, and keeping a run. */
import type { Output } from "../../../ipc/contract.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function checkHandlers({
  ledger,
  threads,
}: HandlerContext): Handlers<"check.open" | "check.read" | "check.save"> {
  return {
    "check.open": async () => threads.quick.call("openSnapshot", { ledger: ledger.path }),
    "check.read": async (request) => (await threads.quick.call("readBatch", request)) as Output<"check.read">,
    "check.save": async ({ period, options }) => {
      const saved = await threads.quick.call("saveCheck", { ledger: ledger.writablePath, period, options });
      await ledger.reread();
      return saved;
    },
  };
}
