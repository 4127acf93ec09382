/** Deciding, undoing and redoing in this window, and what could not be saved. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore, useCallback, useState } from "react";
import type { Decision } from "../../core/review/decisions/decision.ts";
import type { StandingMatch } from "../../core/review/decisions/manual-match.ts";
import { useApi } from "../bridge/api-provider.tsx";
import { sayInPassing } from "../app/show-fault.ts";
import { unsavedFault } from "../ui/faults.tsx";
import { type AnswerKey, ofLedger, useAnswers } from "../bridge/answers.ts";
import { tabStorage } from "../bridge/tab-storage.ts";
import { DecisionDesk, type Stepped, type Written } from "./decision-desk.ts";
import {
  type DecisionStep,
  type DeskView,
  type MatchMade,
  type Step,
  Outbox,
  type UnsavedDecision,
} from "./desk-state.ts";
import { DecisionLog } from "./decision-log.ts";
import type { DecisionDraft, AskedPeriod, RunRequest } from "../bridge/protocol.ts";
import { flushSync } from "react-dom";
import { usePreferences } from "../app/providers.tsx";

export type { UnsavedDecision } from "./desk-state.ts";

export interface Deciding extends Pick<DeskView, "pending" | "decisionStates" | "unsaved"> {
  /** All of the ledger, in the order they were taken; null until they are read. */
  readonly decisions: readonly Decision[] | null;
  readonly decisionsError: unknown;
  // As `DecisionDesk` does, by the reviewer of the preferences unless somebody is named.
  readonly decide: (draft: DecisionDraft, by?: string) => Promise<Written>;
  readonly noteMatch: (id: number, made: MatchMade) => void;
  readonly undoMatch: (id: number, note: string, by?: string) => Promise<StandingMatch | null>;
  readonly undo: () => Promise<Stepped>;
  readonly undoThese: (items: DecisionDraft["items"]) => Promise<Written>;
  readonly undoTaken: (taken: readonly Decision[]) => Promise<Written>;
  readonly redo: () => Promise<Stepped>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What this window decided last and did not undo, for whoever decides the same again; null without one. */
  readonly lastDecided: Pick<DecisionDraft, "status" | "note"> | null;
  readonly newestHere: (fingerprint: string) => number | null;
  readonly dismissUnsaved: (unsaved: UnsavedDecision) => void;
  /**
   * The reviewer of the preferences, who is asked for when there is none yet.
   * @returns null when nobody wants to say
   */
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
  period: AskedPeriod,
  options: RunRequest["options"] | null,
): Deciding {
  const { whoDecides, reviewerAsk } = useReviewer();
  const { log, desk } = useDesk(ledger);
  const { data, error } = useQuery({
    queryKey: keyOf(ledger),
    queryFn: () => log.read(),
    enabled: ledger !== null,
    // The log gives the same list as long as nothing is newer; comparing all of two lists would take longer
    // than reading them.
    structuralSharing: false,
  });
  const view = useSyncExternalStore(desk.listen, () => desk.view);
  useSayLeftBehind(desk);
  useEffect(() => {
    if (data !== undefined) desk.learn(data);
  }, [desk, data]);
  useStayWhileSaving(view.pending > 0);
  return useMemo((): Deciding => {
    const { history, pending, decisionStates, unsaved } = view;
    const now = { whoDecides, period, options };
    const as = (by?: string) => (by === undefined ? now : { ...now, whoDecides: async () => by });
    return {
      decisions: data ?? null,
      decisionsError: error,
      decide: (draft, by) => desk.decide(draft, as(by)),
      noteMatch: (id, made) => desk.noteMatch(id, made),
      undoMatch: (id, note, by) => desk.undoMatch(id, note, as(by)),
      undo: () => desk.undo(now),
      undoThese: (items) => desk.undoThese(items, now),
      undoTaken: async ([first]) => (first === undefined ? null : desk.undoTaken(first.id, now)),
      redo: () => desk.redo(now),
      canUndo: history.done.length > 0,
      canRedo: history.undone.length > 0,
      pending,
      decisionStates,
      unsaved,
      lastDecided: history.done.findLast(isDecision)?.draft ?? null,
      newestHere: (fingerprint) => desk.newestHere(fingerprint),
      dismissUnsaved: (one) => desk.dismiss(one),
      whoDecides,
      reviewerAsk,
    };
  }, [data, error, desk, view, whoDecides, period, options, reviewerAsk]);
}

/** What a desk could not save once another ledger is shown, it says in passing: what it shows, nobody sees. */
function useSayLeftBehind(desk: DecisionDesk): void {
  useEffect(
    () => () => {
      // Where the connection broke, it was just now.
      desk.tellNextFault((fault) => sayInPassing(unsavedFault(fault, true)));
    },
    [desk],
  );
}

function isDecision(step: Step): step is DecisionStep {
  return "draft" in step && step.draft.status !== "open";
}

/** Whoever leaves the page while something is being saved is asked first. */
function useStayWhileSaving(isSaving: boolean): void {
  useEffect(() => {
    if (!isSaving) return undefined;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [isSaving]);
}

function keyOf(ledger: string | null): AnswerKey {
  return ofLedger(ledger, "decisions");
}

/** A desk per ledger: what was done in one cannot be undone in another. */
function useDesk(ledger: string | null): { readonly log: DecisionLog; readonly desk: DecisionDesk } {
  const api = useApi();
  const answers = useAnswers();
  return useMemo(() => {
    const log = new DecisionLog(api);
    const readNewer = async () => {
      const decisions = await log.read();
      answers.put<readonly Decision[]>(keyOf(ledger), decisions);
      return decisions;
    };
    const outbox = new Outbox(tabStorage(), ledger ?? "");
    return { log, desk: new DecisionDesk({ api, readNewer, outbox }) };
  }, [api, answers, ledger]);
}

/** A question to show: what is answered is kept, and what waited for it goes on. */
interface ReviewerAsk {
  /**
   * Keeps the name for all decisions to come.
   * @throws ApiError when it cannot be kept; then it is still asked
   */
  readonly answer: (name: string) => Promise<void>;
  /** Whoever asked gives up. */
  readonly dismiss: () => void;
}

/** Who decides: the name of the preferences, asked for once where there is none. */
function useReviewer() {
  const { preferences, change } = usePreferences();
  const { reviewer } = preferences;
  const [waiting, setWaiting] = useState<readonly ((name: string | null) => void)[]>([]);
  const whoDecides = useCallback((): Promise<string | null> => {
    if (reviewer !== "") return Promise.resolve(reviewer);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    setWaiting((others) => [...others, resolve]);
    return promise;
  }, [reviewer]);
  const reviewerAsk = useMemo((): ReviewerAsk | null => {
    if (waiting.length === 0) return null;
    const settle = (name: string | null) => {
      // The dialog is gone before anybody goes on, so that the focus stays where they put it.
      flushSync(() => setWaiting([]));
      for (const resolve of waiting) resolve(name);
    };
    return {
      answer: async (name) => {
        await change({ reviewer: name });
        settle(name);
      },
      dismiss: () => settle(null),
    };
  }, [waiting, change]);
  return { whoDecides, reviewerAsk };
}
