/** What a period opens with, beside what the one before was signed to close at. */
import type { Report } from "./report.ts";
import type { OracleWallet } from "./terms.ts";
import { isInPeriod } from "./world.ts";

/**
 * Reports every wallet whose opening is not its signed closing, or nothing where it was signed without it; where it was signed in
 * the other scope, every user whose wallets in total are not.
 */
export function reportOpenings(report: Report, wallets: readonly OracleWallet[]): void {
  const { given, fullWallets, periodDates, entries } = report.world;
  if (given.period === null) return;
  const dayBefore = new Date(Date.parse(`${given.period.from}T00:00:00Z`) - 86_400_000).toISOString();
  if (given.signed?.to !== dayBefore.slice(0, 10)) return;
  const { chainScope, closings: before } = given.signed;
  const isInScope = before.length === 0 || chainScope === given.options.chainScope;
  const opening = isInScope ? wallets : totalsOf(wallets, "opening");
  const signed = isInScope ? before : totalsOf(before, "closing");
  const nameOf = (one: { readonly userID: number; readonly businessID: number | null }) =>
    `${one.userID}/${one.businessID}`;
  for (const name of new Set([...opening, ...signed].map(nameOf))) {
    const wallet = opening.find((one) => nameOf(one) === name);
    const closing = signed.find((one) => nameOf(one) === name);
    const { userID, businessID } = (wallet ?? closing)!;
    const [expected, actual] = [closing?.closing ?? 0, wallet?.opening ?? 0];
    if (expected === actual) continue;
    const own = fullWallets
      .filter((one) => one.userID === userID && (businessID === null || one.businessID === businessID))
      .flatMap((one) => one.entries.filter((entry) => entries.includes(entry)));
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
      atStake: Math.abs(actual - expected),
    });
  }
}

/** By user what an amount of its wallets comes to. */
function totalsOf<K extends "opening" | "closing">(
  wallets: readonly ({ readonly userID: number } & Readonly<Record<K, number>>)[],
  field: K,
) {
  return [...new Set(wallets.map(({ userID }) => userID))].map((userID) => {
    const amounts = wallets.filter((one) => one.userID === userID).map((one) => one[field]);
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    return { userID, businessID: null, opening: total, closing: total };
  });
}
