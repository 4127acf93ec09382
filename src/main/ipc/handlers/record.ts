/** One record with all its versions. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function recordHandlers({
  ledger,
  threads: { quick },
}: HandlerContext): Handlers<"record.entry" | "record.transaction"> {
  return {
    "record.entry": async ({ walletID }) => {
      const { versions, raw } = await quick.call("readEntry", { ledger: ledger.path, id: walletID });
      return { versions: [...versions], raw };
    },
    "record.transaction": async ({ payID }) => {
      const { versions, raw } = await quick.call("readTransaction", { ledger: ledger.path, id: payID });
      return { versions: [...versions], raw };
    },
  };
}
