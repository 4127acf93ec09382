/**
 * The check and what people decide by it: the records for the check in the window, a run that is kept, one record
 * with all its versions, exceptions, matches by hand, evidence, and the workbook that goes out and comes back.
 */
import { TieoutError } from "../../../core/errors.ts";
import { LEFT_TO_VERIFY_LINE } from "../../../core/words/proof.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { TakenFacts } from "../../../ipc/contract.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import { type Calls, asks, inBackend, reads, works, writes } from "./call.ts";
import { type HandlerContext, placeToWrite } from "./desk.ts";

export const REVIEW_CALLS = {
  "check.open": reads("heldLedger", "openRecords"),
  "check.read": asks("heldLedger", {
    // Of the records that were opened, whichever ledger is open now.
    ask: (request) => request,
    run: ({ readRecords }) => readRecords,
    answer: (batch) => batch,
  }),
  "check.recall": inBackend(({ request }, { ledger: { id, facts }, shownChecks }) => ({
    shown: shownChecks.find({ ledger: id, head: facts?.head ?? "", request }),
  })),
  "check.remember": inBackend(
    async ({ request, head, decisions, shown }, { ledger: { id, facts }, shownChecks }) => {
      if (facts?.head === head && facts.counts.decisions === decisions)
        await asFarAsItCan(shownChecks.keep({ ledger: id, head, request, shown }));
      return {};
    },
  ),
  "check.save": writes("check", "keepCheck"),

  "record.entry": reads(
    "record",
    ({ readEntryRecord }) =>
      ({ ledger, walletID }) =>
        readEntryRecord(ledger, walletID),
  ),
  "record.transaction": reads(
    "record",
    ({ readTransactionRecord }) =>
      ({ ledger, payID }) =>
        readTransactionRecord(ledger, payID),
  ),

  "export.start": works("export", "export", {
    writes: true,
    ask: ({ target, ...request }, app) => ({
      ...request,
      csv: app.preferences.value.csv,
      ledger: app.ledger.writablePath,
      ...placeToWrite(target, app),
    }),
    run: ({ exportLedger }) => exportLedger,
    answer: ({ verdict, proof: { bytes, sha256 } }, { handles }, { out }) => ({
      is: "written",
      file: handles.issue(out, "read"),
      bytes,
      sha256,
      verdict,
      compared: LEFT_TO_VERIFY_LINE,
    }),
  }),

  "review.list": reads("review", "listNewerDecisions"),
  "review.decide": writes("review", "decide", takenOf),
  "review.undo": writes("review", "undo", takenOf),
  "review.proposals": reads("standing", "readProposals"),

  "match.decide": writes("match", "decideMatch"),
  "match.undo": writes("match", "undoMatch"),
  "match.list": reads("match", ({ listMatches }) => ({ ledger }) => ({ matches: listMatches(ledger) })),

  "evidence.list": reads("attach", ({ listEvidence }) => ({ ledger }) => ({
    evidence: listEvidence(ledger),
  })),
  "evidence.attach": asks("attach", {
    writes: true,
    ask: ({ files, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      files: files.map((file) => ({ path: handles.path(file, "read") })),
    }),
    run: ({ attachFiles }) => attachFiles,
    answer: (evidence) => ({ evidence }),
  }),
  "evidence.withdraw": writes("attach", "withdrawEvidence"),
  "evidence.save": asks("saveEvidence", {
    ask: ({ id, target }, app) => ({ ledger: app.ledger.path, id, ...placeToWrite(target, app) }),
    run: ({ saveEvidence }) => saveEvidence,
    answer: ({ path }, { handles }) => handles.issue(path, "read"),
  }),
  "evidence.open": asks("openEvidence", {
    ask: ({ id }, { ledger, platform }) => {
      if (platform.view === null)
        throw new TieoutError("IPC_FORBIDDEN", "A browser downloads the file and cannot open it");
      return { ledger: ledger.path, id };
    },
    run:
      ({ copyToOpen }) =>
      async ({ ledger, id }) =>
        copyToOpen(ledger, id),
    answer: async (path, { platform }) => {
      await platform.view?.(path);
      return {};
    },
  }),

  "workbook.verify": works("verify-workbook", "verifyWorkbook", {
    ask: inWorkbook,
    run: ({ verifyWorkbook }) => verifyWorkbook,
    answer: (verdict) => ({ is: "workbook-verified", ...verdict }),
  }),
  "workbook.readReview": works("read-review", "readReview", {
    ask: inWorkbook,
    run: ({ readReviewedWorkbook }) => readReviewedWorkbook,
    answer: (review) => ({ is: "review-read", ...review }),
  }),
  "workbook.acceptReview": writes("readReview", "acceptReview", takenOf),
} satisfies Calls;

/** @throws TieoutError LEDGER_NOT_OPEN, IPC_FORBIDDEN */
function inWorkbook({ file }: { readonly file: string }, { handles, ledger }: HandlerContext) {
  return { ledger: ledger.path, file: handles.path(file, "read") };
}

/** Decisions taken at once, in as few words as say which they are. */
function takenOf(decisions: readonly Decision[]): TakenFacts {
  return { first: decisions[0]?.id ?? 0, count: decisions.length };
}
