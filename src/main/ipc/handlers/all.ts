/** The handlers of all methods, feature by feature. */
import type { Desk } from "../desk.ts";
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

export function allHandlers(desk: Desk): Handlers {
  return {
    ...appHandlers(desk),
    ...fileHandlers(desk),
    ...ledgerHandlers(desk),
    ...connectionHandlers(desk),
    ...pullHandlers(desk),
    ...importHandlers(desk),
    ...sandboxHandlers(desk),
    ...jobHandlers(desk),
    ...checkHandlers(desk),
    ...recordHandlers(desk),
    ...reviewHandlers(desk),
    ...exportHandlers(desk),
    ...backupsHandlers(desk),
    ...closeHandlers(desk),
    ...matchHandlers(desk),
    ...restatementsHandlers(desk),
    ...workbookHandlers(desk),
    ...activityHandlers(desk),
  };
}
