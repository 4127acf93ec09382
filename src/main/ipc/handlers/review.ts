/** Decisions on findings. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function reviewHandlers({
  ledger,
  threads: { quick },
}: HandlerContext): Handlers<"review.list" | "review.decide" | "review.undo"> {
  return {
    "review.list": async ({ after }) => quick.call("listNewerDecisions", { ledger: ledger.path, after }),
    "review.decide": async (request) => {
      const taken = await quick.call("decide", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return taken;
    },
    "review.undo": async (request) => {
      const taken = await quick.call("undo", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return taken;
    },
  };
}
