/** The words of what later pulls changed. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type {
  RestatementKind,
  RestatedClosing,
  Restatement,
} from "../../../core/review/restate/restatements.ts";
import { amountText } from "../../ui/values/amount-text.ts";
import { whenText } from "../../ui/values/when-text.ts";
import { monthName } from "../months/close-words.ts";
import { walletName } from "../months/wallet-name.ts";

/** What a pull did to a record. */
export const RESTATED_WORDS: Readonly<Record<RestatementKind, string>> = {
  changed: "Changed",
  approved: "Approved since",
  vanished: "Vanished: not in the pull",
  returned: "Returned: back after it vanished",
  "back-dated": "Back-dated: new, but dated in the past",
};

/** The record, as rows name it. */
export function recordWords({ walletID, payID }: Pick<Restatement, "walletID" | "payID">): string {
  return walletID === null ? `payID ${payID ?? ""}` : `walletID ${walletID}`;
}

/** What restated one signed month. */
export interface Restated {
  readonly month: Month;
  /** Newest first, of this month alone. */
  readonly restatements: readonly Restatement[];
  /** Of this month alone. */
  readonly closings: readonly RestatedClosing[];
}

/**
 * What later pulls did to a signed month, in one sentence.
 *
 * @returns '' when they did nothing
 * @example
 *   `A pull of 2026-11-20 changed 3 records of October 2026, which is signed off: closing 1,250.00 → 1,240.00 (−10.00).`
 */
export function restatedSentence(
  { month, restatements, closings }: Restated,
  { decimals, timeZone }: { readonly decimals: number; readonly timeZone: string },
): string {
  const [newest] = restatements;
  if (newest === undefined) return "";
  const pulls = new Set(restatements.map(({ pullId }) => pullId)).size;
  const records = new Set(restatements.map((one) => recordWords(one))).size;
  const day = newest.atMs === null ? null : whenText(newest.atMs, timeZone, false);
  const when =
    pulls > 1
      ? `${formatAmount(pulls)} later pulls${day === null ? "" : `, the last of ${day},`}`
      : day === null
        ? "An import of files"
        : `A pull of ${day}`;
  const what = `changed ${formatCount(records, "record")} of ${monthName(month)}, which is signed off`;
  return `${when} ${what}: ${closingWords(closings, decimals)}.`;
}

/** @example `closing 1,250.00 → 1,240.00 (−10.00)` */
function closingWords(closings: readonly RestatedClosing[], decimals: number): string {
  const [first, ...others] = closings.filter(({ signed, now }) => signed !== now);
  if (first === undefined) return "closing unchanged";
  const say = (amount: number) => amountText(amount, { decimals, zero: "0" });
  const difference = amountText(first.now - first.signed, { decimals, sign: true });
  const thenAndNow = `${say(first.signed)} → ${say(first.now)} (${difference})`;
  if (others.length === 0) return `closing ${thenAndNow}`;
  return `closing of ${walletName(first)} ${thenAndNow}, and of ${formatCount(others.length, "more wallet")}`;
}
