/** The options of a check in words: what each choice means and where it comes from. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import {
  type ChainScope,
  type CheckOptions,
  type Convention,
  SETTLEMENT_BASES,
  type SettlementBasis,
} from "../../../core/options.ts";
import type { Source } from "../../../core/reconcile/result/result.ts";
import { basisEvidence, conventionEvidence } from "../../../core/report/words/evidence-words.ts";
import type { CheckSummary } from "../../check/protocol.ts";

export const CONVENTION_WORDS: Readonly<Record<Convention | "auto", string>> = {
  auto: "Detect",
  asset: "A debit raises the balance",
  bank: "A credit raises the balance",
};

export const BASIS_WORDS: Readonly<Record<SettlementBasis | "auto", string>> = {
  auto: "Detect",
  charged: "Charged amount",
  "less-escrow": "Charged less escrow fee",
  "less-fees": "Charged less escrow fee and tax",
  payable: "Payable amount",
};

export const SCOPE_WORDS: Readonly<Record<ChainScope, string>> = {
  user: "One balance per user",
  business: "One balance per business",
};

export const OPTION_NAMES: Readonly<Record<keyof CheckOptions, string>> = {
  convention: "Convention",
  settlementBasis: "Settlement basis",
  tolerance: "Tolerance",
  cutoffDays: "Cut-off days",
  chainScope: "Chain scope",
  timeZone: "Time zone",
};

/** @example `Charged less escrow fee`, `3 days` */
export function optionWords(options: CheckOptions, key: keyof CheckOptions, decimals: number): string {
  switch (key) {
    case "convention":
      return CONVENTION_WORDS[options.convention];
    case "settlementBasis":
      return BASIS_WORDS[options.settlementBasis];
    case "tolerance":
      return formatAmount(options.tolerance, decimals);
    case "cutoffDays":
      return formatCount(options.cutoffDays, "day");
    case "chainScope":
      return SCOPE_WORDS[options.chainScope];
    case "timeZone":
      return options.timeZone;
  }
}

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
 * none could.
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
