/** Deciding, undoing and redoing in this window, and what to show when somebody else was faster. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { CheckOptions } from "../../core/options.ts";
import type { Decision } from "../../core/review/decision.ts";
import { standings } from "../../core/review/standing.ts";
import { ApiError } from "../api.ts";
import { useApi } from "../app/api-provider.tsx";
import { ofLedger } from "../app/ledger-provider.tsx";
import {
  type DecisionStack,
  NOTHING_DONE,
  afterDeciding,
  afterRedoing,
  afterUndoing,
  seenAfter,
} from "./decision-stack.ts";
import type { DecisionDraft, PeriodRequest } from "./protocol.ts";
import { type ReviewerAsk, useReviewer } from "./use-reviewer.ts";

/** Somebody decided after what this window had seen: theirs stands, ours was not written. */
export interface DecisionConflict {
  /** What was to be decided here; null when something was to be undone. */
  readonly mine: DecisionDraft | null;
  /** The newest decision or undoing on each fingerprint that had one this window had not seen. */
  readonly theirs: readonly Decision[];
}

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
  /** The question for the reviewer's name while somebody waits for its answer, to be shown as a dialog. */
  readonly reviewerAsk: ReviewerAsk | null;
}

const KEY = ofLedger("decisions");

/** @param ledger names the open ledger; null while none is */
export function useDecisions(
  ledger: string | null,
  period: PeriodRequest,
  options: CheckOptions | null,
): Deciding {
  const api = useApi();
  const queries = useQueryClient();
  const { whoDecides, reviewerAsk } = useReviewer();
  const [stack, setStack] = useState<DecisionStack & { readonly of: string | null }>({
    ...NOTHING_DONE,
    of: ledger,
  });
  const [isDeciding, setDeciding] = useState(false);
  const [conflict, setConflict] = useState<DecisionConflict | null>(null);
  const { data, error } = useQuery({
    queryKey: [...KEY, ledger],
    queryFn: async () => (await api["review.list"]({})).decisions,
    enabled: ledger !== null,
  });
  const own: DecisionStack = stack.of === ledger ? stack : NOTHING_DONE;
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const write = useCallback(
    async (
      draft: DecisionDraft,
      isMine: boolean,
      call: (by: string) => Promise<{ readonly decisions: readonly Decision[] }>,
    ): Promise<readonly Decision[] | null> => {
      const by = await whoDecides();
      if (by === null) return null;
      const before = queue.current;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      queue.current = promise;
      // One after the other, so that each has seen what the one before it wrote.
      await before;
      setDeciding(true);
      try {
        const { decisions } = await call(by);
        queries.setQueryData<readonly Decision[]>([...KEY, ledger], (known) => withNew(known, decisions));
        return decisions;
      } catch (failure) {
        if (failure instanceof ApiError && failure.fault.code === "DECISION_CONFLICT") {
          const { decisions } = await api["review.list"]({});
          queries.setQueryData([...KEY, ledger], decisions);
          setConflict({ mine: isMine ? draft : null, theirs: unseen(draft, decisions) });
        }
        throw failure;
      } finally {
        setDeciding(false);
        resolve(undefined);
      }
    },
    [api, ledger, queries, whoDecides],
  );

  const take = useCallback(
    (draft: DecisionDraft) =>
      write(draft, true, (by) => {
        if (options === null) throw new Error("nothing is decided before a check");
        return api["review.decide"]({ ...sent(draft), status: draft.status, by, period, options });
      }),
    [api, options, period, write],
  );

  const takeBack = useCallback(
    (draft: DecisionDraft) =>
      write(draft, false, (by) => api["review.undo"]({ ...sent({ ...draft, note: "" }), by })),
    [api, write],
  );

  const change = useCallback((next: DecisionStack) => setStack({ ...next, of: ledger }), [ledger]);

  return useMemo((): Deciding => {
    const last = own.done.at(-1);
    const lastUndone = own.undone.at(-1);
    return {
      decisions: data ?? null,
      decisionsError: error,
      decide: async (draft) => {
        const decisions = await take(draft);
        if (decisions !== null) change(afterDeciding(own, seenAfter(draft, decisions)));
        return decisions;
      },
      undo: async (items) => {
        const draft = items === undefined ? last?.draft : { items, status: "open" as const, note: "" };
        if (draft === undefined) return null;
        try {
          const undoings = await takeBack(draft);
          if (undoings !== null && items === undefined) change(afterUndoing(own, seenAfter(draft, undoings)));
          return undoings;
        } catch (failure) {
          // What somebody else decided on since cannot be undone from here any more.
          if (items === undefined && isOvertaken(failure)) change({ ...own, done: own.done.slice(0, -1) });
          throw failure;
        }
      },
      redo: async () => {
        if (lastUndone === undefined) return null;
        const { draft } = lastUndone;
        try {
          const decisions = await take(draft);
          if (decisions !== null) change(afterRedoing(own, seenAfter(draft, decisions)));
          return decisions;
        } catch (failure) {
          if (isOvertaken(failure)) change({ ...own, undone: own.undone.slice(0, -1) });
          throw failure;
        }
      },
      undoable: last?.draft ?? null,
      redoable: lastUndone?.draft ?? null,
      isDeciding,
      conflict,
      dismissConflict: () => setConflict(null),
      reviewerAsk,
    };
  }, [data, error, own, take, takeBack, change, isDeciding, conflict, reviewerAsk]);
}

function sent({ items, note }: DecisionDraft) {
  return { items: [...items], note };
}

/** Decisions with those just taken at their end, each once. */
function withNew(known: readonly Decision[] | undefined, decisions: readonly Decision[]) {
  const newest = known?.at(-1)?.id ?? 0;
  return known === undefined ? undefined : [...known, ...decisions.filter(({ id }) => id > newest)];
}

/** The newest on each item that is newer than what was seen of it. */
function unseen({ items }: DecisionDraft, decisions: readonly Decision[]): Decision[] {
  const standing = standings(decisions);
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return items.flatMap(({ fingerprint, seen }) => {
    const newest = standing.get(fingerprint)?.newestId ?? 0;
    const decision = byId.get(newest);
    return decision === undefined || newest === (seen ?? 0) ? [] : [decision];
  });
}

function isOvertaken(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    ["DECISION_CONFLICT", "DECISION_NOT_FOUND", "FINDING_NOT_FOUND"].includes(failure.fault.code)
  );
}
