/** What a month's figures say of the standard steps of the checklist. Steps that people added are not worked out. */
import { formatAmount, formatCount } from "../../money.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import { BREAK_RULES, type RuleId } from "../../reconcile/input/rules.ts";
import { uncapitalised } from "../../sentence.ts";
import { reasonOf } from "../decisions/note-rules.ts";
import { type ReviewedFinding, isDecided, isException } from "../decisions/review.ts";
import { type ChecklistStep, STANDARD_STEPS } from "./terms.ts";

/** Whether the figures agree that a step is done, in words without a stop. */
export interface StepFigures {
  readonly ok: boolean;
  /** @example `not so: 9 of 12 balance breaks are open`, `2 of 2 closing balances are confirmed` */
  readonly words: string;
}

export interface CheckedSteps {
  /** Of the month, reviewed. */
  readonly findings: readonly (Pick<ReviewedFinding, "status"> & {
    readonly finding: Pick<Finding, "rule" | "severity">;
  })[];
  /** Why the month is not over, as `notOverWords` gives it; null when it is. */
  readonly notOver: string | null;
  /** How many earlier months are not signed off. */
  readonly unsignedBefore: number;
}

interface MovedFigure {
  readonly asks: boolean;
  readonly note: object | null;
}

interface StepGround extends CheckedSteps {
  /** Of each wallet, how far the confirmed balance is from the closing balance; null without one. */
  readonly balances: readonly { readonly confirmation: { readonly difference: number } | null }[];
  /** Whether each figure asks for a note, and has one; null where no threshold is set. */
  readonly fluctuations: readonly MovedFigure[] | null;
  /** 0 to 6; display only. */
  readonly decimals: number;
}

/** Of a step that Tieout can work out; null of any other. */
export function stepFigures({ text }: Pick<ChecklistStep, "text">, ground: StepGround): StepFigures | null {
  switch (text) {
    case STANDARD_STEPS.pulled:
      return pulledFigures(ground);
    case STANDARD_STEPS.breaks:
      return decidedFigures(ground, "balance break", (rule) => BREAK_RULES.has(rule));
    case STANDARD_STEPS.orphans:
      return decidedFigures(ground, "orphan payref", (rule) => rule === "orphan-payref");
    case STANDARD_STEPS.outstanding:
      return decidedFigures(ground, "overdue or orphan item", (rule) => OUTSTANDING_RULES.has(rule));
    case STANDARD_STEPS.confirmed:
      return confirmedFigures(ground);
    case STANDARD_STEPS.compared:
      return ground.fluctuations === null ? null : comparedFigures(ground.fluctuations);
    default:
      return null;
  }
}

/** Refuses a tick that the figures contradict without a reason. @throws TieoutError DECISION_INVALID */
export function assertTickReason(
  step: Pick<ChecklistStep, "id">,
  figures: StepFigures | null,
  note: string,
): void {
  if (figures === null || figures.ok) return;
  reasonOf(note, `Step ${step.id} is ${figures.words}. Ticking it needs a note that says why`);
}

/** What is outstanding and somebody has to be asked about; what is in transit is a timing difference. */
const OUTSTANDING_RULES: ReadonlySet<RuleId> = new Set(["paid-without-entry", "orphan-payref"]);
/** What shows that the history was not pulled whole. */
const GAP_RULES: ReadonlySet<RuleId> = new Set(["history-gap", "opening-balance"]);

function pulledFigures({ findings, notOver, unsignedBefore }: StepGround): StepFigures {
  if (notOver !== null) return contradicted(uncapitalised(notOver));
  const gaps = openOnes(findings, (rule) => GAP_RULES.has(rule));
  if (gaps.open > 0)
    return contradicted(`${formatCount(gaps.open, "gap")} in the history ${be(gaps.open)} open`);
  if (unsignedBefore > 0)
    return contradicted(
      `${formatCount(unsignedBefore, "earlier month")} ${be(unsignedBefore)} not signed off`,
    );
  return agreed("pulled after the month's end, and every earlier month is signed off");
}

function decidedFigures(
  { findings }: StepGround,
  noun: string,
  isOf: (rule: RuleId) => boolean,
): StepFigures {
  const { open, all } = openOnes(findings, isOf);
  if (all === 0) return agreed(`no ${noun}`);
  if (open === 0) return agreed(`${formatAmount(all)} of ${formatCount(all, noun)} ${be(all)} decided`);
  return contradicted(`${formatAmount(open)} of ${formatCount(all, noun)} ${be(open)} open`);
}

function openOnes(findings: StepGround["findings"], isOf: (rule: RuleId) => boolean) {
  const all = findings.filter(({ finding }) => isException(finding) && isOf(finding.rule));
  return { all: all.length, open: all.filter(({ status }) => !isDecided(status)).length };
}

/**
 * How many of the closing balances are not confirmed, without a stop: nobody confirmed them, or the
 * confirmation lapsed.
 *
 * @returns null where all are
 * @example `1 of 2 closing balances is not confirmed`
 */
export function unconfirmedWords(
  balances: readonly { readonly confirmation: object | null }[],
): string | null {
  const without = balances.filter(({ confirmation }) => confirmation === null).length;
  if (without === 0) return null;
  return `${formatAmount(without)} of ${formatCount(balances.length, "closing balance")} ${be(without)} not confirmed`;
}

function confirmedFigures({ balances, decimals }: StepGround): StepFigures {
  const unconfirmed = unconfirmedWords(balances);
  if (unconfirmed !== null) return contradicted(unconfirmed);
  const differences = balances.flatMap(({ confirmation }) => confirmation?.difference || []);
  const [first, ...others] = differences;
  if (first === undefined) {
    const all = formatCount(balances.length, "closing balance");
    return agreed(`${formatAmount(balances.length)} of ${all} ${be(balances.length)} confirmed`);
  }
  return contradicted(
    others.length === 0
      ? `the provider's balance differs by ${formatAmount(first, decimals)}`
      : `the provider's balance of ${formatAmount(differences.length)} wallets differs`,
  );
}

function comparedFigures(fluctuations: readonly MovedFigure[]): StepFigures {
  const asking = fluctuations.filter(({ asks, note }) => asks && note === null).length;
  if (asking > 0) return contradicted(`${formatCount(asking, "movement")} ${be(asking)} not explained`);
  return agreed("every movement above the threshold is explained");
}

function agreed(words: string): StepFigures {
  return { ok: true, words };
}

function contradicted(words: string): StepFigures {
  return { ok: false, words: `not so: ${words}` };
}

function be(count: number): string {
  return count === 1 ? "is" : "are";
}
