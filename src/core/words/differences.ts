/** The differences of one kind of finding, summed per currency, with sign, unit and direction. */
import { formatAmount } from "../money.ts";
import type { Finding } from "../reconcile/result/findings.ts";
import type { WalletResult } from "../reconcile/result/result.ts";
import { IN_NO_CURRENCY } from "./currency.ts";

/** What of a check differences are read from. */
export interface Differing {
  readonly wallets: readonly Pick<WalletResult, "userID" | "businessID" | "currency">[];
  readonly findings: readonly DifferingFinding[];
}
export type DifferingFinding = Pick<Finding, "rule" | "cause" | "userID" | "businessID" | "difference">;

/** The differences of one kind in one currency. */
interface CurrencyDifference {
  /** null where none is known. */
  readonly currency: string | null;
  /** Signed: above zero where more is stated than follows. */
  readonly net: number;
  /** The sum without signs. */
  readonly gross: number;
}

export interface BalanceDifferences {
  readonly rows: number;
  /** In the order of the findings. */
  readonly byCurrency: readonly CurrencyDifference[];
  /** An amount with its currency, `12.34 NGN`; without one where none is known and there is no other. */
  readonly money: (amount: number, currency: string | null) => string;
}

/** Finds the currency of the wallet that a finding is in; null where none is known. */
export function walletCurrencyFinder(
  wallets: Differing["wallets"],
): (finding: Pick<Finding, "userID" | "businessID">) => string | null {
  const currencies = new Map(
    wallets.map(({ userID, businessID, currency }) => [`${userID} ${businessID ?? ""}`, currency]),
  );
  return ({ userID, businessID }) =>
    currencies.get(`${userID} `) ?? currencies.get(`${userID} ${businessID ?? ""}`) ?? null;
}

/**
 * @param isOf whether a finding is of the kind that is asked for
 * @param decimals display only, see `formatAmount`
 */
export function differencesOf(
  { findings, wallets }: Differing,
  isOf: (finding: DifferingFinding) => boolean,
  decimals: number,
): BalanceDifferences {
  const currencyOf = walletCurrencyFinder(wallets);
  const sums = new Map<string | null, { net: number; gross: number }>();
  let rows = 0;
  for (const finding of findings) {
    if (!isOf(finding)) continue;
    const { difference = 0 } = finding;
    const currency = currencyOf(finding);
    const { net, gross } = sums.get(currency) ?? { net: 0, gross: 0 };
    sums.set(currency, { net: net + difference, gross: gross + Math.abs(difference) });
    rows += 1;
  }
  const isMixed = new Set(wallets.map(({ currency }) => currency)).size > 1;
  return {
    rows,
    byCurrency: [...sums].map(([currency, sum]) => ({ currency, ...sum })),
    money: (amount, currency) => {
      const unit = currency ?? (isMixed ? IN_NO_CURRENCY : "");
      return `${formatAmount(amount, decimals)}${unit === "" ? "" : ` ${unit}`}`;
    },
  };
}

/**
 * The net difference in the words of its direction, currencies that cancel out left out.
 *
 * @returns '' where all cancel out
 * @example directionWords(breaks, ["too high", "too low"]) // '2,097,694 NGN too high and 30 GHS too low'
 */
export function directionWords(
  { byCurrency, money }: BalanceDifferences,
  [above, below]: readonly [string, string],
): string {
  return byCurrency
    .filter(({ net }) => net !== 0)
    .map(({ currency, net }) => `${money(Math.abs(net), currency)} ${net > 0 ? above : below}`)
    .join(" and ");
}

/** Without signs: `14 NGN and 9 in no stated currency`. */
export function grossWords(
  { money }: Pick<BalanceDifferences, "money">,
  parts: BalanceDifferences["byCurrency"],
): string {
  return parts.map(({ currency, gross }) => money(gross, currency)).join(" and ");
}

/**
 * What moved, with its sign.
 *
 * @param sign −1 for what the stated balance lacks, 1 for what it holds without a row
 */
export function movementWords({ byCurrency, money }: BalanceDifferences, sign: 1 | -1): string {
  // Zero plus, for there is no −0 on paper.
  return byCurrency.map(({ currency, net }) => money(0 + sign * net, currency)).join(" and ");
}
