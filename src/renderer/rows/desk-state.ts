/**
 * What this window decides, undoes and redoes, as one state and what each event makes of it. It knows what
 * the trail holds of it, and what was asked since; `shownOf` is what the trail will hold once all of that is
 * answered.
 */
import type { Decision } from "../../core/review/decisions/decision.ts";
import type { Fault } from "../../ipc/envelope.ts";
import type { TabStorage } from "../bridge/tab-storage.ts";
import type { DecisionDraft, AskedPeriod } from "../bridge/protocol.ts";
import type { RecordIds } from "../../core/reconcile/input/input.ts";
import type { DecisionStates, OwnState } from "./decision-states.ts";

// Decisions that are not written yet or could not be, kept in the tab: after a reload they are shown again,
// as not saved.

const PREFIX = "tieout.outbox.";

export interface UnsavedDecision {
  readonly draft: DecisionDraft;
  /** Why; null where the page was left before it was known. */
  readonly fault: Fault | null;
  /** Of the check that it was taken on; undefined where that is not known. */
  readonly period: AskedPeriod | undefined;
  /** Whether its words were put back into its form before the page was loaded. */
  readonly isInForm: boolean;
}

export class Outbox {
  readonly #storage: TabStorage | null;
  readonly #key: string;

  /** @param ledger names the ledger */
  constructor(storage: TabStorage | null, ledger: string) {
    this.#storage = storage;
    this.#key = PREFIX + ledger;
  }

  keep(unsaved: readonly UnsavedDecision[]): void {
    try {
      if (unsaved.length === 0) this.#storage?.removeItem(this.#key);
      else this.#storage?.setItem(this.#key, JSON.stringify(unsaved));
    } catch {
      // A full storage costs a reload what it would have shown again, nothing else.
    }
  }

