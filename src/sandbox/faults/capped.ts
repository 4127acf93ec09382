/**
 * Histories that do not reach back to the wallet's start, as when the service caps them. Only separate plans
 * have them.
 */
import { DAY_MS } from "../../core/time.ts";
import { startOfMonth } from "../generate/calendar.ts";
import type { DatedFinding } from "./dated-finding.ts";
import type { FaultRecipe } from "./fault.ts";
import type { Site } from "./site.ts";

/** Lets the wallet open above zero, once; a second fault that needs it finds it done. */
function openAboveZero(site: Site): () => DatedFinding[] {
  const { wallet } = site.books;
  const account = wallet.accountOf();
  if (account.balance !== 0) return () => [];
  const opening = site.amount();
  account.balance = opening;
  return () => {
    const walletID = wallet.entries[0]?.walletID ?? 0;
    return [site.onEntry({ walletID, payment: null }, "opening-balance", "warning", { difference: opening })];
  };
}

export const CAPPED_FAULTS: readonly FaultRecipe[] = [
  {
    word: "opening-balance",
    times: 0,
    entries: 0,
    when: "first",
    plant(site) {
      const opened = openAboveZero(site);
      return {
        tell: () => "The wallet opens above zero",
        findings: opened,
      };
    },
  },
  {
    word: "before-history",
    times: 0,
    entries: 0,
    when: "first",
    plant(site) {
      const opened = openAboveZero(site);
      const paidAtMs = startOfMonth(site.month) - 3 * DAY_MS;
      const payment = site.sale({ createdAtMs: paidAtMs - DAY_MS, paidAtMs });
      return {
        tell: () => `payID ${payment.payID} was paid before the oldest entry`,
        findings: () => [
          ...opened(),
          { ...site.onPayment(payment, "before-history", "info"), month: site.month - 1 },
        ],
      };
    },
  },
];
