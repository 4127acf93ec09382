/** What people decide, as the threads do it: exceptions, matches by hand, the steps of a close. */
import type { Month } from "../../../core/review/close/close.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { TakenFacts } from "../../../ipc/contract.ts";
import type * as CloseSteps from "../../services/close/close.ts";
import type { ServiceContext } from "../../services/shared/context.ts";
import {
  type MatchRequest,
  type UndoMatchRequest,
  decideMatch,
  listMatches,
  undoMatch,
} from "../../services/review/match.ts";
import type { SignedConclusion } from "../../services/close/signed-conclusion.ts";
import type { MonthReport } from "../../services/close/month-report.ts";
import { listMonths } from "../../services/close/months.ts";
import type { AcceptRequest } from "../../services/review/read-review.ts";
import { type RestatementRequest, readRestatements } from "../../services/close/restatements.ts";
import {
  type DecideRequest,
  type NewerRequest,
  type UndoRequest,
  decide,
  listNewerDecisions,
  undo,
} from "../../services/review/review.ts";
import { type InLedger, memory, remembering } from "./held-ledger.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

type MonthInLedger = InLedger & { readonly month: Month };

export const REVIEW_SERVICES = {
  listNewerDecisions: (request: NewerRequest) => listNewerDecisions(request),
  decide: async (request: DecideRequest, context: ServiceContext) =>
    retryWhileBusy(remembering(context), async (patient) => takenOf(await decide(request, patient))),
  undo: async (request: UndoRequest, context: ServiceContext) =>
    retryWhileBusy(context, async (patient) => takenOf(await undo(request, patient))),
  listMonths: ({ ledger }: InLedger): MonthFacts[] => listMonths(ledger, memory),
  readMonth: async (request: MonthInLedger, context: ServiceContext): Promise<MonthReport> => {
    const { readMonth } = await import("../../services/close/month-report.ts");
    return readMonth(request, remembering(context));
  },
  readSignedConclusion: async (request: MonthInLedger): Promise<SignedConclusion> => {
    const { readSignedConclusion } = await import("../../services/close/signed-conclusion.ts");
    return readSignedConclusion(request);
  },
  beginReview: async (request: CloseSteps.StepRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.beginReview(request, patient)),
  prepareMonth: async (request: CloseSteps.PrepareRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.prepareMonth(request, patient)),
  signOffMonth: async (request: CloseSteps.NotedRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.signOffMonth(request, patient)),
  reopenMonth: async (request: CloseSteps.NotedRequest, context: ServiceContext): Promise<MonthFacts> =>
    takingStep(context, async (close, patient) => close.reopenMonth(request, patient)),
  decideMatch: async (request: MatchRequest, context: ServiceContext) =>
    retryWhileBusy(context, async (patient) => decideMatch(request, patient)),
  undoMatch: async (request: UndoMatchRequest, context: ServiceContext) =>
    retryWhileBusy(context, async (patient) => undoMatch(request, patient)),
  listMatches: ({ ledger }: InLedger) => listMatches(ledger),
  listRestatements: ({ ledger, ...request }: InLedger & RestatementRequest) =>
    readRestatements(ledger, request),
  acceptReview: async (request: AcceptRequest, context: ServiceContext): Promise<TakenFacts> => {
    const { acceptReview } = await import("../../services/review/read-review.ts");
    return retryWhileBusy(remembering(context), async (patient) =>
      takenOf(await acceptReview(request, patient)),
    );
  },
};

/** Decisions taken at once, in as few words as say which they are. */
function takenOf(decisions: readonly Decision[]): TakenFacts {
  return { first: decisions[0]?.id ?? 0, count: decisions.length };
}

/** Steps of closing check the month by the workbook's own figures, which are loaded when somebody first closes one. */
async function takingStep(
  context: ServiceContext,
  take: (close: typeof CloseSteps, patient: ServiceContext) => Promise<MonthFacts>,
): Promise<MonthFacts> {
  const close = await import("../../services/close/close.ts");
  return retryWhileBusy(remembering(context), async (patient) => take(close, patient));
}
