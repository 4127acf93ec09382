/** The handlers of all methods, feature by feature. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";
import { activityHandlers } from "./activity.ts";
import { appHandlers } from "./app.ts";
import { backupsHandlers } from "./backups.ts";
import { closeHandlers } from "./close.ts";
import { matchHandlers } from "./match.ts";
import { restatementsHandlers } from "./restatements.ts";
import { workbookHandlers } from "./workbook.ts";
import { checkHandlers } from "./check.ts";
import { connectionHandlers } from "./connection.ts";
import { exportHandlers } from "./export.ts";
import { fileHandlers } from "./files.ts";
import { importHandlers } from "./import.ts";
import { jobHandlers } from "./jobs.ts";
import { ledgerHandlers } from "./ledger.ts";
import { pullHandlers } from "./pull.ts";
import { recordHandlers } from "./record.ts";
import { reviewHandlers } from "./review.ts";
import { sandboxHandlers } from "./sandbox.ts";

export function allHandlers(app: HandlerContext): Handlers {
  return {
    ...appHandlers(app),
    ...fileHandlers(app),
    ...ledgerHandlers(app),
    ...connectionHandlers(app),
    ...pullHandlers(app),
    ...importHandlers(app),
    ...sandboxHandlers(app),
    ...jobHandlers(app),
    ...checkHandlers(app),
    ...recordHandlers(app),
    ...reviewHandlers(app),
    ...exportHandlers(app),
    ...backupsHandlers(app),
    ...closeHandlers(app),
    ...matchHandlers(app),
    ...restatementsHandlers(app),
    ...workbookHandlers(app),
    ...activityHandlers(app),
  };
}
