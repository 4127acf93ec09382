/** Faults of single entries with the right amounts. */
import { HOUR_MS } from "../generate/calendar.ts";
import type { FaultRecipe } from "./fault.ts";

export const ENTRY_FAULTS: readonly FaultRecipe[] = [
  {
    word: "both-sides",
    plant(site) {
      const extra = site.amount();
      const posting = site.cash(site.amount(), {
        alter: (entry) => ({
          ...entry,
          credit_balance: entry.credit_balance + extra,
          debit_balance: entry.debit_balance + extra,
        }),
      });
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} fills both credit and debit`,
        findings: () => [site.onEntry(posting, "both-sides", "warning")],
      };
    },
  },
  {
    word: "no-movement",
    plant(site) {
      const posting = site.cash(0);
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} moves nothing`,
        findings: () => [site.onEntry(posting, "no-movement", "warning")],
      };
    },
  },
  {
    word: "negative-amount",
    plant(site) {
      // The same movement, written as less than nothing on the other side.
      const posting = site.cash(site.amount(), {
        alter: (entry) => ({
          ...entry,
          credit_balance: 0 - entry.debit_balance,
          debit_balance: 0 - entry.credit_balance,
        }),
      });
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} has an amount below zero`,
        findings: () => [site.onEntry(posting, "negative-amount", "error")],
      };
    },
  },
  {
    word: "out-of-order",
    entries: 2,
    plant(site) {
      const before = site.cash();
      const late = site.cash(site.amount(), { datedAtMs: site.atMs - HOUR_MS });
      return {
        steps: [site.step(before, late)],
        tell: () => `walletID ${late.walletID} is dated an hour before walletID ${before.walletID}`,
        findings: () => [site.onEntry(late, "out-of-order", "warning")],
      };
    },
  },
  {
    word: "repeated-entry",
    entries: 2,
    plant(site) {
      const posting = site.cash(site.amount(), { copy: (entry) => ({ ...entry }) });
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} is listed twice, alike`,
        findings: () => [site.onEntry(posting, "repeated-entry", "info")],
      };
    },
  },
  {
    word: "conflicting-entry",
    entries: 2,
    plant(site) {
      const posting = site.cash(site.amount(), {
        copy: (entry) => ({ ...entry, description: `${entry.description} (corrected)` }),
      });
      return {
        steps: [site.step(posting)],
        tell: () => `walletID ${posting.walletID} is listed twice, with different descriptions`,
        findings: () => [site.onEntry(posting, "conflicting-entry", "error")],
      };
    },
  },
];
