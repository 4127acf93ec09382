/** What other options would change: the ledger's check beside the one tried out, line by line. */
import { SETTLEMENT } from "../../../core/reconcile/input/result.ts";
import { RULES, type RuleId, SEVERITIES } from "../../../core/reconcile/input/rules.ts";
import { capitalised } from "../../../core/sentence.ts";
import { currencyName } from "../../../core/words/currency.ts";
import { STANDING } from "../../../core/words/finding.ts";
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
  const line = linesBetween(now, tried);
  const others = [...ruleLines(line), ...sumLines(now, tried), ...settlementLines(line)];
  return [
    ...SEVERITIES.map((severity) =>
      line(
        { words: SEVERITY_WORDS[severity], isFault: severity !== "info" },
        ({ counts }) => counts.bySeverity[severity],
      ),
    ),
    ...others.filter(({ change }) => change !== 0),
  ];
}

function ruleLines(line: LineBetween): CheckDifference[] {
  return RULES.map(({ id, severity }) =>
    line(
      { words: ruleName(id), rule: id, isFault: severity !== "info" },
      ({ counts }) => counts.findings[id],
    ),
  );
}

/** The roll-forward of each currency; one that only one of the two has is compared with zeros. */
function sumLines(now: CheckSummary, tried: CheckSummary): CheckDifference[] {
  const line = linesBetween(now, tried);
  const currencies = new Set([...now.rollForward, ...tried.rollForward].map(({ currency }) => currency));
  return [...currencies].flatMap((currency) =>
    (Object.keys(ROLL_FORWARD) as (keyof typeof ROLL_FORWARD)[]).map((key) =>
      line(
        { words: `${ROLL_FORWARD[key]}, ${currencyName(currency)}`, isAmount: true },
        ({ rollForward }) => rollForward.find((sum) => sum.currency === currency)?.[key] ?? 0,
      ),
    ),
  );
}

function settlementLines(line: LineBetween): CheckDifference[] {
  return Object.values(SETTLEMENT).map((settlement) =>
    line(
      { words: `Transactions ${STANDING[settlement].words}` },
      ({ settlements }) => settlements[settlement] ?? 0,
    ),
  );
}

type NamedLine = Pick<CheckDifference, "words"> &
  Partial<Pick<CheckDifference, "rule" | "isAmount" | "isFault">>;
type LineBetween = (line: NamedLine, figure: (of: CheckSummary) => number) => CheckDifference;

function linesBetween(before: CheckSummary, after: CheckSummary): LineBetween {
  return ({ words, ...line }, figure) => {
    const [now, tried] = [figure(before), figure(after)];
    const figures = { now, tried, change: tried - now };
    return { rule: null, isAmount: false, isFault: false, ...line, words: capitalised(words), ...figures };
  };
}

export function announcement(now: CheckSummary, tried: CheckSummary): string {
  const differing = ruleLines(linesBetween(now, tried)).filter(({ change }) => change !== 0).length;
  const changes =
    differing === 0
      ? "No rule finds more or fewer than now."
      : `${differing} ${differing === 1 ? "rule finds" : "rules find"} more or fewer than now.`;
  return `${tried.verdict} ${changes}`;
}
