/**
 * Deciding on what is chosen, as a use case: one decision on every undecided exception of some rules or
 * causes.
 */
import { TieoutError } from "../../../core/errors.ts";
import { type NumberedCause, numberedCauses } from "../../../core/reconcile/input/cause.ts";
import type { RuleId } from "../../../core/reconcile/input/rules.ts";
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { FingerprintIndex } from "../../../core/review/decisions/fingerprints.ts";
import { nameOf, noteOf } from "../../../core/review/decisions/note-rules.ts";
import { type Undecided, chooseUndecided } from "../../../core/review/decisions/review.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import {
  type ReviewReport,
  type ReviewRequest,
  type TakenDecisions,
  decideMany,
  readReview,
} from "./review.ts";

/**
 * Whose exceptions are decided on. A cause is named by its number in the check of the period, from 1 on, or
 * by the first digits of the fingerprint of a finding that it explains.
 */
export type ChosenBy =
  | { readonly by: "rule"; readonly rules: readonly RuleId[] }
  | { readonly by: "cause"; readonly causes: readonly (number | string)[] };

interface ChosenRequest extends ReviewRequest {
  readonly choice: ChosenBy;
}

export interface ReviewChosen extends Undecided {
  readonly review: ReviewReport;
  /** The causes that were named, each once, in the order of the check; none where rules were. */
  readonly causes: readonly NumberedCause[];
}

/**
 * Chooses the exceptions of some rules or causes that are open or reopened in a period. Nothing is written.
 *
 * @throws TieoutError FINDING_NOT_FOUND, FINDING_AMBIGUOUS for a cause; otherwise as `readReview`
 */
export function readChosen(request: ChosenRequest, context: ServiceContext): ReviewChosen {
  const review = readReview(request, context);
  const { choice } = request;
  if (choice.by === "rule") {
    const rules = new Set(choice.rules);
    return { review, causes: [], ...chooseUndecided(review.findings, ({ rule }) => rules.has(rule)) };
  }
  const causes = namedCauses(review, choice.causes);
  const explained = new Set(causes.flatMap(({ findings }) => findings));
  return {
    review,
    causes,
    ...chooseUndecided(review.findings, ({ fingerprint }) => explained.has(fingerprint)),
  };
}

/** @throws TieoutError FINDING_NOT_FOUND, FINDING_AMBIGUOUS */
function namedCauses(review: ReviewReport, names: readonly (number | string)[]): NumberedCause[] {
  const causes = numberedCauses(review.causes);
  let index: FingerprintIndex<{ readonly fingerprint: string; readonly cause: NumberedCause }> | null = null;
  const explaining = (digits: string) => {
    index ??= new FingerprintIndex(
      causes.flatMap((cause) => cause.findings.map((fingerprint) => ({ fingerprint, cause }))),
    );
    return index.find(digits)?.cause;
  };
  const named = names.map((name) => {
    const cause = typeof name === "number" ? causes[name - 1] : explaining(name);
    if (cause !== undefined) return cause;
    const sentence =
      typeof name === "number"
        ? `The check has no cause ${name}: its causes are numbered from 1 to ${causes.length}`
        : "No cause of the check explains a finding with this fingerprint";
    throw new TieoutError("FINDING_NOT_FOUND", causes.length === 0 ? "The check has no causes" : sentence, {
      record: typeof name === "number" ? `cause ${name}` : `fingerprint ${name}`,
    });
  });
  return [...new Set(named)].toSorted((a, b) => a.number - b.number);
}

/**
 * Decides the same on the exceptions that `readChosen` chooses, all or none; what is decided on already is
 * left as it is, also where that happens meanwhile, when nothing is written.
 *
 * @param onChosen called with the findings before they are decided
 * @returns the decisions, in the order of the findings; none where nothing is open
 * @throws TieoutError as `readChosen` and `decide`
 */
export async function decideChosen(
  request: ChosenRequest & { readonly status: DecisionStatus; readonly note: string; readonly by: string },
  context: ServiceContext,
  onChosen: (chosen: ReviewChosen) => Promise<void>,
): Promise<TakenDecisions> {
  // What cannot be saved is refused before anything is checked or reported.
  noteOf(request.note, request.status);
  nameOf(request.by);
  // The check that chooses and the one that decides use the same records.
  const remembering = { ...context, memory: context.memory ?? new CheckMemory() };
  const found = readChosen(request, remembering);
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
