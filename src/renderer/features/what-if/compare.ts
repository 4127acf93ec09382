/** What other options would change: the kept check beside the one tried out, line by line. */
import type { CheckOptions } from "../../../core/options.ts";
import { SEVERITIES, RULES, type RuleId, type Severity } from "../../../core/reconcile/input/rules.ts";
import { SETTLEMENT, type Settlement } from "../../../core/reconcile/input/result.ts";
import { STANDING } from "../../../core/words/finding.ts";
import type { CheckSummary } from "../../bridge/protocol.ts";

/** One figure under both; `change` is the one tried out less the kept one. */
export interface Compared {
  readonly now: number;
  readonly tried: number;
  readonly change: number;
}

export interface ComparedRule extends Compared {
  readonly rule: RuleId;
  readonly severity: Severity;
}

function compared(now: number, tried: number): Compared {
  return { now, tried, change: tried - now };
}

/** Rules that found something under either, those that differ first, otherwise in the order of the rules. */
export function compareRules(now: CheckSummary, tried: CheckSummary): ComparedRule[] {
  const all = RULES.map(({ id, severity }) => ({
    rule: id,
    severity,
    ...compared(now.counts.findings[id], tried.counts.findings[id]),
  })).filter((line) => line.now !== 0 || line.tried !== 0);
  return [...all.filter(({ change }) => change !== 0), ...all.filter(({ change }) => change === 0)];
}

export const SEVERITY_WORDS = { error: "Errors", warning: "Warnings", info: "Notices" } as const;

export function compareSeverities(
  now: CheckSummary,
  tried: CheckSummary,
): (Compared & { readonly severity: Severity })[] {
  return SEVERITIES.map((severity) => ({
    severity,
    ...compared(now.counts.bySeverity[severity], tried.counts.bySeverity[severity]),
  }));
}

export const ROLL_FORWARD = ["opening", "inflow", "outflow", "breakDifference", "closing"] as const;
export type RollForwardLine = (typeof ROLL_FORWARD)[number];

export interface ComparedRollForward {
  readonly currency: string | null;
  readonly lines: Readonly<Record<RollForwardLine, Compared>>;
}

/** The roll-forward of each currency; one that only one of the two has is held against zeros. */
export function compareRollForwards(now: CheckSummary, tried: CheckSummary): ComparedRollForward[] {
  const currencies = new Set([...now.rollForward, ...tried.rollForward].map(({ currency }) => currency));
  return [...currencies].map((currency) => {
    const before = now.rollForward.find((sum) => sum.currency === currency);
    const after = tried.rollForward.find((sum) => sum.currency === currency);
    const line = (key: RollForwardLine) => compared(before?.[key] ?? 0, after?.[key] ?? 0);
    return {
      currency,
      lines: {
        opening: line("opening"),
        inflow: line("inflow"),
        outflow: line("outflow"),
        breakDifference: line("breakDifference"),
        closing: line("closing"),
      },
    };
  });
}

/** How transactions stand under both, in the order of SETTLEMENT; without those of neither. */
export function compareSettlements(
  now: CheckSummary,
  tried: CheckSummary,
): (Compared & { readonly settlement: Settlement; readonly words: string })[] {
  return Object.values(SETTLEMENT)
    .map((settlement) => ({
      settlement,
      words: STANDING[settlement].words,
      ...compared(now.settlements[settlement] ?? 0, tried.settlements[settlement] ?? 0),
    }))
    .filter((line) => line.now !== 0 || line.tried !== 0);
}

/** The options in which two differ, in the order in which they are shown. */
export function changedOptions(a: CheckOptions, b: CheckOptions): (keyof CheckOptions)[] {
  const keys: (keyof CheckOptions)[] = [
    "convention",
    "settlementBasis",
    "tolerance",
    "cutoffDays",
    "chainScope",
    "timeZone",
  ];
  return keys.filter((key) => a[key] !== b[key]);
}

/** What a screen reader is told when the check tried out is done. */
export function announcement(now: CheckSummary, tried: CheckSummary): string {
  const differing = compareRules(now, tried).filter(({ change }) => change !== 0).length;
  const changes =
    differing === 0
      ? "No rule finds more or fewer than now."
      : `${differing} ${differing === 1 ? "rule finds" : "rules find"} more or fewer than now.`;
  return `${tried.verdict} ${changes}`;
}
