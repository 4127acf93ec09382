/** The rule of dates that cannot be. */
import type { Report } from "../report.ts";

export function reportDates(report: Report): void {
  const { dated } = report.world;
  for (const [walletID, fields] of dated.entriesAhead) {
    report.entry("date-ahead", "error", dated.entries.get(walletID)!, { fields });
  }
  for (const [payID, fields] of dated.transactionsAhead) {
    report.transaction("date-ahead", "error", dated.transactions.get(payID)!, { fields });
  }
}
