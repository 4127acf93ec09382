/** What later pulls changed of what was known, and signed, before. */
import { reachWords } from "../../../core/report/words/reach-words.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function restatementsHandlers({ ledger, threads }: HandlerContext): Handlers<"restatements.list"> {
  return {
    "restatements.list": async ({ month }) => {
      const register = await threads.quick.call("listRestatements", { ledger: ledger.path, month });
      return {
        restatements: register.restatements.map((one) => ({
          ...one,
          months: [...one.months],
          fields: [...one.fields],
          effect: { ...one.effect, wallets: [...one.effect.wallets] },
        })),
        total: register.total,
        closings: [...register.closings],
        reach: reachWords(register.lastLooks, register.timeZone),
      };
    },
  };
}
