/** What convention and settlement basis rest on, and whether all was seen, the same in the terminal, the workbook and the window. */
import { formatAmount, formatCount } from "../money.ts";
import type { CheckResult } from "../reconcile/input/result.ts";

/** @example `18 of 4,996 balances do not follow; read the other way, 4,993 would not` */
export function conventionEvidence({
  used,
  links,
  breaks,
}: Pick<CheckResult["convention"], "used" | "links" | "breaks">): string {
  if (links === 0) return "no balances to compare";
  const other = used === "asset" ? "bank" : "asset";
  const verb = breaks[used] === 1 || links === 1 ? "does" : "do";
  return `${formatAmount(breaks[used])} of ${formatCount(links, "balance")} ${verb} not follow; read the other way, ${formatAmount(breaks[other])} would not`;
}

/** @example `In the order of dates 2 balances would not follow, instead of 7.`, '' where not fewer */
export function orderWords({ breaks: { walletID, date } }: CheckResult["order"]): string {
  if (date >= walletID) return "";
  const would =
    date === 0
      ? "every balance would follow"
      : `${formatCount(date, "balance")} would not follow, instead of ${formatAmount(walletID)}`;
  return `In the order of dates ${would}.`;
}

/**
 * Payments whose bases all give the same amount do not count.
 *
 * @example `1,474 payments agree`, `6 payments agree within the tolerance`, `no payment tells the bases apart`
 */
export function basisEvidence({
  used,
  votes,
  withinTolerance,
}: Pick<CheckResult["settlementBasis"], "used" | "votes" | "withinTolerance">): string {
  if (Object.values(votes).every((count) => count === 0)) return "no payment tells the bases apart";
  const near = withinTolerance === true ? " within the tolerance" : "";
  return `${formatCount(votes[used], "payment")} ${votes[used] === 1 ? "agrees" : "agree"}${near}`;
}

/** What was compared with nothing, where a wallet has no transactions at all or payments no wallet, else null. */
export function uncomparedSentence({
  entryOutcomes,
  transactionOutcomes,
}: Pick<CheckResult, "entryOutcomes" | "transactionOutcomes">): string | null {
  const hasEntries = entryOutcomes.inPeriod.length > 0;
  if (hasEntries === transactionOutcomes.inPeriod.length > 0) return null;
  return hasEntries
    ? "There are no transactions, so that no entry could be compared with its payment."
    : "There is no wallet history, so that no payment could be compared with its entry.";
}

/** Of a history that no limit cut; to ask for it again would bring no more. */
export const CUT_BY_SERVICE =
  "The history does not start at zero, and no limit explains it: the service may have capped it, or earlier entries are missing. Ask the provider for the entries before the oldest one.";

/** What to do about a cut history, else null. @param pull how to pull everything, begins a sentence */
export function cutSentence(
  { capped, limited }: Pick<CheckResult, "capped" | "limited">,
  pull: string,
): string | null {
  if (!capped) return null;
  return limited ? `A pull's limit may have cut off the history. ${pull} to get all of it.` : CUT_BY_SERVICE;
}
