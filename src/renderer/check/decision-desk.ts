/**
 * Deciding in this window. A decision counts here at once and is written in turn, one after the other; one that could not be
 * written is given back with the reason. What was written can be undone and redone.
 */
import type { Decision } from "../../core/review/decision.ts";
import type { TakenFacts } from "../../ipc/contract.ts";
import { faultIn } from "../app/fault-in.ts";
import {
  type DecisionStack,
  type DecisionStep,
  NOTHING_DONE,
  afterDeciding,
  afterRedoing,
  afterUndoing,
  without,
} from "./decision-stack.ts";
import { idsOf, isConflict, isHopeless, isUncertain, takenAmong } from "./decision-writes.ts";
import type { Deciders, DeskSettings, DeskView, UnsavedDecision, Written } from "./desk-view.ts";
import { wasWritten } from "./outbox.ts";
import type { DecisionDraft } from "./protocol.ts";
import { afterTaking, afterWriting, withoutDraft, withoutWritten } from "./standing.ts";

type Items = DecisionDraft["items"];

export class DecisionDesk {
  readonly #settings: DeskSettings;
  readonly #listeners = new Set<() => void>();
  /** By fingerprint the newest decision or undoing that this window wrote, which whoever goes on here has seen. */
  readonly #newest = new Map<string, number>();
  /** The id of each written step's first decision; its others follow. */
  readonly #first = new Map<DecisionStep, number>();
  /** What the page before this one left, until it is known whether it was written. */
  #left: readonly DecisionDraft[];
  #saving: readonly DecisionDraft[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #view: DeskView = { stack: NOTHING_DONE, pending: 0, standings: new Map(), unsaved: [] };

  constructor(settings: DeskSettings) {
    this.#settings = settings;
    this.#left = settings.outbox.left();
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

  /** The newest decision or undoing on a finding that this window wrote; null without one. */
  newestHere(fingerprint: string): number | null {
    return this.#newest.get(fingerprint) ?? null;
  }

  /**
   * Decides. It counts at once: the view shows it, and `undo` undoes it.
   *
   * @returns null when it was not written: `view.unsaved` says why, unless nobody wanted to say who they are
   * @throws ApiError when it was written and could not be read back
   */
  decide(draft: DecisionDraft, now: Deciders): Promise<Written> {
    const step: DecisionStep = { draft };
    const named = new Set(draft.items.map(({ fingerprint }) => fingerprint));
    const isAgain = (one: UnsavedDecision) => one.draft.items.every((item) => named.has(item.fingerprint));
    const unsaved = this.#view.unsaved.filter((one) => !isAgain(one));
    this.#save([...this.#saving, draft]);
    const { stack, standings } = this.#view;
    this.#show({ stack: afterDeciding(stack, step), unsaved, standings: afterTaking(standings, draft) });
    return this.#inTurn(async () => {
      try {
        const written = await this.#take(step, now);
        if (written === null) this.#forget(step);
        return written;
      } catch (error) {
        if (this.#first.has(step)) throw error;
        this.#giveBack(step, error, now);
        return null;
      }
    });
  }

  /** Undoes the decision in force on each of these. @throws ApiError */
  undoThese(items: Items, now: Deciders): Promise<Written> {
    return this.#inTurn(() => this.#takeBack(items, now));
  }

  /** Undoes what this window did last, or what is being written. @throws ApiError; what somebody else decided on since is then out of the way */
  undo(now: Deciders): Promise<Written> {
    const step = this.#view.stack.done.at(-1);
    if (step === undefined) return Promise.resolve(null);
    return this.#undoStep(step, now);
  }

  /**
   * Undoes what was decided at once, known by its first decision, as long as it is the last on each of its findings.
   *
   * @returns null when it was undone or decided anew here since: then nothing is undone
   * @throws ApiError DECISION_CONFLICT when somebody else decided since
   */
  undoTaken(first: number, now: Deciders): Promise<Written> {
    const step = this.#view.stack.done.find((one) => this.#first.get(one) === first);
    if (step === undefined || !this.#isNewest(step)) return Promise.resolve(null);
    return this.#undoStep(step, now);
  }

  /** Takes the decisions again that were undone last. @throws ApiError as `undo` */
  redo(now: Deciders): Promise<Written> {
    const step = this.#view.stack.undone.at(-1);
    if (step === undefined) return Promise.resolve(null);
    const { stack, standings } = this.#view;
    this.#first.delete(step);
    this.#show({ stack: afterRedoing(stack, step), standings: afterTaking(standings, step.draft) });
    return this.#inTurn(async () => {
      const undone = (isKept: boolean) => {
        this.#forget(step);
        if (isKept) this.#restack(afterUndoing, step);
      };
      try {
        const written = await this.#take(step, now);
        if (written === null) undone(true);
        return written;
      } catch (error) {
        if (!this.#first.has(step)) undone(!isHopeless(error));
        throw error;
      }
    });
  }

  /** What was not saved is no longer shown; drafts stay where they were given back. */
  dismiss(unsaved: UnsavedDecision): void {
    this.#show({ unsaved: this.#view.unsaved.filter((one) => one !== unsaved) });
  }

