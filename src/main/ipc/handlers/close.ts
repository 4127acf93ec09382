/** Closing months: how they stand, and the steps that people take. */
import type { Output } from "../../../ipc/contract.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

type Methods =
  | "close.list"
  | "close.read"
  | "close.signed"
  | "close.review"
  | "close.prepare"
  | "close.signOff"
  | "close.reopen";

export function closeHandlers({ ledger, threads: { quick } }: HandlerContext): Handlers<Methods> {
  return {
    "close.list": async () => ({
      months: (await quick.call("listMonths", { ledger: ledger.path })) as Output<"close.list">["months"],
    }),
    "close.read": async ({ month }) =>
      (await quick.call("readMonth", { ledger: ledger.path, month })) as Output<"close.read">,
    "close.signed": async ({ month }) => quick.call("readSignedConclusion", { ledger: ledger.path, month }),
    "close.review": async (request) => {
      const facts = await quick.call("beginReview", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return facts as Output<"close.review">;
    },
    "close.prepare": async (request) => {
      const facts = await quick.call("prepareMonth", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return facts as Output<"close.prepare">;
    },
    "close.signOff": async (request) => {
      const facts = await quick.call("signOffMonth", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return facts as Output<"close.signOff">;
    },
    "close.reopen": async (request) => {
      const facts = await quick.call("reopenMonth", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return facts as Output<"close.reopen">;
    },
  };
}
