/** What a check concludes and how its exceptions stand, for the page to show. */
import type { CheckOptions } from "../../core/options.ts";
import type { PeriodRequest } from "../../core/reconcile/input/asked-period.ts";
import type { CauseCount } from "../../core/reconcile/input/cause.ts";
import type { CheckResult } from "../../core/reconcile/input/result.ts";
import type { RuleId, Severity } from "../../core/reconcile/input/rules.ts";
import type { ClassAmounts, Headline } from "../../core/report/exceptions/class-words.ts";
import type { CurrencyRoll } from "../../core/review/close/currency-roll.ts";
import type { ReviewProgress } from "../../core/review/decisions/review.ts";
import type { Period } from "../../core/time.ts";

export type AskedPeriod = PeriodRequest | null;

export interface RunRequest {
  readonly options: CheckOptions;
  /** `newest-month` is the month of the newest entry; the summary says which that was. */
  readonly period: AskedPeriod | "newest-month";
}

export interface ComingCheck {
  readonly period: Period | null;
  readonly title: string;
  /** The largest amount of any entry, without its sign: columns of amounts are as wide as it. */
  readonly largestAmount: number;
}

/** What a check concludes, without rows and columns. Amounts in the service's unit. */
export interface CheckSummary
  extends
    ComingCheck,
    Omit<CheckResult, "findings" | "causes" | "entryOutcomes" | "transactionOutcomes" | "period"> {
  /** How many causes explain the findings; which they are stays in the worker. */
  readonly causes: CauseCount;
  /** The conclusion, as terminal and workbook word it, without how far the review is. */
  readonly verdict: string;
  /** Σ of the wallets, by currency. */
  readonly rollForward: readonly CurrencyRoll[];
  /** Entries of the period with a payref or matched by hand, and how many of them have their transaction. */
  readonly matched: { readonly withPayref: number; readonly tied: number };
  /** What was compared with nothing; null where there are both. */
  readonly uncompared: string | null;
  /** Transactions of the period by how they stand, at the index that SETTLEMENT gives each; zeros too. */
  readonly settlements: readonly number[];
  /** Months that have entries, `YYYY-MM`, newest first, in the ledger's zone. */
  readonly months: readonly string[];
}

export interface ReviewSummary {
  /** What the exceptions come to, by currency; none where there are none. */
  readonly amounts: readonly ClassAmounts[];
  readonly headline: Headline;
  readonly verdict: string;
  readonly progress: ReviewProgress;
  /** By rule and severity, in the order of RULES; those without findings are left out. */
  readonly rules: readonly {
    readonly rule: RuleId;
    readonly severity: Severity;
    readonly findings: number;
    readonly reviewed: number;
    /** Σ of differences by currency, null where none is known; none where the rule has no differences. */
    readonly differences: readonly {
      readonly currency: string | null;
      /** null where it is more than is held exactly. */
      readonly sum: number | null;
    }[];
  }[];
}
