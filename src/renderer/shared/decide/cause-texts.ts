/** The records of a cause, and how much of the causes' amounts is explained, in words. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { Cause } from "../../../core/reconcile/causes/cause.ts";
import type { CauseProgress } from "../../check/protocol.ts";

/** @example `walletID 117096, 117097`, `walletID 106891 · payID 10217` */
export function causeRecordWords({ walletIDs, payIDs }: Pick<Cause, "walletIDs" | "payIDs">): string {
  const parts = [
    walletIDs.length === 0 ? "" : `walletID ${walletIDs.join(", ")}`,
    payIDs.length === 0 ? "" : `payID ${payIDs.join(", ")}`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

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
