/** Faults of dates that cannot be. */
import { DAY_MS } from "../../core/time.ts";
import type { FaultRecipe } from "./fault.ts";

/** As far as a year that was mistyped lies off. */
const A_YEAR_MS = 365 * DAY_MS;

export const DATE_FAULTS: readonly FaultRecipe[] = [
  {
    word: "date-ahead",
    times: 0,
    timesInAll: 1,
    entries: 3,
    plant(site) {
      // Two entries after it show by their dates that its own cannot be.
      const ahead = site.cash(site.amount(), { datedAtMs: site.atMs + A_YEAR_MS });
      return {
        steps: [site.step(ahead, site.cash(), site.cash())],
        tell: () => `walletID ${ahead.walletID} is dated a year after it was written`,
        findings: () => [site.onEntry(ahead, "date-ahead", "error")],
      };
    },
  },
];
