/** Matching by hand, taking it back, and how every match stands. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function matchHandlers({
  ledger,
  threads: { quick },
}: HandlerContext): Handlers<"match.decide" | "match.undo" | "match.list"> {
  return {
    "match.decide": async (request) => {
      const match = await quick.call("decideMatch", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return match;
    },
    "match.undo": async (request) => {
      const match = await quick.call("undoMatch", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return match;
    },
    "match.list": async () => ({ matches: await quick.call("listMatches", { ledger: ledger.path }) }),
  };
}
