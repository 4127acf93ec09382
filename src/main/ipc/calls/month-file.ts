/** The months' files: read with a check of the month, changed, and marked. */
import type { ServiceContext } from "../../services/shared/context.ts";
import { type Calls, readCall, writeCall } from "./call.ts";

const file = async () => import("../../services/close/month-file.ts");

export const MONTH_FILE_CALLS = {
  "file.read": readCall(file, ({ readMonthFile }) => readMonthFile),
  "file.terms": readCall(
    file,
    ({ readTerms }) =>
      ({ ledger }) =>
        readTerms(ledger),
  ),
  "file.change": writeCall(file, ({ changeTerms }) => changeTerms),
  "file.tick": writeCall(file, ({ tickStep }) => marking(tickStep)),
  "file.confirm": writeCall(file, ({ confirmBalance }) => marking(confirmBalance)),
  "file.explain": writeCall(file, ({ explainFluctuation }) => marking(explainFluctuation)),
} satisfies Calls;

/** The window reads the file anew: it hears that the ledger changed. */
function marking<R>(mark: (request: R, context: ServiceContext) => Promise<unknown>) {
  return async (request: R, context: ServiceContext) => {
    await mark(request, context);
    return {};
  };
}
