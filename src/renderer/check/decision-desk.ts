/** Deciding in this window: one write after the other, what it did can be undone and redone, and who was faster is told. */
import type { Decision } from "../../core/review/decision.ts";
import { standings } from "../../core/review/standing.ts";
import { type Api, ApiError } from "../api.ts";
import {
  type DecisionStack,
  NOTHING_DONE,
  afterDeciding,
  afterRedoing,
  afterUndoing,
  withSeen,
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
  readonly api: Pick<Api, "review.decide" | "review.undo" | "review.list">;
  /** Takes in decisions just taken. */
  readonly onDecided: (decisions: readonly Decision[]) => void;
  /** Takes in the whole list, read again after a conflict. */
  readonly onRead: (decisions: readonly Decision[]) => void;
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
}

export class DecisionDesk {
  readonly #settings: DeskSettings;
  readonly #listeners = new Set<() => void>();
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
    return this.#inTurn(async () => {
      const decisions = await this.#take(draft, now);
      if (decisions !== null) this.#keep(afterDeciding(this.#view.stack, draft, decisions));
      return decisions;
    });
  }

  /** Undoes the decision in force on each of these. @throws ApiError */
  undoThese(items: DecisionDraft["items"], now: Deciders): Promise<Written> {
    return this.#inTurn(async () => {
      const undoings = await this.#takeBack(items, now);
      if (undoings !== null) this.#keep(withSeen(this.#view.stack, undoings));
      return undoings;
    });
  }

  /** Undoes what this window did last. @throws ApiError; what somebody else decided on since is then out of the way */
  undo(now: Deciders): Promise<Written> {
    return this.#inTurn(async () => {
      const { stack } = this.#view;
      const step = stack.done.at(-1);
      if (step === undefined) return null;
      const undoings = await this.#orDrop(this.#takeBack(step.items, now), {
        ...stack,
        done: stack.done.slice(0, -1),
      });
      if (undoings !== null) this.#keep(afterUndoing(stack, undoings));
      return undoings;
    });
  }

  /** Takes the decisions again that were undone last. @throws ApiError as `undo` */
  redo(now: Deciders): Promise<Written> {
    return this.#inTurn(async () => {
      const { stack } = this.#view;
      const step = stack.undone.at(-1);
      if (step === undefined) return null;
      const decisions = await this.#orDrop(this.#take(step, now), {
        ...stack,
        undone: stack.undone.slice(0, -1),
      });
      if (decisions !== null) this.#keep(afterRedoing(stack, decisions));
      return decisions;
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

  async #take(draft: DecisionDraft, now: Deciders): Promise<Written> {
    const { status, note, items } = draft;
    const { period, options } = now;
    if (options === null) throw new Error("nothing is decided before a check");
    const request = { period, options, items: [...items], status, note };
    return this.#write({ items, mine: draft, now }, (by) =>
      this.#settings.api["review.decide"]({ ...request, by }),
    );
  }

  async #takeBack(items: DecisionDraft["items"], now: Deciders): Promise<Written> {
    return this.#write({ items, mine: null, now }, (by) =>
      this.#settings.api["review.undo"]({ items: [...items], note: "", by }),
    );
  }

  async #write(
    { items, mine, now }: Writing,
    call: (by: string) => Promise<{ readonly decisions: readonly Decision[] }>,
  ): Promise<Written> {
    const by = await now.whoDecides();
    if (by === null) return null;
    this.#show({ isDeciding: true });
    try {
      const { decisions } = await call(by);
      this.#settings.onDecided(decisions);
      return decisions;
    } catch (error) {
      if (isFault(error, "DECISION_CONFLICT")) await this.#tellBothSides(items, mine);
      throw error;
    } finally {
      this.#show({ isDeciding: false });
    }
  }

  async #tellBothSides(items: DecisionDraft["items"], mine: DecisionDraft | null): Promise<void> {
    const { decisions } = await this.#settings.api["review.list"]({});
    this.#settings.onRead(decisions);
    this.#show({ conflict: { mine, theirs: unseen(items, decisions) } });
  }

  /** A step that can never be taken any more would stand in the way of those before it. */
  async #orDrop(work: Promise<Written>, without: DecisionStack): Promise<Written> {
    try {
      return await work;
    } catch (error) {
      if (isFault(error, "DECISION_CONFLICT", "DECISION_NOT_FOUND", "FINDING_NOT_FOUND")) this.#keep(without);
      throw error;
    }
  }

  #keep(stack: DecisionStack): void {
    this.#show({ stack });
  }

  #show(change: Partial<DeskView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isFault(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.fault.code);
}

/** The newest on each item that is newer than what was seen of it. */
function unseen(items: DecisionDraft["items"], decisions: readonly Decision[]): Decision[] {
  const standing = standings(decisions);
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return items.flatMap(({ fingerprint, seen }) => {
    const newest = standing.get(fingerprint)?.newestId ?? 0;
    const decision = byId.get(newest);
    return decision === undefined || newest === (seen ?? 0) ? [] : [decision];
  });
}
