/** What other options would change: the ledger's check beside the one tried out, line by line. */
import type { CheckOptions } from "../../../core/options.ts";
import { SETTLEMENT } from "../../../core/reconcile/input/result.ts";
import { RULES, type RuleId, SEVERITIES } from "../../../core/reconcile/input/rules.ts";
import { capitalised } from "../../../core/sentence.ts";
import { currencyName } from "../../../core/words/currency.ts";
import { STANDING } from "../../../core/words/finding.ts";
import { OPTION_NAMES } from "../../../core/words/options.ts";
import { ruleName } from "../../../core/words/rule.ts";
import type { CheckSummary } from "../../bridge/protocol.ts";

export interface CheckDifference {
  readonly words: string;
  /** Where it counts what a rule found. */
  readonly rule: RuleId | null;
  readonly isAmount: boolean;
  readonly isFault: boolean;
  readonly now: number;
  readonly tried: number;
  readonly change: number;
}

const SEVERITY_WORDS = { error: "Errors", warning: "Warnings", info: "Notices" } as const;
const ROLL_FORWARD = {
  opening: "Opening",
  inflow: "Inflows",
  outflow: "Outflows",
  breakDifference: "Break differences",
  closing: "Closing",
} as const;

/** How many errors, warnings and notices there are; then whatever else differs, rule by rule and sum by sum. */
export function compareChecks(now: CheckSummary, tried: CheckSummary): readonly CheckDifference[] {
  return [
    ...SEVERITIES.map((severity) => {
      const count = ({ counts }: CheckSummary) => counts.bySeverity[severity];
      return lineOf({ words: SEVERITY_WORDS[severity], isFault: severity !== "info" }, now, tried, count);
    }),
    ...[...ruleLines(now, tried), ...sumLines(now, tried), ...settlementLines(now, tried)].filter(
      ({ change }) => change !== 0,
    ),
  ];
}

function ruleLines(now: CheckSummary, tried: CheckSummary): CheckDifference[] {
  return RULES.map(({ id, severity }) =>
    lineOf(
      { words: ruleName(id), rule: id, isFault: severity !== "info" },
      now,
      tried,
      ({ counts }) => counts.findings[id],
    ),
  );
}

/** The roll-forward of each currency; one that only one of the two has is compared with zeros. */
function sumLines(now: CheckSummary, tried: CheckSummary): CheckDifference[] {
  const currencies = new Set([...now.rollForward, ...tried.rollForward].map(({ currency }) => currency));
  return [...currencies].flatMap((currency) =>
    (Object.keys(ROLL_FORWARD) as (keyof typeof ROLL_FORWARD)[]).map((key) =>
      lineOf(
        { words: `${ROLL_FORWARD[key]}, ${currencyName(currency)}`, isAmount: true },
        now,
        tried,
        ({ rollForward }) => rollForward.find((sum) => sum.currency === currency)?.[key] ?? 0,
      ),
    ),
  );
}

function settlementLines(now: CheckSummary, tried: CheckSummary): CheckDifference[] {
  return Object.values(SETTLEMENT).map((settlement) =>
    lineOf(
      { words: `Transactions ${STANDING[settlement].words}` },
      now,
      tried,
      ({ settlements }) => settlements[settlement] ?? 0,
    ),
  );
}

type NamedLine = Pick<CheckDifference, "words"> &
  Partial<Pick<CheckDifference, "rule" | "isAmount" | "isFault">>;

function lineOf(
  line: NamedLine,
  now: CheckSummary,
  tried: CheckSummary,
  figure: (of: CheckSummary) => number,
): CheckDifference {
  const [before, after] = [figure(now), figure(tried)];
  return {
    rule: null,
    isAmount: false,
    isFault: false,
    ...line,
    words: capitalised(line.words),
    now: before,
    tried: after,
    change: after - before,
  };
}

/** The options in which two differ, in the order in which they are shown. */
export function changedOptions(a: CheckOptions, b: CheckOptions): readonly (keyof CheckOptions)[] {
  return (Object.keys(OPTION_NAMES) as (keyof CheckOptions)[]).filter((key) => a[key] !== b[key]);
}

export function announcement(now: CheckSummary, tried: CheckSummary): string {
  const differing = ruleLines(now, tried).filter(({ change }) => change !== 0).length;
  const changes =
    differing === 0
      ? "No rule finds more or fewer than now."
      : `${differing} ${differing === 1 ? "rule finds" : "rules find"} more or fewer than now.`;
  return `${tried.verdict} ${changes}`;
}
