/** What people set down for a month's workpaper, from the month's file. */
import { figuresOfWallet } from "../../../core/review/close/wallet-figures.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import type { CheckResult } from "../../../core/reconcile/result/result.ts";
import { monthOfPeriod } from "../../../core/report/closing.ts";
import type { WorkpaperSettings } from "../../../core/report/input.ts";
import type { CloseStep } from "../../../core/review/close/close.ts";
import { confirmationWords } from "../../../core/review/file/confirmation-words.ts";
import { monthFileOf } from "../../../core/review/file/month-file.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listFiles } from "../../ledger/people/month-file.ts";

/**
 * Purpose, policy, procedures, materiality and confirmations of the month that was checked, each only where it was
 * set.
 *
 * @param steps of the ledger
 * @param decimals 0 to 6; display only
 */
export function workpaperOf(
  db: ReadableLedger,
  { period, wallets }: Pick<CheckResult, "period" | "wallets">,
  steps: readonly CloseStep[],
  decimals: number,
): WorkpaperSettings {
  const month = period === null ? null : monthOfPeriod(period);
  if (month === null) return {};
  const { terms, balances } = monthFileOf(standingOfMonth(steps, month), listFiles(db), {
    now: wallets.map(figuresOfWallet),
    before: [],
  });
  const { purpose, policy, procedures, materiality } = terms;
  const confirmation = confirmationWords(balances, decimals);
  return {
    ...(purpose === "" ? {} : { purpose }),
    ...(policy === "" ? {} : { policy }),
    ...(procedures === "" ? {} : { procedures }),
    ...(materiality === null ? {} : { materiality }),
    ...(confirmation === null ? {} : { confirmation }),
  };
}
