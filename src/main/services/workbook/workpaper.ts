/** The contents of a month's file that its workpaper shows. */
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import type { WorkpaperSettings } from "../../../core/report/input.ts";
import { agreesWithProvider, asksForFluctuations } from "../../../core/review/file/month-file.ts";
import { openPoints } from "../../../core/review/file/open-points.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listFiles } from "../../ledger/people/month-file.ts";
import { type CheckedFile, fileOfMonth, materialityLines } from "../close/file-of-month.ts";

/**
 * Purpose, policy, procedures, materiality and confirmations of the month that was checked, each only where
 * it was set; its checklist, its figures beside the month before, and what is open in its file.
 */
export function workpaperOf(db: ReadableLedger, checked: CheckedFile): WorkpaperSettings {
  const { period } = checked.result;
  const month = period === null ? null : monthOfPeriod(period);
  if (month === null) return {};
  const standing = standingOfMonth(checked.closeSteps, month);
  const files = listFiles(db);
  // The month before takes a check of its own.
  const isCompared = asksForFluctuations(standing, files);
  const file = fileOfMonth(db, standing, files, checked, isCompared);
  const { terms, steps, balances, fluctuations } = file;
  const { purpose, policy, procedures, materiality } = terms;
  return {
    ...(purpose === "" ? {} : { purpose }),
    ...(policy === "" ? {} : { policy }),
    ...(procedures === "" ? {} : { procedures }),
    ...(materiality.length === 0
      ? {}
      : { materiality, materialityWords: materialityLines(db, files, file, checked.result) }),
    steps,
    ...(balances.some((one) => agreesWithProvider(one) !== null) ? { balances } : {}),
    openPoints: openPoints(file),
    ...(isCompared ? { fluctuations } : {}),
  };
}