  left(): UnsavedDecision[] {
    try {
      const kept = JSON.parse(this.#storage?.getItem(this.#key) ?? "[]") as readonly UnsavedDecision[];
      return kept.map(({ draft: { items, status, note, about }, fault, period, isInForm }) => ({
        draft: { items, status, note, about },
        fault,
        period,
        isInForm,
      }));
    } catch {
      return [];
    }
  }
}

/** Whether a draft was written after all: each finding was decided so after what its author had seen. */
export function wasWritten({ items, status, note }: DecisionDraft, decisions: readonly Decision[]): boolean {
  const waiting = new Map(items.map(({ fingerprint, seen }) => [fingerprint, seen ?? 0]));
  for (const decision of decisions) {
    const seen = waiting.get(decision.fingerprint);
    if (seen === undefined || decision.id <= seen) continue;
    if (decision.status === status && decision.note === note) waiting.delete(decision.fingerprint);
  }
  return waiting.size === 0;
}

type Items = DecisionDraft["items"];

export interface MatchMade extends RecordIds {
  readonly note: string;
}

interface StepFacts {
  /** Two steps that say the same are two. */
  readonly key: number;
  /** Its number in the trail, of several decisions the first, anew each time; null before it is written. */
  readonly number: number | null;
}

export interface DecisionStep extends StepFacts {
  readonly draft: DecisionDraft;
}

interface MatchStep extends StepFacts {
  readonly made: MatchMade;
}

export type Step = DecisionStep | MatchStep;

export interface DeskHistory {
  /** In the order of the trail: the last is undone first. */
  readonly done: readonly Step[];
  /** The last is redone first. */
  readonly undone: readonly Step[];
}

export type AskedStep =
  | { readonly is: "decide"; readonly draft: DecisionDraft; readonly period: AskedPeriod }
  /** A match that is written already. It takes its place after what was asked before it. */
  | { readonly is: "match"; readonly made: MatchMade; readonly id: number }
  /** Where it is named, only while nothing else was done here on its findings since: `ifNewest`. */
  | { readonly is: "undo"; readonly key: number; readonly note: string; readonly ifNewest: boolean }
  | { readonly is: "redo"; readonly key: number }
  /** The decision in force on each, whoever took it. */
  | { readonly is: "undo-these"; readonly items: Items }
  /** A match of somebody else, or one whose undoing waits already. */
  | { readonly is: "undo-match"; readonly id: number; readonly note: string };

interface SentStep {
  /** Of the step that it makes, where it makes one. */
  readonly key: number;
  readonly asked: AskedStep;
  /** What had failed on the same findings and is decided again by it. */
  readonly instead: readonly UnsavedDecision[];
}

export interface DeskState {
  /** As the trail has it. */
  readonly history: DeskHistory;
  /** By fingerprint what this window wrote last: an undoing has no draft. */
  readonly written: DecisionStates;
  /** In turn: the first is on its way, the others wait. */
  readonly sent: readonly SentStep[];
  /** How much was asked. */
  readonly count: number;
  /** What could not be written, in the order in which it failed, until it is decided again or dismissed. */
  readonly failed: readonly UnsavedDecision[];
  /** What the page before this one left, until it is known whether it was written. */
  readonly left: readonly UnsavedDecision[];
}

/** What happens. Written, failed and let go is the first that was sent. */
export type DeskEvent =
  | { readonly is: "asked"; readonly asked: AskedStep }
  /** @property number in the trail, of several decisions or undoings that of the first */
  | { readonly is: "written"; readonly number: number }
  | { readonly is: "failed"; readonly fault: Fault }
  /** There was nothing to do any more, or nobody said who does it. */
  | { readonly is: "let-go" }
  | { readonly is: "dismissed"; readonly unsaved: UnsavedDecision }
  /** All decisions were read: what was not known to be written is saved after all, or is not. */
  | { readonly is: "learned"; readonly decisions: readonly Decision[] };

export type DeskRequest =
  | { readonly call: "review.decide"; readonly draft: DecisionDraft }
  | { readonly call: "review.undo"; readonly items: Items }
  | { readonly call: "match.decide"; readonly made: MatchMade }
  | { readonly call: "match.undo"; readonly id: number; readonly note: string };

export interface DeskView {
  readonly history: DeskHistory;
  readonly pending: number;
  /** How findings stand by what was decided here and may not have reached the check. */
  readonly decisionStates: DecisionStates;
  /** In the order in which they failed, until they are decided again or dismissed. */
  readonly unsaved: readonly UnsavedDecision[];
}

/** @param left what the page before this one had not seen saved */
export function deskState(left: readonly UnsavedDecision[] = []): DeskState {
  return { history: { done: [], undone: [] }, written: new Map(), sent: [], count: 0, failed: [], left };
}

/** @returns the same object where an event changes nothing */
export function next(state: DeskState, event: DeskEvent): DeskState {
  switch (event.is) {
    case "asked":
      return afterAsking(state, event.asked);
    case "written":
      return afterWriting(state, event.number);
    case "failed":
      return afterFailing(state, event.fault);
    case "let-go":
      return { ...state, sent: state.sent.slice(1) };
    case "dismissed":
      return { ...state, failed: state.failed.filter((one) => one !== event.unsaved) };
    case "learned":
      return afterLearning(state, event.decisions);
  }
}

/** What is shown: what was asked counts as if it were answered. */
export function shownOf({ history, written, sent, failed }: DeskState): DeskView {
  let shown = history;
  let states: Map<string, OwnState> | null = null;
  let unsaved = failed;
  for (const one of sent) {
    const draft = draftOf(one.asked, shown);
    shown = withDone(shown, one, null);
    unsaved = without(unsaved, one.instead);
    if (draft === null) continue;
    states ??= new Map(written);
    for (const { fingerprint } of draft.items) states.set(fingerprint, { draft, id: null });
  }
  return {
    history: shown,
    pending: sent.filter(({ asked }) => asked.is !== "match").length,
    decisionStates: states ?? written,
    unsaved,
  };
}

/** What a reload shows again: what the page did not see saved. */
export function keptOf({ left, sent }: DeskState, { unsaved }: DeskView): UnsavedDecision[] {
  // Whatever is shown as not saved gets its words back into its form at once.
  const inForm = unsaved.map((one) => ({ ...one, isInForm: true }));
  const saving = sent.flatMap(({ asked }) =>
    asked.is === "decide" ? [{ draft: asked.draft, fault: null, period: asked.period, isInForm: false }] : [],
  );
  return [...left, ...inForm, ...saving];
}

/** What to ask main for to do the first that was sent; null where there is nothing to do any more. */
export function requestOf(state: DeskState): DeskRequest | null {
  const asked = state.sent[0]?.asked;
  switch (asked?.is) {
    case "decide":
      return { call: "review.decide", draft: seenIn(state, asked.draft) };
    case "undo":
      return undoingOf(state, asked);
    case "redo": {
      const step = state.history.undone.find(({ key }) => key === asked.key);
      if (step === undefined) return null;
      return "made" in step
        ? { call: "match.decide", made: step.made }
        : { call: "review.decide", draft: seenIn(state, step.draft) };
    }
    case "undo-these":
      return { call: "review.undo", items: asked.items };
    case "undo-match":
      return { call: "match.undo", id: asked.id, note: asked.note };
    case "match":
    case undefined:
      return null;
  }
}

/**
 * Whether this window did nothing else on any finding of a step since.
 *
 * @param decisionStates as it wrote them, or as it shows them
 */
export function isNewest(decisionStates: DecisionStates, { draft, number }: DecisionStep): boolean {
  if (number === null) return false;
  return [...idsOf(draft.items, number)].every(
    ([fingerprint, id]) => decisionStates.get(fingerprint)?.id === id,
  );
}

/** Whether what failed can no longer be done and would block what was done before it. */
function isHopeless({ code }: Fault): boolean {
  return [
    "DECISION_CONFLICT",
    "DECISION_NOT_FOUND",
    "FINDING_NOT_FOUND",
    "MATCH_CONFLICT",
    "MATCH_NOT_FOUND",
    "MATCH_INVALID",
  ].includes(code);
}

/** Whether it may have been written all the same, as when the page was left (null) or main went away. */
function isUncertain(fault: Fault | null): boolean {
  return fault?.code !== "DECISION_CONFLICT";
}

/** A history once something is done. @param number in the trail; null while it is not written */
function withDone(history: DeskHistory, { key, asked }: SentStep, number: number | null): DeskHistory {
  const { done, undone } = history;
  switch (asked.is) {
    // What was undone before cannot be redone any more.
    case "decide":
      return { done: [...done, { key, draft: asked.draft, number }], undone: [] };
    case "match":
      return { done: [...done, { key, made: asked.made, number: asked.id }], undone: [] };
    case "undo": {
      const step = done.find((one) => one.key === asked.key);
      return step === undefined ? history : { done: without(done, [step]), undone: [...undone, step] };
    }
    case "redo": {
      const step = undone.find((one) => one.key === asked.key);
      if (step === undefined) return history;
      return { done: [...done, { ...step, number: number ?? step.number }], undone: without(undone, [step]) };
    }
    // What is undone by itself is not undone again in its turn.
    case "undo-these":
      return { done: done.filter((step) => !isOneOf(asked.items, step)), undone };
    case "undo-match":
      return { done: done.filter((step) => !("made" in step && step.number === asked.id)), undone };
  }
}

function afterAsking(state: DeskState, asked: AskedStep): DeskState {
  const key = state.count + 1;
  const instead = asked.is === "decide" ? decidedAgain(state.failed, asked.draft) : [];
  return { ...state, count: key, sent: [...state.sent, { key, asked, instead }] };
}

function afterWriting(state: DeskState, number: number): DeskState {
  const [first, ...sent] = state.sent;
  if (first === undefined) return state;
  const draft = draftOf(first.asked, state.history);
  const written = new Map(state.written);
  for (const [fingerprint, id] of idsOf(itemsOf(first.asked, state.history), number))
    written.set(fingerprint, { draft, id });
  return {
    ...state,
    sent,
    written,
    history: withDone(state.history, first, number),
    failed: without(state.failed, first.instead),
  };
}

function afterFailing(state: DeskState, fault: Fault): DeskState {
  const [first, ...sent] = state.sent;
  if (first?.asked.is === "decide") {
    const { draft, period } = first.asked;
    const unsaved = { draft, fault, period, isInForm: false };
    return { ...state, sent, failed: [...without(state.failed, first.instead), unsaved] };
  }
  const isSteps = first?.asked.is === "undo" || first?.asked.is === "redo";
  const key = isSteps && isHopeless(fault) ? first.asked.key : null;
  const others = (steps: readonly Step[]) => steps.filter((step) => step.key !== key);
  const { done, undone } = state.history;
  return { ...state, sent, history: { done: others(done), undone: others(undone) } };
}

function afterLearning(state: DeskState, decisions: readonly Decision[]): DeskState {
  const failed = [...state.failed, ...state.left].filter(
    ({ draft, fault }) => !(isUncertain(fault) && wasWritten(draft, decisions)),
  );
  return state.left.length === 0 && failed.length === state.failed.length
    ? state
    : { ...state, failed, left: [] };
}

function undoingOf(
  state: DeskState,
  { key, note, ifNewest }: AskedStep & { is: "undo" },
): DeskRequest | null {
  const { done } = state.history;
  const at = done.findIndex((step) => step.key === key);
  const step = done[at];
  // It could not be written, or was undone before.
  if (step === undefined) return null;
  if ("made" in step) return step.number === null ? null : { call: "match.undo", id: step.number, note };
  // What was decided on top of it could not be undone: this would undo that instead.
  if (done.slice(at + 1).some((later) => isOnSame(step, later))) return null;
  if (ifNewest && !isNewest(state.written, step)) return null;
  return { call: "review.undo", items: seenIn(state, step.draft).items };
}

/** What is being decided; null where it is something else, or what it redoes is gone. */
function draftOf(asked: AskedStep, { undone }: DeskHistory): DecisionDraft | null {
  if (asked.is === "decide") return asked.draft;
  const step = asked.is === "redo" ? undone.find(({ key }) => key === asked.key) : undefined;
  return step !== undefined && "draft" in step ? step.draft : null;
}

function seenIn({ written }: DeskState, draft: DecisionDraft): DecisionDraft {
  const items = draft.items.map(({ fingerprint, seen }) => {
    const own = written.get(fingerprint)?.id ?? 0;
    return { fingerprint, seen: own > (seen ?? 0) ? own : seen };
  });
  return { ...draft, items };
}

/** The findings that something is done on; none where it is a match. */
function itemsOf(asked: AskedStep, { done, undone }: DeskHistory): Items {
  switch (asked.is) {
    case "decide":
      return asked.draft.items;
    case "undo":
    case "redo": {
      const step = [...done, ...undone].find(({ key }) => key === asked.key);
      return step !== undefined && "draft" in step ? step.draft.items : [];
    }
    case "undo-these":
      return asked.items;
    case "match":
    case "undo-match":
      return [];
  }
}

/** What failed on findings all of which a draft decides on again. */
function decidedAgain(
  failed: readonly UnsavedDecision[],
  { items }: DecisionDraft,
): readonly UnsavedDecision[] {
  if (failed.length === 0) return failed;
  const named = new Set(items.map(({ fingerprint }) => fingerprint));
  return failed.filter(({ draft }) => draft.items.every(({ fingerprint }) => named.has(fingerprint)));
}

/** The id of each finding's decision, as main numbers those taken at once: one each, in their order. */
function idsOf(items: Items, first: number): Map<string, number> {
  const named = new Set(items.map(({ fingerprint }) => fingerprint));
  return new Map([...named].map((fingerprint, at) => [fingerprint, first + at]));
}

function isOneOf(items: Items, step: Step): boolean {
  if (!("draft" in step) || step.draft.items.length !== 1 || step.number === null) return false;
  const [only] = step.draft.items;
  return items.some(({ fingerprint, seen }) => fingerprint === only?.fingerprint && seen === step.number);
}

function isOnSame({ draft }: DecisionStep, other: Step): boolean {
  if (!("draft" in other)) return false;
  const named = new Set(draft.items.map(({ fingerprint }) => fingerprint));
  return other.draft.items.some(({ fingerprint }) => named.has(fingerprint));
}

function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  return some.length === 0 ? all : all.filter((one) => !some.includes(one));
}
