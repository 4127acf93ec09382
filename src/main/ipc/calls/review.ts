/** What people decide on exceptions and match by hand, and the workbook that comes back from a reviewer. */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { TakenFacts } from "../../../ipc/contract.ts";
import type { HandlerContext } from "../handler-context.ts";
import { type Calls, jobCall, readCall, writeCall } from "./call.ts";

const reviewing = async () => import("../../services/review/review.ts");
const proposing = async () => import("../../services/review/standing.ts");
const matching = async () => import("../../services/review/match.ts");
const returned = async () => import("../../services/review/read-review.ts");

export const REVIEW_CALLS = {
  "review.list": readCall(reviewing, ({ listNewerDecisions }) => listNewerDecisions),
  "review.decide": writeCall(
    reviewing,
    ({ decide }) =>
      async (request, context) =>
        takenOf(await decide(request, context)),
  ),
  "review.undo": writeCall(
    reviewing,
    ({ undo }) =>
      async (request, context) =>
        takenOf(await undo(request, context)),
  ),
  "review.proposals": readCall(proposing, ({ readProposals }) => readProposals),

  "match.decide": writeCall(matching, ({ decideMatch }) => decideMatch),
  "match.undo": writeCall(matching, ({ undoMatch }) => undoMatch),
  "match.list": readCall(matching, ({ listMatches }) => ({ ledger }) => ({ matches: listMatches(ledger) })),

  "workbook.verify": jobCall("verify-workbook", {
    ask: inWorkbook,
    run: async (request, context) => {
      const { verifyWorkbook } = await import("../../services/workbook/verify-workbook.ts");
      return { is: "workbook-verified", ...(await verifyWorkbook(request, context)) } as const;
    },
    answer: (verdict) => verdict,
  }),
  "workbook.readReview": jobCall("read-review", {
    ask: inWorkbook,
    run: async (request, context) =>
      ({ is: "review-read", ...(await (await returned()).readReviewedWorkbook(request, context)) }) as const,
    answer: (review) => review,
  }),
  "workbook.acceptReview": writeCall(
    returned,
    ({ acceptReview }) =>
      async (request, context) =>
        takenOf(await acceptReview(request, context)),
  ),
} satisfies Calls;

/** @throws TieoutError LEDGER_NOT_OPEN, IPC_FORBIDDEN */
function inWorkbook({ file }: { readonly file: string }, { handles, ledger }: HandlerContext) {
  return { ledger: ledger.path, file: handles.path(file, "read") };
}

/** Decisions taken at once, in as few words as say which they are. */
function takenOf(decisions: readonly Decision[]): TakenFacts {
  return { first: decisions[0]?.id ?? 0, count: decisions.length };
}
