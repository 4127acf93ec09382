/** Where the choices of a check come from, in words. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import { type ChainScope, SETTLEMENT_BASES } from "../../../core/options.ts";
import type { Source } from "../../../core/reconcile/input/result.ts";
import { basisEvidence, conventionEvidence } from "../../../core/words/evidence.ts";
import { BASIS_WORDS, CONVENTION_WORDS, SCOPE_WORDS } from "../../../core/words/options.ts";
import type { CheckSummary } from "../../bridge/protocol.ts";

export const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  given: "as chosen",
  detected: "detected",
  default: "by default",
};

/**
 * What a choice rests on: `A debit raises the balance, detected: 3 of 4,999 balances do not follow; read the
 * other way, 4,871 would not.`
 */
export function conventionWords({ convention }: CheckSummary): string {
  return `${CONVENTION_WORDS[convention.used]}, ${SOURCE_WORDS[convention.source]}: ${conventionEvidence(convention)}.`;
}

/** @example `Charged amount, detected: 410 payments agree.` */
export function basisWords({ settlementBasis }: CheckSummary): string {
  return `${BASIS_WORDS[settlementBasis.used]}, ${SOURCE_WORDS[settlementBasis.source]}: ${basisEvidence(settlementBasis)}.`;
}

/**
 * Says that no payment agrees with the basis in use although some agree with another; null where one does, or
 * none could. Payments whose bases all give the same amount do not count.
 *
 * @example `No payment agrees with the basis “Payable amount”; 410 agree with “Charged amount”.`
 */
export function unsupportedBasis({ settlementBasis }: Pick<CheckSummary, "settlementBasis">): string | null {
  const { used, votes } = settlementBasis;
  if (votes[used] > 0) return null;
  const [best] = SETTLEMENT_BASES.toSorted((a, b) => votes[b] - votes[a]);
  if (best === undefined || votes[best] === 0) return null;
  const verb = votes[best] === 1 ? "agrees" : "agree";
  return `No payment agrees with the basis “${BASIS_WORDS[used]}”; ${formatAmount(votes[best])} ${verb} with “${BASIS_WORDS[best]}”.`;
}

/** @example `One balance per user: 3 breaks; 912 per business.` */
export function scopeEvidence({ chainScope }: CheckSummary): string {
  const { used, breaks } = chainScope;
  const other: ChainScope = used === "user" ? "business" : "user";
  return `${SCOPE_WORDS[used]}: ${formatCount(breaks[used], "break")}; ${formatAmount(breaks[other])} per ${other}.`;
}
