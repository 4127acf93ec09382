/** Deciding by rule, as a use case: one decision on every undecided exception of some rules. */
import type { RuleId } from "../../../core/reconcile/rules.ts";
import { type ChosenByRule, chooseByRule } from "../../../core/review/decisions/by-rule.ts";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { nameOf, noteOf } from "../../../core/review/decisions/note-rules.ts";
import { CheckMemory } from "../check/check-memory.ts";
import type { ServiceContext } from "../shared/context.ts";
import {
  type ReviewReport,
  type ReviewRequest,
  type TakenDecisions,
  decideMany,
  readReview,
} from "./review.ts";

interface ByRuleRequest extends ReviewRequest {
  readonly rules: readonly RuleId[];
}

interface DecideByRuleRequest extends ByRuleRequest {
  readonly status: DecisionStatus;
  readonly note: string;
  readonly by: string;
}

/** The review that was chosen from, and what was chosen. */
export interface ReviewByRule extends ChosenByRule {
  readonly review: ReviewReport;
}

/**
 * Chooses the exceptions of some rules that are open or reopened in a period. Nothing is written.
 *
 * @throws TieoutError as `readReview`
 */
export function readByRule(request: ByRuleRequest, context: ServiceContext): ReviewByRule {
  const review = readReview(request, context);
  return { review, ...chooseByRule(review.findings, new Set(request.rules)) };
}

/**
 * Decides the same on the exceptions that `readByRule` chooses, all or none; what is decided on already is
 * left as it is, also where that happens meanwhile, when nothing is written.
 *
 * @param onChosen called with the findings before they are decided
 * @returns the decisions, in the order of the findings; none where nothing is open
 * @throws TieoutError as `readReview` and `decide`
 */
export async function decideByRule(
  request: DecideByRuleRequest,
  context: ServiceContext,
  onChosen: (chosen: ReviewByRule) => Promise<void>,
): Promise<TakenDecisions> {
  // What cannot be saved is refused before anything is checked or reported.
  noteOf(request.note, request.status);
  nameOf(request.by);
  // The check that chooses and the one that decides use the same records.
  const remembering = { ...context, memory: context.memory ?? new CheckMemory() };
  const found = readByRule(request, remembering);
  await onChosen(found);
  if (found.chosen.length === 0) return { ids: [], fingerprints: [], all: () => [] };
  const { status, note } = request;
  const items = found.chosen.map(({ finding: { fingerprint }, seen }) => ({
    fingerprint,
    seen,
    status,
    note,
  }));
  return decideMany({ ...request, items }, remembering);
}
