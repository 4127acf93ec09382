/** What people set down for a month's workpaper, from the month's file. */
import { figuresOfWallet } from "../../../core/review/close/wallet-figures.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { monthOfPeriod } from "../../../core/report/month-of-period.ts";
import type { WorkpaperSettings } from "../../../core/report/input.ts";
import { agreesWithProvider } from "../../../core/report/statement/file-terms.ts";
import type { CloseStep } from "../../../core/review/close/close.ts";
import { openPoints } from "../../../core/review/file/open-points.ts";
import { asksForFluctuations, monthFileOf } from "../../../core/review/file/month-file.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listFiles } from "../../ledger/people/month-file.ts";
import type { GatheredCheck } from "../check/check.ts";
import { walletsBefore } from "../close/wallets-before.ts";

/**
 * Purpose, policy, procedures, materiality and confirmations of the month that was checked, each only where
 * it was set; its checklist, and its figures beside the month before.
 *
 * @param closeSteps of the ledger
 */
export function workpaperOf(
  db: ReadableLedger,
  checked: Pick<GatheredCheck, "input" | "result">,
  closeSteps: readonly CloseStep[],
): WorkpaperSettings {
  const { period, wallets } = checked.result;
  const month = period === null ? null : monthOfPeriod(period);
  if (month === null) return {};
  const standing = standingOfMonth(closeSteps, month);
  const files = listFiles(db);
  // The month before takes a check of its own.
  const isCompared = asksForFluctuations(standing, files);
  const file = monthFileOf(standing, files, {
    now: wallets.map(figuresOfWallet),
    before: isCompared ? walletsBefore(checked, month) : [],
  });
  const { terms, steps, balances, fluctuations } = file;
  const { purpose, policy, procedures, materiality } = terms;
  return {
    ...(purpose === "" ? {} : { purpose }),
    ...(policy === "" ? {} : { policy }),
    ...(procedures === "" ? {} : { procedures }),
    ...(materiality === null ? {} : { materiality }),
    steps,
    ...(balances.some((one) => agreesWithProvider(one) !== null) ? { balances } : {}),
    openPoints: openPoints(file),
    ...(isCompared ? { fluctuations } : {}),
  };
}
