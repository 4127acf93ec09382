/** Deciding, undoing and redoing in this window, and what to show when somebody else was faster. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { Decision } from "../../core/review/decision.ts";
import { useApi } from "../app/api-provider.tsx";
import { ofLedger } from "../app/ledger-provider.tsx";
import { type DecisionConflict, DecisionDesk } from "./decision-desk.ts";
import { DecisionLog } from "./decision-log.ts";
import type { DecisionDraft, PeriodRequest, RunRequest } from "./protocol.ts";
import { type ReviewerAsk, useReviewer } from "./use-reviewer.ts";

export type { DecisionConflict } from "./decision-desk.ts";

export interface Deciding {
  /** All of the ledger, in the order they were taken; null until they are read. */
  readonly decisions: readonly Decision[] | null;
  /** What reading them failed with; null while it did not. */
  readonly decisionsError: unknown;
  /**
   * Decides, as the reviewer of the preferences, who is asked for when there is none yet.
   *
   * @returns the decisions; null when the reviewer did not want to say who they are
   * @throws ApiError; on DECISION_CONFLICT `conflict` says what the others decided, and the list is read again
   */
  readonly decide: (draft: DecisionDraft) => Promise<readonly Decision[] | null>;
  /**
   * Undoes the decision in force on these, or without items what this window did last.
   *
   * @returns the undoings; null when there is nothing to undo or nobody said who undoes
   */
  readonly undo: (items?: DecisionDraft["items"]) => Promise<readonly Decision[] | null>;
  /** Does again what was undone last. @returns as `decide` */
  readonly redo: () => Promise<readonly Decision[] | null>;
  /** What `undo` without items would undo, for its label; null for nothing. */
  readonly undoable: DecisionDraft | null;
  readonly redoable: DecisionDraft | null;
  /** Whether a decision is being written. */
  readonly isDeciding: boolean;
  readonly conflict: DecisionConflict | null;
  readonly dismissConflict: () => void;
  /** The reviewer of the preferences, who is asked for when there is none yet. @returns null when nobody wants to say */
  readonly whoDecides: () => Promise<string | null>;
  /** The question for the reviewer's name while somebody waits for its answer, to be shown as a dialog. */
  readonly reviewerAsk: ReviewerAsk | null;
}

/**
 * @param ledger names the open ledger; null while none is
 * @param options of the check whose findings are decided on; null before the first
 */
export function useDecisions(
  ledger: string | null,
  period: PeriodRequest,
  options: RunRequest["options"] | null,
): Deciding {
  const { whoDecides, reviewerAsk } = useReviewer();
  const { log, desk } = useDesk(ledger);
  const { data, error } = useQuery({
    queryKey: keyOf(ledger),
    queryFn: () => log.read(),
    enabled: ledger !== null,
    // The log gives the same list as long as nothing is newer; comparing all of two lists would take longer than reading them.
    structuralSharing: false,
  });
  const view = useSyncExternalStore(desk.listen, () => desk.view);
  return useMemo((): Deciding => {
    const { stack, isDeciding, conflict } = view;
    const now = { whoDecides, period, options };
    return {
      decisions: data ?? null,
      decisionsError: error,
      decide: (draft) => desk.decide(draft, now),
      undo: (items) => (items === undefined ? desk.undo(now) : desk.undoThese(items, now)),
      redo: () => desk.redo(now),
      undoable: stack.done.at(-1) ?? null,
      redoable: stack.undone.at(-1) ?? null,
      isDeciding,
      conflict,
      dismissConflict: () => desk.dismissConflict(),
      whoDecides,
      reviewerAsk,
    };
  }, [data, error, desk, view, whoDecides, period, options, reviewerAsk]);
}

function keyOf(ledger: string | null): readonly unknown[] {
  return ofLedger("decisions", ledger);
}

/** A desk per ledger: what was done in one cannot be undone in another. */
function useDesk(ledger: string | null): { readonly log: DecisionLog; readonly desk: DecisionDesk } {
  const api = useApi();
  const queries = useQueryClient();
  return useMemo(() => {
    const log = new DecisionLog(api);
    const readNewer = async () => {
      const decisions = await log.read();
      queries.setQueryData<readonly Decision[]>(keyOf(ledger), decisions);
      return decisions;
    };
    return { log, desk: new DecisionDesk({ api, readNewer }) };
  }, [api, queries, ledger]);
}
