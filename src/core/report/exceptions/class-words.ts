/** What became of exceptions, in money and in words; and what of a month is left to resolve, in one line. */
import { formatAmount, formatCount } from "../../money.ts";
import { REVIEW_CLASSES, type ReviewClass } from "../../review/decisions/review.ts";
import { IN_NO_CURRENCY } from "../../words/currency.ts";
import { type EarlierErrors, type Judged, verdictLead } from "../../words/verdict.ts";
import { type ClassTotals, addClassTotals, addSafely, unresolvedOf } from "./exception-amounts.ts";

export interface ClassAmounts {
  /** null where none is known. */
  readonly currency: string | null;
  readonly totals: ClassTotals;
}

/** How many exceptions they are. */
export function exceptionsIn({ totals }: Pick<ClassAmounts, "totals">): number {
  return REVIEW_CLASSES.reduce((sum, name) => sum + totals[name].items, 0);
}

/** What they come to together, each event once. */
export function atStakeIn({ totals }: Pick<ClassAmounts, "totals">): number {
  return addSafely(REVIEW_CLASSES.map((name) => totals[name].amount));
}

/** What is said first of a month, and after it. */
export interface Headline {
  /** Without a full stop. @example `August 2026: 9,212,770 NGN to resolve`, `October 2026 ties out` */
  readonly lead: string;
  /** Sentences after it, or ''. @example `All 57 exceptions are decided: only the provider is awaited.` */
  readonly rest: string;
  /** What is to resolve by itself, '' for nothing. @example `9,212,770 NGN` */
  readonly toResolve: string;
}

/**
 * The one number of a month that falls to zero: what is undecided or raised, each currency by itself. Once it
 * is zero, whether the month ties out; where a balance still does not follow, the conclusion's own words.
 *
 * @param amounts what the exceptions of the check come to; none where there are none
 * @param decimals display only
 */
export function headlineOf(
  check: Judged,
  amounts: readonly ClassAmounts[],
  decimals: number,
  earlier?: EarlierErrors,
): Headline {
  const { title, lead: verdict, isFollowing, clocks } = verdictLead(check, decimals, earlier);
  const all = addClassTotals(amounts.map(({ totals }) => totals));
  const items = exceptionsIn({ totals: all });
  const unresolved = unresolvedOf(all).items;
  const withClocks = (rest: string) => [rest, clocks].filter((part) => part !== "").join(" ");
  const lead = verdict.replace(/\.$/u, "");
  if (items === 0) return { lead, rest: clocks, toResolve: "" };
  if (unresolved > 0) {
    const rest = all.undecided.items > 0 ? "" : `${allWords(items)} decided: only the provider is awaited.`;
    const money = unresolvedMoney(check, amounts, decimals);
    const toResolve = money === "" ? formatCount(unresolved, "exception") : money;
    return { lead: `${title}: ${toResolve} to resolve`, rest: withClocks(rest), toResolve };
  }
  const rest = withClocks(`${allWords(items)} explained or accepted.`);
  return { lead: isFollowing ? `${title} ties out` : lead, rest, toResolve: "" };
}

/** '' where no exception has an amount. @example `9,212,770 NGN and 30 GHS` */
function unresolvedMoney(
  { wallets }: Pick<Judged, "wallets">,
  amounts: readonly ClassAmounts[],
  decimals: number,
): string {
  const isNoneKnown = [...wallets, ...amounts].every(({ currency }) => currency === null);
  return amounts
    .flatMap(({ currency, totals }) => {
      const { amount } = unresolvedOf(totals);
      const unit = isNoneKnown ? "" : ` ${currency ?? IN_NO_CURRENCY}`;
      return amount === 0 ? [] : [`${amountWords(amount, decimals)}${unit}`];
    })
    .join(" and ");
}

/** @example `All 57 exceptions are`, `The exception is` */
function allWords(items: number): string {
  return items === 1 ? "The exception is" : `All ${formatCount(items, "exception")} are`;
}

/** What the classes are called, each with what it means. */
export const CLASS_WORDS: Readonly<Record<ReviewClass, { readonly name: string; readonly meaning: string }>> =
  {
    undecided: { name: "Undecided", meaning: "Nobody has decided yet, or the records have changed since." },
    raised: { name: "Raised", meaning: "The provider was asked." },
    accepted: {
      name: "Accepted",
      meaning: "The difference stays, and the note says why that is acceptable.",
    },
    explained: { name: "Explained", meaning: "The difference is understood." },
  };

/** A sum of amounts, which ends at the largest safe integer. @param decimals display only */
export function amountWords(amount: number, decimals: number): string {
  return `${amount === Number.MAX_SAFE_INTEGER ? "at least " : ""}${formatAmount(amount, decimals)}`;
}
