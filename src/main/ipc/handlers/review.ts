/** Decisions on findings. */
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function reviewHandlers({
  ledger,
  threads: { quick },
}: Desk): Handlers<"review.list" | "review.decide" | "review.undo"> {
  return {
    "review.list": async () => ({ decisions: await quick.call("listDecisions", { ledger: ledger.path }) }),
    "review.decide": async (request) => {
      const decisions = await quick.call("decide", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return { decisions };
    },
    "review.undo": async (request) => {
      const decisions = await quick.call("undo", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return { decisions };
    },
  };
}
