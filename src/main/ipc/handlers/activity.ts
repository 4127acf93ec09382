/** What was done to the ledger. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function activityHandlers({ ledger, threads }: HandlerContext): Handlers<"activity.list"> {
  return {
    "activity.list": async (request) => {
      const { links, more } = await threads.quick.call("listActivity", { ...request, ledger: ledger.path });
      return { links: [...links], more };
    },
  };
}
