/**
 * Standing explanations as a use case: what earlier decisions propose for undecided exceptions, and accepting
 * it.
 */
import type { StandingReport } from "../../../core/review/standing/standing-words.ts";
import { shownNow } from "../shared/shown-now.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { RuleId } from "../../../core/reconcile/input/rules.ts";
import { FingerprintIndex } from "../../../core/review/decisions/fingerprints.ts";
import { nameOf } from "../../../core/review/decisions/note-rules.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { circumstancesFinder, payIDsBehind } from "../../../core/review/standing/circumstances.ts";
import {
  decisionsThatHold,
  type ProposalList,
  proposalList,
  type StandingAnswer,
  proposeStanding,
  reopenedDecisions,
  WITHHELD_WORDS,
} from "../../../core/review/standing/proposals.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { recordFinder } from "../../ledger/tables/current-record.ts";
import { PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import { checkLedger, reviewOf, runCheck } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readProven } from "../shared/use-ledger.ts";
import { notRaised, type ReviewRequest, type TakenDecisions, decideMany } from "./review.ts";

export interface StandingRequest extends ReviewRequest {
  /** Only exceptions of these rules; null for every rule. */
  readonly rules: readonly RuleId[] | null;
  /** Only these findings, each whole or by its first digits; null for all. */
  readonly fingerprints: readonly string[] | null;
}

/**
 * Proposes for the undecided exceptions of a period what was decided before on findings like them. Everything
 * is read as of one moment, and nothing is written.
 *
 * @throws TieoutError FINDING_NOT_FOUND, FINDING_AMBIGUOUS for a fingerprint; DECISION_INVALID for one that
 *   is decided or a notice; otherwise as `readReview`
 */
export function readStanding(request: StandingRequest, context: ServiceContext): StandingReport {
  return readProven(request.ledger, (db) => standingAt(db, request, context));
}

/** More than a person goes through; a list of them crosses the bridge in a moment. */
const MOST_LISTED = 10_000;

/**
 * What `readStanding` proposes for a whole period, as a window lists it.
 *
 * @throws TieoutError as `readStanding`
 */
export function readProposals(request: ReviewRequest, context: ServiceContext): ProposalList {
  const { answers } = readStanding({ ...request, rules: null, fingerprints: null }, context);
  return proposalList(answers, MOST_LISTED);
}

/**
 * Accepts what `readStanding` proposes, all or none: each becomes a decision of the person named, with a note
 * that says which decision it repeats. A finding that is named and has no proposal is refused; others without
 * one are left as they are. A decision that comes meanwhile on one of the findings is a conflict. One that
 * takes back an earlier decision meanwhile is not: the note still names what was repeated.
 *
 * @param onChosen called with what is accepted and what is not, before anything is written
 * @returns the decisions, in the order of the findings
 * @throws TieoutError DECISION_INVALID without a name, or for a named finding without a proposal; otherwise
 *   as `readStanding` and `decide`
 */
export async function acceptStanding(
  request: StandingRequest & { readonly by: string },
  context: ServiceContext,
  onChosen: (report: StandingReport) => Promise<void>,
): Promise<TakenDecisions> {
  // A name that cannot be saved is refused before anything is checked or reported.
  nameOf(request.by);
  // The check that proposes and the one that decides use the same records.
  const remembering = { ...context, memory: context.memory ?? new CheckMemory() };
  const report = readStanding(request, remembering);
  if (request.fingerprints !== null) refuseWithheld(report.answers);
  await onChosen(report);
  const items = report.answers.flatMap(({ reviewed: { finding, seen }, proposal }) =>
    proposal === null
      ? []
      : [{ fingerprint: finding.fingerprint, seen, status: proposal.status, note: proposal.note }],
  );
  if (items.length === 0) return { ids: [], fingerprints: [], all: () => [] };
  return decideMany({ ...request, items }, remembering);
}

/** @throws TieoutError DECISION_INVALID */
function refuseWithheld(answers: readonly StandingAnswer[]): void {
  for (const { reviewed, withheld } of answers) {
    if (withheld !== null) throw refused(reviewed, `Nothing is proposed. ${WITHHELD_WORDS[withheld]}`);
  }
}

function standingAt(db: ReadableLedger, request: StandingRequest, context: ServiceContext): StandingReport {
  const { input, options, result, decimals } = checkLedger(db, request, context);
  // Earlier decisions are on records of any month.
  const whole = result.period === null ? result : runCheck(input, options, null, decimals, context);
  const { decisions, versions, review } = reviewOf(db, { input, result });
  const reopened = reopenedDecisions([...whole.findings, ...result.findings], decisions, versions);
  const asked = askedOf(review.findings, request, notRaised(db));
  const subjects = [
    ...asked.map(({ finding }) => finding),
    ...decisionsThatHold({ decisions, reopened }).map(({ finding }) => finding),
  ];
  const check = { input, result: whole };
  const transactions = recordFinder(db, PAYMENT_TABLE)(payIDsBehind(check, subjects));
  const customerOf = (payID: number) => transactions.get(payID)?.customer;
  const circumstancesOf = circumstancesFinder(check, subjects, customerOf);
  const answers = proposeStanding(asked, { decisions, reopened, circumstancesOf });
  const answered = new Set(answers.map(({ reviewed }) => reviewed));
  if (request.fingerprints !== null) {
    for (const reviewed of asked) {
      if (!answered.has(reviewed)) throw refused(reviewed, "This finding does not wait for a decision");
    }
  }
  return { shows: shownNow(db), period: result.period, answers };
}

/** Of the findings those that the request names, each once. */
function askedOf(
  findings: readonly ReviewedFinding[],
  { rules, fingerprints }: StandingRequest,
  missing: (digits: string) => TieoutError,
): readonly ReviewedFinding[] {
  if (fingerprints !== null) {
    const index = new FingerprintIndex(
      findings.map((reviewed) => ({ fingerprint: reviewed.finding.fingerprint, reviewed })),
    );
    const named = fingerprints.map((digits) => {
      const found = index.find(digits);
      if (found === null) throw missing(digits);
      return found.reviewed;
    });
    return [...new Set(named)];
  }
  if (rules === null) return findings;
  const wanted = new Set(rules);
  return findings.filter(({ finding }) => wanted.has(finding.rule));
}

function refused({ finding: { fingerprint } }: ReviewedFinding, sentence: string): TieoutError {
  return new TieoutError("DECISION_INVALID", sentence, {
    record: `fingerprint ${fingerprint}`,
  });
}
