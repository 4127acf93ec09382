/** At what a month closed when it was prepared or signed, or at a later moment, and what it closes at now. */
import { formatAmount, formatCount } from "../../money.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { ZoneClock } from "../../time.ts";
import { type FrozenWallet, isUnused } from "../close/close.ts";
import type { FreezingStep } from "../close/month-states.ts";
import { type Moment, momentTitle } from "./moment.ts";
import { currencyAmount } from "../../words/currency.ts";

/**
 * What the month was when it was prepared or signed.
 *
 * @param timeZone in which days are named
 * @example `Signed by Ben Cole on 2026-11-28: closing 25,484,323.`
 */
export function frozenBasis({ step, by, atMs, frozen }: FreezingStep, timeZone: string): string {
  const day = new ZoneClock(timeZone).day(atMs);
  const done = step === "sign-off" ? "Signed" : "Prepared";
  return `${done} by ${by} on ${day}: ${closingWords(frozen.wallets, frozen.decimals)}.`;
}

/** What the month was at a moment. @example `After pull 14, 2026-10-01: closing 25,484,323.` */
export function momentBasis(
  moment: Moment,
  { wallets, decimals, timeZone }: { readonly wallets: readonly FrozenWallet[] } & WordedBy,
): string {
  return `${momentTitle(moment, timeZone)}: ${closingWords(wallets, decimals)}.`;
}

interface WordedBy {
  readonly decimals: number;
  readonly timeZone: string;
}

/** A sentence has room for the closings of so many currencies. */
const MOST_NAMED = 4;

/** The closing by currency; null where that cannot be said: of several wallets in no known currency. */
function closingsOf(wallets: readonly FrozenWallet[]): ReadonlyMap<string | null, number> | null {
  const used = wallets.filter((wallet) => !isUnused(wallet));
  const byCurrency = Map.groupBy(used, ({ currency }) => currency);
  if (byCurrency.size > MOST_NAMED || (byCurrency.get(null)?.length ?? 0) > 1) return null;
  const closings = Array.from(byCurrency, ([currency, of]) => [currency, sumOfClosings(of)] as const);
  return closings.every(([, closing]) => Number.isSafeInteger(closing)) ? new Map(closings) : null;
}

/** NaN where it leaves the range of exact integers on the way. */
function sumOfClosings(wallets: readonly FrozenWallet[]): number {
  return wallets.reduce((sum, { closing }) => {
    return Number.isSafeInteger(sum + closing) ? sum + closing : Number.NaN;
  }, 0);
}

function closingWords(wallets: readonly FrozenWallet[], decimals: number): string {
  const closings = closingsOf(wallets);
  if (closings === null) return `${formatCount(wallets.length, "wallet")} closed`;
  if (closings.size === 0) return "nothing in it";
  const words = Array.from(closings, ([currency, closing]) =>
    sumWords(currency, closing, closings, decimals),
  );
  return `closing ${words.join(" and ")}`;
}

/** One currency alone needs no name. */
function sumWords(
  currency: string | null,
  amount: number,
  beside: ReadonlyMap<string | null, number>,
  decimals: number,
): string {
  const words = formatAmount(amount, decimals);
  return beside.size === 1 ? words : currencyAmount(currency, words);
}

/** @example `closing unchanged`, `closing now 24,242,550 (−1,241,773)` */
export function closingSince(
  then: readonly FrozenWallet[],
  now: readonly FrozenWallet[],
  decimals: number,
): string {
  const [before, after] = [closingsByWallet(then), closingsByWallet(now)];
  const keys = new Set([...before.keys(), ...after.keys()]);
  const moved = [...keys].filter((key) => (before.get(key) ?? 0) !== (after.get(key) ?? 0)).length;
  if (moved === 0) return "closing unchanged";
  const [was, is] = [closingsOf(then), closingsOf(now)];
  const words =
    was === null || is === null
      ? []
      : Array.from(new Map([...was, ...is]).keys()).flatMap((currency) => {
          const [amount, earlier] = [is.get(currency) ?? 0, was.get(currency) ?? 0];
          if (amount === earlier) return [];
          const by = `${amount > earlier ? "+" : ""}${formatAmount(amount - earlier, decimals)}`;
          return [`${sumWords(currency, amount, is.size > was.size ? is : was, decimals)} (${by})`];
        });
  // Between wallets of one currency, a closing may move without its sum.
  if (words.length === 0) return `another closing of ${formatCount(moved, "wallet")}`;
  return `closing now ${words.join(" and ")}`;
}

function closingsByWallet(wallets: readonly FrozenWallet[]): Map<string, number> {
  return new Map(wallets.map((wallet) => [walletKey(wallet), wallet.closing]));
}
