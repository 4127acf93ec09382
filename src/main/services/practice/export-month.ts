/** The second half of a ledger's close: checks its month and writes the workbook. */
import { join } from "node:path";
import { suggestedName } from "../../../core/report/suggested-name.ts";
import type { LedgerClosing } from "../../../core/review/clients/ledger-closing.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { stateOf } from "../../../core/review/close/close-rules.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { monthDays } from "../../../core/time.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { changeFinder } from "../close/changed-since.ts";
import { readLastLooks } from "../../ledger/pulls/restatements.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readProven } from "../shared/use-ledger.ts";
import { exportLedger } from "../export/export.ts";
import { workbookPlace } from "../export/refuse-edited-target.ts";

export interface MonthExport {
  readonly folder: string;
  /** The ledger's name in the folder. */
  readonly ledger: string;
  readonly month: Month;
  /** The folder for the workbook. */
  readonly out: string;
}

export type ExportedMonth = Pick<
  LedgerClosing,
  | "shows"
  | "conclusion"
  | "verdict"
  | "undecidedErrors"
  | "state"
  | "prepared"
  | "changes"
  | "effects"
  | "lastLooks"
  | "timeZone"
  | "workbook"
  | "left"
>;

/**
 * Checks a month as every place shows it now and writes its workbook, never over one that somebody edited.
 *
 * @throws TieoutError as `workbookPlace` and `exportLedger`
 */
async function exportMonth(
  { folder, ledger, month, out }: MonthExport,
  context: ServiceContext,
): Promise<ExportedMonth> {
  const path = join(folder, ledger);
  const standing = standingOf(path, month, context);
  const period = monthDays(month);
  const { name, left } = await workbookPlace(path, out, suggestedName(ledger, period, "xlsx"));
  const { shows, conclusion, verdict, undecidedErrors } = await exportLedger(
    { ledger: path, period, options: {}, format: "xlsx", out: join(out, name) },
    context,
  );
  return { shows, conclusion, verdict, undecidedErrors, ...standing, workbook: name, left };
}

/** The month's state, and what changed since it was signed. */
function standingOf(path: string, month: Month, context: ServiceContext) {
  return readProven(path, (db) => {
    const steps = listCloseSteps(db);
    const standing = standingOfMonth(steps, month);
    const changed = standing.signed === null ? null : changeFinder(db, steps, context)(month);
    const { timeZone } = readSettings(db);
    const { count: changes, effects } = changed ?? { count: 0, effects: [] };
    return { ...stateOf(standing), changes, effects, lastLooks: readLastLooks(db), timeZone };
  });
}

// The calls of the thread that exports months.

export const EXPORT_TABLE = {
  exportMonth,
  /** Loads what writes workbooks. Whoever writes one is told why it cannot be loaded. */
  load: async (): Promise<void> => {
    await import("../../excel/workbook/write-workbook.ts").catch(() => undefined);
  },
};

export type ExportTable = typeof EXPORT_TABLE;
