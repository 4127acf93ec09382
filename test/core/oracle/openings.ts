/** What a period opens with, beside what the one before was signed to close at. */
import { lastMillisecondOf } from "./days.ts";
import type { Report } from "./report.ts";
import type { OracleWallet } from "./terms.ts";
import { isInPeriod } from "./world.ts";

/** Reports every wallet whose opening is not its signed closing, or nothing where it was signed without it. */
export function reportOpenings(report: Report, wallets: readonly OracleWallet[]): void {
  const { given, fullWallets, periodDates, entries } = report.world;
  if (given.period === null) return;
  const dayBefore = new Date(Date.parse(`${given.period.from}T00:00:00Z`) - 86_400_000).toISOString();
  const signedToMs = lastMillisecondOf(dayBefore.slice(0, 10), given.options.timeZone);
  const isUser = given.options.chainScope === "user";
  const signed = given.signed.filter(
    ({ toMs, businessID }) => toMs === signedToMs && (businessID === null) === isUser,
  );
  if (signed.length === 0) return;
  const nameOf = (one: { readonly userID: number; readonly businessID: number | null }) =>
    `${one.userID}/${one.businessID}`;
  for (const name of new Set([...wallets, ...signed].map(nameOf))) {
    const wallet = wallets.find((one) => nameOf(one) === name);
    const closing = signed.find((one) => nameOf(one) === name);
    const { userID, businessID } = (wallet ?? closing)!;
    const [expected, actual] = [closing?.closing ?? 0, wallet?.opening ?? 0];
    if (expected === actual) continue;
    const own = (fullWallets.find((one) => nameOf(one) === name)?.entries ?? []).filter((entry) =>
      entries.includes(entry),
    );
    const first = own.find((entry) => isInPeriod(given, periodDates.get(entry)!)) ?? own.at(-1);
    report.findings.push({
      rule: "opening-not-carried",
      severity: "error",
      walletID: first?.walletID ?? null,
      payref: first?.payref ?? null,
      payID: null,
      userID,
      businessID: first?.businessID ?? businessID,
      expected,
      actual,
      difference: actual - expected,
    });
  }
}
