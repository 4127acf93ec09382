/** How much of the causes' amounts is explained, in words. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { CauseProgress } from "../../check/protocol.ts";

/**
 * @example `explained 1,240,000 of 2,097,694 NGN`
 * @example `explained 2 of 7 causes NGN` where the amounts are too large to add up
 */
export function explainedWords(
  { explained, total, causes, decided, currency }: CauseProgress,
  decimals: number,
): string {
  const unit = currency === null ? "" : ` ${currency}`;
  if (!Number.isSafeInteger(total))
    return `explained ${formatAmount(decided)} of ${formatCount(causes, "cause")}${unit}`;
  return `explained ${formatAmount(explained, decimals)} of ${formatAmount(total, decimals)}${unit}`;
}

/** What these amounts are, and when a cause counts. */
export function explainedMeaning({ total, decided, causes }: CauseProgress): string {
  if (!Number.isSafeInteger(total))
    return "The amounts are too large to add up. A cause counts when all its findings are decided.";
  return (
    `The amounts of ${formatAmount(decided)} of ${formatCount(causes, "cause")}: a cause counts when all its findings are decided. ` +
    "They measure the review and are not the difference of the balance."
  );
}
