/** Deciding in this window: one write after the other, what it did can be undone and redone, and who was faster is told. */
import type { Decision } from "../../core/review/decision.ts";
import type { TakenFacts } from "../../ipc/contract.ts";
import { type Api, ApiError } from "../api.ts";
import {
  type DecisionStack,
  NOTHING_DONE,
  afterDeciding,
  afterRedoing,
  afterUndoing,
} from "./decision-stack.ts";
import type { DecisionDraft, PeriodRequest, RunRequest } from "./protocol.ts";

/** Somebody decided after what this window had seen: theirs stands, ours was not written. */
export interface DecisionConflict {
  /** What was to be decided here; null when something was to be undone. */
  readonly mine: DecisionDraft | null;
  /** The newest decision or undoing on each fingerprint that had one this window had not seen. */
  readonly theirs: readonly Decision[];
}

export interface DeskView {
  readonly stack: DecisionStack;
  /** Whether a decision is being written. */
  readonly isDeciding: boolean;
  readonly conflict: DecisionConflict | null;
}

export interface DeskSettings {
  readonly api: Pick<Api, "review.decide" | "review.undo">;
  /** Reads what was decided since the list was read last, shows it, and gives the whole list. */
  readonly readNewer: () => Promise<readonly Decision[]>;
}

/** Who decides on the findings of which check. */
export interface Deciders {
  /** @returns null when nobody wants to say who they are */
  readonly whoDecides: () => Promise<string | null>;
  readonly period: PeriodRequest;
  /** null before the first check, when there is nothing to decide on. */
  readonly options: RunRequest["options"] | null;
}

type Written = readonly Decision[] | null;

interface Writing {
  readonly items: DecisionDraft["items"];
  /** What is to be decided; null when something is to be undone. */
  readonly mine: DecisionDraft | null;
  readonly now: Deciders;
  /** What the stack is once it is written. */
  readonly after: DecisionStack;
}

export class DecisionDesk {
  readonly #settings: DeskSettings;
  readonly #listeners = new Set<() => void>();
  /** By fingerprint the newest decision or undoing that this window wrote, which undoing and redoing must have seen. */
  readonly #newest = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();
  #view: DeskView = { stack: NOTHING_DONE, isDeciding: false, conflict: null };

  constructor(settings: DeskSettings) {
    this.#settings = settings;
  }

  /** The same object until something changes. */
  get view(): DeskView {
    return this.#view;
  }

  /** @returns a function that ends it */
  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @throws ApiError; on DECISION_CONFLICT the view tells both sides */
  decide(draft: DecisionDraft, now: Deciders): Promise<Written> {
    return this.#inTurn(() => this.#take(draft, now, afterDeciding(this.#view.stack, draft)));
  }

  /** Undoes the decision in force on each of these. @throws ApiError */
  undoThese(items: DecisionDraft["items"], now: Deciders): Promise<Written> {
    return this.#inTurn(() => this.#takeBack(items, now, this.#view.stack));
  }

  /** Undoes what this window did last. @throws ApiError; what somebody else decided on since is then out of the way */
  undo(now: Deciders): Promise<Written> {
    return this.#inTurn(async () => {
      const { stack } = this.#view;
      const step = stack.done.at(-1);
      if (step === undefined) return null;
      const undone = this.#takeBack(this.#seeing(step.items), now, afterUndoing(stack));
      return this.#orDrop(undone, { ...stack, done: stack.done.slice(0, -1) });
    });
  }

  /** Takes the decisions again that were undone last. @throws ApiError as `undo` */
  redo(now: Deciders): Promise<Written> {
    return this.#inTurn(async () => {
      const { stack } = this.#view;
      const step = stack.undone.at(-1);
      if (step === undefined) return null;
      const again = this.#take({ ...step, items: this.#seeing(step.items) }, now, afterRedoing(stack));
      return this.#orDrop(again, { ...stack, undone: stack.undone.slice(0, -1) });
    });
  }

  dismissConflict(): void {
    this.#show({ conflict: null });
  }

  /** One after the other, so that each has seen what the one before it wrote. */
  #inTurn(work: () => Promise<Written>): Promise<Written> {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  }

  async #take(draft: DecisionDraft, now: Deciders, after: DecisionStack): Promise<Written> {
    const { status, note, items } = draft;
    const { period, options } = now;
    if (options === null) throw new Error("nothing is decided before a check");
    const request = { period, options, items: [...items], status, note };
    return this.#write({ items, mine: draft, now, after }, (by) =>
      this.#settings.api["review.decide"]({ ...request, by }),
    );
  }

  async #takeBack(items: DecisionDraft["items"], now: Deciders, after: DecisionStack): Promise<Written> {
    return this.#write({ items, mine: null, now, after }, (by) =>
      this.#settings.api["review.undo"]({ items: [...items], note: "", by }),
    );
  }

  async #write(
    { items, mine, now, after }: Writing,
    call: (by: string) => Promise<TakenFacts>,
  ): Promise<Written> {
    const by = await now.whoDecides();
    if (by === null) return null;
    this.#show({ isDeciding: true });
    try {
      const taken = await call(by);
      // Before it is read back, so that what is written can be undone whatever becomes of that.
      this.#remember(items, taken);
      this.#show({ stack: after });
      return takenAmong(await this.#settings.readNewer(), taken);
    } catch (error) {
      if (isFault(error, "DECISION_CONFLICT")) await this.#tellBothSides(items, mine);
      throw error;
    } finally {
      this.#show({ isDeciding: false });
    }
  }

  #remember(items: DecisionDraft["items"], { first }: TakenFacts): void {
    let id = first;
    for (const fingerprint of new Set(items.map((item) => item.fingerprint))) {
      this.#newest.set(fingerprint, id);
      id += 1;
    }
  }

  #seeing(items: DecisionDraft["items"]): DecisionDraft["items"] {
    return items.map(({ fingerprint, seen }) => ({
      fingerprint,
      seen: this.#newest.get(fingerprint) ?? seen,
    }));
  }

  async #tellBothSides(items: DecisionDraft["items"], mine: DecisionDraft | null): Promise<void> {
    const decisions = await this.#settings.readNewer();
    this.#show({ conflict: { mine, theirs: unseen(items, decisions) } });
  }

  /** A step that can never be taken any more would stand in the way of those before it. */
  async #orDrop(work: Promise<Written>, without: DecisionStack): Promise<Written> {
    try {
      return await work;
    } catch (error) {
      if (isFault(error, "DECISION_CONFLICT", "DECISION_NOT_FOUND", "FINDING_NOT_FOUND")) {
        this.#show({ stack: without });
      }
      throw error;
    }
  }

  #show(change: Partial<DeskView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isFault(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.fault.code);
}

/** Of all decisions those that were taken at once. */
function takenAmong(decisions: readonly Decision[], { first, count }: TakenFacts): readonly Decision[] {
  const at = decisions.findLastIndex(({ id }) => id === first);
  return at === -1 ? [] : decisions.slice(at, at + count);
}

/** The newest on each item that is newer than what was seen of it. */
function unseen(items: DecisionDraft["items"], decisions: readonly Decision[]): Decision[] {
  const newest = new Map<string, Decision | null>(items.map(({ fingerprint }) => [fingerprint, null]));
  for (const decision of decisions) {
    if (newest.has(decision.fingerprint)) newest.set(decision.fingerprint, decision);
  }
  return items.flatMap(({ fingerprint, seen }) => {
    const decision = newest.get(fingerprint) ?? null;
    return decision === null || decision.id === seen ? [] : [decision];
  });
}
