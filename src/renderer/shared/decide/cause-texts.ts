/** How much of the causes' amounts is explained, in words. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { CauseProgress } from "../../check/protocol.ts";

/** @example `explained 1,240,000 of 2,097,694 NGN` */
export function explainedWords({ explained, total, currency }: CauseProgress, decimals: number): string {
  const unit = currency === null ? "" : ` ${currency}`;
  return `explained ${formatAmount(explained, decimals)} of ${formatAmount(total, decimals)}${unit}`;
}

/** What these amounts are, and when a cause counts. */
export function explainedMeaning({ decided, causes }: CauseProgress): string {
  return (
    `The amounts of ${formatAmount(decided)} of ${formatCount(causes, "cause")}: a cause counts when all its findings are decided. ` +
    "They measure the review and are not the difference of the balance."
  );
}
