/** The figures of the month before one that was checked. */
import { reconcile } from "../../../core/reconcile/reconcile.ts";
import type { FrozenWallet, Month } from "../../../core/review/close/close.ts";
import { monthBefore } from "../../../core/review/close/months.ts";
import { figuresOfWallet } from "../../../core/review/close/wallet-figures.ts";
import { ZoneClock, monthDays, periodOf } from "../../../core/time.ts";
import type { GatheredCheck } from "../check/check.ts";
import { sha256 } from "../shared/sha256.ts";

/** Under what the check of the month decided, so that both months are read alike. It is not remembered. */
export function walletsBefore(
  { input, result }: Pick<GatheredCheck, "input" | "result">,
  month: Month,
): FrozenWallet[] {
  const days = monthDays(monthBefore(month));
  if (days === null) return [];
  const { options, convention, settlementBasis } = result;
  const decided = { ...options, convention: convention.used, settlementBasis: settlementBasis.used };
  const period = periodOf(days.from, days.to, new ZoneClock(options.timeZone));
  return reconcile(input, decided, { period, sha256 }).wallets.map(figuresOfWallet);
}