  /** Looks through all decisions for what was not known to be written: it is saved after all, or it is told that it is not. */
  learn(decisions: readonly Decision[]): void {
    const left = this.#left.map((draft) => ({ draft, fault: null, period: undefined }));
    this.#left = [];
    const unsaved = [...this.#view.unsaved, ...left].filter(
      ({ draft, fault }) => !(isUncertain(fault) && wasWritten(draft, decisions)),
    );
    if (left.length > 0 || unsaved.length < this.#view.unsaved.length) {
      this.#save(this.#saving);
      this.#show({ unsaved });
    }
  }

  #undoStep(step: DecisionStep, now: Deciders): Promise<Written> {
    // Out of the way at once, so that undoing twice undoes two things.
    this.#restack(without, step);
    return this.#inTurn(async () => {
      // It could not be written: there is nothing to undo.
      if (!this.#first.has(step)) return null;
      try {
        const undone = await this.#takeBack(this.#seeing(step.draft.items), now);
        this.#restack(undone === null ? afterRedoing : afterUndoing, step);
        return undone;
      } catch (error) {
        if (!isHopeless(error)) this.#restack(afterRedoing, step);
        throw error;
      }
    });
  }

  #restack(after: (stack: DecisionStack, step: DecisionStep) => DecisionStack, step: DecisionStep): void {
    this.#show({ stack: after(this.#view.stack, step) });
  }

  /** One after the other, so that each has seen what the one before it wrote. */
  #inTurn(work: () => Promise<Written>): Promise<Written> {
    this.#show({ pending: this.#view.pending + 1 });
    const turn = this.#last.then(work, work).finally(() => this.#show({ pending: this.#view.pending - 1 }));
    this.#last = turn;
    return turn;
  }

  async #take(step: DecisionStep, now: Deciders): Promise<Written> {
    const { status, note } = step.draft;
    const { period, options } = now;
    if (options === null) throw new Error("nothing is decided before a check");
    const by = await now.whoDecides();
    if (by === null) return null;
    const items = [...this.#seeing(step.draft.items)];
    const taken = await this.#told(() =>
      this.#settings.api["review.decide"]({ period, options, items, status, note, by }),
    );
    // Before it is read back, so that what is written can be undone whatever becomes of that.
    const ids = this.#remember(items, taken);
    this.#first.set(step, taken.first);
    this.#show({ standings: afterWriting(this.#view.standings, step.draft, ids) });
    this.#save(this.#saving.filter((draft) => draft !== step.draft));
    return takenAmong(await this.#settings.readNewer(), taken);
  }

  async #takeBack(items: Items, now: Deciders): Promise<Written> {
    const by = await now.whoDecides();
    if (by === null) return null;
    const taken = await this.#told(() =>
      this.#settings.api["review.undo"]({ items: [...items], note: "", by }),
    );
    this.#dropUndone(items);
    this.#remember(items, taken);
    this.#show({ standings: withoutWritten(this.#view.standings, items) });
    return takenAmong(await this.#settings.readNewer(), taken);
  }

  /** Has what others decided meanwhile before the person's eyes when it fails for that. */
  async #told(call: () => Promise<TakenFacts>): Promise<TakenFacts> {
    try {
      return await call();
    } catch (error) {
      if (isConflict(error)) await this.#settings.readNewer();
      throw error;
    }
  }

  /** Steps on one finding that were undone by themselves are not undone again. */
  #dropUndone(items: Items): void {
    for (const { fingerprint, seen } of items) {
      const step = this.#view.stack.done.find(
        (one) => one.draft.items.length === 1 && this.#first.get(one) === seen && seen !== null,
      );
      if (step?.draft.items[0]?.fingerprint === fingerprint)
        this.#show({ stack: without(this.#view.stack, step) });
    }
  }

  #remember(items: Items, { first }: TakenFacts): ReadonlyMap<string, number> {
    const ids = idsOf(items, first);
    for (const [fingerprint, id] of ids) this.#newest.set(fingerprint, id);
    return ids;
  }

  /** Whether nothing was written here on any finding of a step since. */
  #isNewest(step: DecisionStep): boolean {
    const first = this.#first.get(step);
    if (first === undefined) return false;
    return [...idsOf(step.draft.items, first)].every(
      ([fingerprint, id]) => this.#newest.get(fingerprint) === id,
    );
  }

  /** What this window wrote itself its person has seen. */
  #seeing(items: Items): Items {
    return items.map(({ fingerprint, seen }) => {
      const own = this.#newest.get(fingerprint) ?? 0;
      return { fingerprint, seen: own > (seen ?? 0) ? own : seen };
    });
  }

  #giveBack(step: DecisionStep, error: unknown, { period }: Deciders): void {
    this.#forget(step);
    this.#show({ unsaved: [...this.#view.unsaved, { draft: step.draft, fault: faultIn(error), period }] });
  }

  #forget(step: DecisionStep): void {
    const { stack, standings } = this.#view;
    this.#save(this.#saving.filter((draft) => draft !== step.draft));
    this.#show({ stack: without(stack, step), standings: withoutDraft(standings, step.draft) });
  }

  #save(drafts: readonly DecisionDraft[]): void {
    this.#saving = drafts;
    this.#settings.outbox.keep([...this.#left, ...drafts]);
  }

  #show(change: Partial<DeskView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
