/** What people decide on exceptions and match by hand, and the workbook that comes back from a reviewer. */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { TakenFacts } from "../../../ipc/contract.ts";
import type { HandlerContext } from "../handler-context.ts";
import { type Calls, job } from "./call.ts";

const reviewing = async () => import("../../services/review/review.ts");
const matching = async () => import("../../services/review/match.ts");
const reading = async () => import("../../services/review/read-review.ts");

export const REVIEW_CALLS = {
  "review.list": {
    on: "quick",
    load: reviewing,
    run: async (request) => (await reviewing()).listNewerDecisions(request),
  },
  "review.decide": {
    on: "quick",
    load: reviewing,
    writes: true,
    run: async (request, context) => takenOf(await (await reviewing()).decide(request, context)),
  },
  "review.undo": {
    on: "quick",
    load: reviewing,
    writes: true,
    run: async (request, context) => takenOf(await (await reviewing()).undo(request, context)),
  },

  "match.decide": {
    on: "quick",
    load: matching,
    writes: true,
    run: async (request, context) => (await matching()).decideMatch(request, context),
  },
  "match.undo": {
    on: "quick",
    load: matching,
    writes: true,
    run: async (request, context) => (await matching()).undoMatch(request, context),
  },
  "match.list": {
    on: "quick",
    load: matching,
    run: async ({ ledger }) => ({ matches: (await matching()).listMatches(ledger) }),
  },

  "workbook.verify": job("verify-workbook", {
    ask: inWorkbook,
    run: async (request, context) => {
      const { verifyWorkbook } = await import("../../services/workbook/verify-workbook.ts");
      return { is: "workbook-verified", ...(await verifyWorkbook(request, context)) } as const;
    },
    answer: (verdict) => verdict,
  }),
  "workbook.readReview": job("read-review", {
    ask: inWorkbook,
    run: async (request, context) =>
      ({ is: "review-read", ...(await (await reading()).readReviewedWorkbook(request, context)) }) as const,
    answer: (review) => review,
  }),
  "workbook.acceptReview": {
    on: "quick",
    load: reading,
    writes: true,
    run: async (request, context) => takenOf(await (await reading()).acceptReview(request, context)),
  },
} satisfies Calls;

/** @throws TieoutError LEDGER_NOT_OPEN, IPC_FORBIDDEN */
function inWorkbook({ file }: { readonly file: string }, { handles, ledger }: HandlerContext) {
  return { ledger: ledger.path, file: handles.path(file, "read") };
}

/** Decisions taken at once, in as few words as say which they are. */
function takenOf(decisions: readonly Decision[]): TakenFacts {
  return { first: decisions[0]?.id ?? 0, count: decisions.length };
}
