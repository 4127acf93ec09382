/** The workbook that comes back: compared with the open ledger, and its reviewer's ticks and notes imported. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function workbookHandlers({
  handles,
  jobs,
  ledger,
  threads,
}: HandlerContext): Handlers<"workbook.verify" | "workbook.readReview" | "workbook.acceptReview"> {
  return {
    "workbook.verify": ({ file }) => {
      const request = { ledger: ledger.path, file: handles.path(file, "read") };
      return jobs.start("verify-workbook", async (context) =>
        threads.long.call("verifyWorkbook", request, context),
      );
    },
    "workbook.readReview": ({ file }) => {
      const request = { ledger: ledger.path, file: handles.path(file, "read") };
      return jobs.start("read-review", async (context) => threads.long.call("readReview", request, context));
    },
    "workbook.acceptReview": async (request) => {
      const taken = await threads.quick.call("acceptReview", { ...request, ledger: ledger.writablePath });
      await ledger.reread();
      return taken;
    },
  };
}
