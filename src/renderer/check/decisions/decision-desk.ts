/**
 * Deciding in this window. A decision counts here at once and is written in turn, one after the other; one
 * that could not be written is given back with the reason. What was written can be undone and redone, and so
 * can matches by hand, in one history.
 */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import { faultIn } from "../../app/fault-in.ts";
import {
  type DecisionStack,
  type DecisionStep,
  type Step,
  afterDeciding,
  afterRedoing,
  afterUndoing,
  without,
} from "./decision-stack.ts";
import { idsOf, isHopeless, readingConflicts, takenAmong } from "./decision-writes.ts";
import type { Deciders, DeskSettings, DeskView, Stepped, Written } from "./desk-view.ts";
import type { UnsavedDecision } from "./outbox.ts";
import { type MatchMade, MatchStep } from "./match-step.ts";
import type { DecisionDraft } from "../protocol.ts";
import { afterTaking, afterWriting, withoutDraft, withoutWritten } from "./decision-states.ts";
import { DeskState } from "./desk-state.ts";
import { StepTurns } from "./step-turns.ts";
import { UnsavedDecisions } from "./unsaved.ts";
import { WrittenIds } from "./written-ids.ts";

type Items = DecisionDraft["items"];
type Restacking = (stack: DecisionStack, step: Step) => DecisionStack;

export class DecisionDesk {
  readonly #settings: DeskSettings;
  readonly #written = new WrittenIds();
  readonly #turns = new StepTurns();
  readonly #unsaved: UnsavedDecisions;
  readonly #state = new DeskState();

  constructor(settings: DeskSettings) {
    this.#settings = settings;
    this.#unsaved = new UnsavedDecisions(settings.outbox);
  }

  /** The same object until something changes. */
  get view(): DeskView {
    return this.#state.view;
  }

  /** @returns a function that ends it */
  listen = (listener: () => void): (() => void) => this.#state.listen(listener);

  /** The newest decision or reversal on a finding that this window wrote; null without one. */
  newestHere(fingerprint: string): number | null {
    return this.#written.newestOn(fingerprint);
  }

  /**
   * Decides. It counts at once: the view shows it, and `undo` undoes it.
   *
   * @returns null when it was not written: `view.unsaved` says why, unless nobody wanted to say who they are
   * @throws ApiError when it was written and could not be read back
   */
  decide(draft: DecisionDraft, now: Deciders): Promise<Written> {
    const step: DecisionStep = { draft };
    const unsaved = this.#unsaved.begin(draft, now.period);
    const { stack, decisionStates } = this.view;
    this.#state.show({
      stack: afterDeciding(stack, step),
      unsaved,
      decisionStates: afterTaking(decisionStates, draft),
    });
    return this.#state.inTurn(async () => {
      try {
        const written = await this.#write(step, now);
        if (written === null) this.#forget(step);
        return written;
      } catch (error) {
        if (this.#isWritten(step)) throw error;
        this.#giveBack(step, error, now);
        return null;
      }
    });
  }

  /** Undoes the decision in force on each of these. @throws ApiError */
  undoThese(items: Items, now: Deciders): Promise<Written> {
    return this.#state.inTurn(() => this.#writeUndo(items, now));
  }

  /** Notes a match that was made here: it is undone in its turn. @param id its number in the trail */
  noteMatch(id: number, made: MatchMade): void {
    const step = new MatchStep(this.#settings.api, id, made);
    this.#state.show({ stack: afterDeciding(this.view.stack, step) });
  }

  /**
   * Undoes a match, whoever made it.
   *
   * @returns null when nobody said who does
   * @throws ApiError MATCH_CONFLICT, MATCH_NOT_FOUND where it was undone since
   */
  undoMatch(id: number, note: string, { whoDecides }: Deciders): Promise<StandingMatch | null> {
    const undo = async (match: number) => {
      const by = await whoDecides();
      return by === null ? null : this.#settings.api["match.undo"]({ id: match, note, by });
    };
    const own = this.view.stack.done.find((one) => one instanceof MatchStep && one.id === id);
    if (!(own instanceof MatchStep)) return this.#state.inTurn(() => undo(id));
    // It has another number where it is redone before its turn.
    return this.#undoStep(own, () => undo(own.id));
  }

  /**
   * Undoes what this window did last, or what is being written.
   * @throws ApiError; what somebody else decided on since is then out of the way
   */
  undo(now: Deciders): Promise<Stepped> {
    const step = this.view.stack.done.at(-1);
    if (step === undefined) return Promise.resolve(null);
    return step instanceof MatchStep ? this.undoMatch(step.id, "", now) : this.#undoDecisions(step, now);
  }

  /**
   * Undoes what was decided at once, known by its first decision, as long as it is the last on each of its
   * findings.
   *
   * @returns null when it was undone or decided anew here since: then nothing is undone
   * @throws ApiError DECISION_CONFLICT when somebody else decided since
   */
  undoTaken(first: number, now: Deciders): Promise<Written> {
    const step = this.#decided().find((one) => this.#written.firstOf(one) === first);
    if (step === undefined || !this.#written.isNewest(step)) return Promise.resolve(null);
    return this.#undoDecisions(step, now);
  }

  /** Does again what was undone last. @throws ApiError as `undo` */
  redo(now: Deciders): Promise<Stepped> {
    const step = this.view.stack.undone.at(-1);
    if (step === undefined) return Promise.resolve(null);
    return step instanceof MatchStep ? this.#redoMatch(step, now) : this.#redoDecisions(step, now);
  }

  #redoMatch(step: MatchStep, { whoDecides }: Deciders): Promise<StandingMatch | null> {
    return this.#stepTurn(step, afterRedoing, async () => {
      // Its undoing failed: it stands as it did.
      if (!this.#turns.isUndone(step)) return null;
      try {
        const by = await whoDecides();
        const match = by === null ? null : await step.redo(by);
        if (match !== null) this.#turns.noteWritten(step);
        return match;
      } catch (error) {
        if (isHopeless(error)) this.#restack(without, step);
        throw error;
      }
    });
  }

  #redoDecisions(step: DecisionStep, now: Deciders): Promise<Written> {
    const { draft } = step;
    this.#state.show({ decisionStates: afterTaking(this.view.decisionStates, draft) });
    return this.#stepTurn(step, afterRedoing, async () => {
      if (!this.#turns.isUndone(step)) {
        const first = this.#written.firstOf(step);
        const ids = first === undefined ? null : idsOf(draft.items, first);
        const { decisionStates } = this.view;
        this.#state.show({
          decisionStates:
            ids === null ? withoutDraft(decisionStates, draft) : afterWriting(decisionStates, draft, ids),
        });
        return null;
      }
      try {
        return await this.#write(step, now);
      } catch (error) {
        if (!this.#isWritten(step) && isHopeless(error)) this.#restack(without, step);
        throw error;
      } finally {
        if (!this.#isWritten(step))
          this.#state.show({ decisionStates: withoutDraft(this.view.decisionStates, draft) });
      }
    });
  }

  /** What was not saved is no longer shown; drafts stay where they were given back. */
  dismiss(unsaved: UnsavedDecision): void {
    this.#state.show({ unsaved: this.#unsaved.keep(this.view.unsaved.filter((one) => one !== unsaved)) });
  }

  /**
   * Looks through all decisions for what was not known to be written: it is saved after all, or it is told
   * that it is not.
   */
  learn(decisions: readonly Decision[]): void {
    const unsaved = this.#unsaved.learn(decisions);
    if (unsaved !== null) this.#state.show({ unsaved });
  }

  #undoDecisions(step: DecisionStep, now: Deciders): Promise<Written> {
    return this.#undoStep(step, () => this.#writeUndo(this.#written.seenIn(step.draft.items), now, step));
  }

  #undoStep<T>(step: Step, undo: () => Promise<T | null>): Promise<T | null> {
    return this.#stepTurn(step, afterUndoing, async () => {
      // It could not be written: there is nothing to undo.
      if (!this.#isWritten(step)) return null;
      try {
        const undone = await undo();
        if (undone === null) this.#keepDone(step);
        else this.#turns.noteUndone(step);
        return undone;
      } catch (error) {
        if (isHopeless(error)) this.#restack(without, step);
        else if (this.#isWritten(step)) this.#keepDone(step);
        throw error;
      }
    });
  }

  /** What could not be undone can be undone once more, whatever was decided since. */
  #keepDone(step: Step): void {
    if (!this.view.stack.done.includes(step)) this.#restack(afterRedoing, step);
  }

  /**
   * Undoes or redoes a step in turn. The stack has it so at once: the next key acts on what is then the last.
   */
  #stepTurn<T>(step: Step, after: Restacking, work: () => Promise<T>): Promise<T> {
    this.#restack(after, step);
    this.#turns.begin(step);
    return this.#state.inTurn(() =>
      work().finally(() => this.#state.show({ stack: this.#turns.end(step, this.view.stack) })),
    );
  }

  #restack(after: Restacking, step: Step): void {
    this.#state.show({ stack: after(this.view.stack, step) });
  }

  async #write(step: DecisionStep, now: Deciders): Promise<Written> {
    const { status, note } = step.draft;
    const { period, options } = now;
    if (options === null) throw new Error("nothing is decided before a check");
    const by = await now.whoDecides();
    if (by === null) return null;
    const items = [...this.#written.seenIn(step.draft.items)];
    const taken = await readingConflicts(this.#settings.readNewer, () =>
      this.#settings.api["review.decide"]({ period, options, items, status, note, by }),
    );
    // Before it is read back, so that what is written can be undone whatever becomes of that.
    const ids = this.#written.note(items, taken);
    this.#written.noteStep(step, taken);
    this.#turns.noteWritten(step);
    this.#state.show({ decisionStates: afterWriting(this.view.decisionStates, step.draft, ids) });
    this.#unsaved.end(step.draft);
    return takenAmong(await this.#settings.readNewer(), taken);
  }

  async #writeUndo(items: Items, now: Deciders, step: DecisionStep | null = null): Promise<Written> {
    const by = await now.whoDecides();
    if (by === null) return null;
    const taken = await readingConflicts(this.#settings.readNewer, () =>
      this.#settings.api["review.undo"]({ items: [...items], note: "", by }),
    );
    if (step !== null) {
      this.#turns.noteUndone(step);
      this.#written.forgetStep(step);
    }
    this.#dropUndone(items);
    this.#written.note(items, taken);
    this.#state.show({ decisionStates: withoutWritten(this.view.decisionStates, items) });
    return takenAmong(await this.#settings.readNewer(), taken);
  }

  /** Steps on one finding that were undone by themselves are not undone again. */
  #dropUndone(items: Items): void {
    for (const { fingerprint, seen } of items) {
      const step = this.#decided().find(
        (one) => one.draft.items.length === 1 && this.#written.firstOf(one) === seen && seen !== null,
      );
      if (step?.draft.items[0]?.fingerprint === fingerprint)
        this.#state.show({ stack: without(this.view.stack, step) });
    }
  }

  #decided(): DecisionStep[] {
    return this.view.stack.done.filter((one): one is DecisionStep => !(one instanceof MatchStep));
  }

  /** A match is noted once it is written; a decision counts before. */
  #isWritten(step: Step): boolean {
    return step instanceof MatchStep
      ? !this.#turns.isUndone(step)
      : this.#written.firstOf(step) !== undefined;
  }

  #giveBack(step: DecisionStep, error: unknown, { period }: Deciders): void {
    this.#forget(step);
    const failed = { draft: step.draft, fault: faultIn(error), period, isInForm: false };
    this.#state.show({ unsaved: this.#unsaved.keep([...this.view.unsaved, failed]) });
  }

  #forget(step: DecisionStep): void {
    const { stack, decisionStates } = this.view;
    this.#unsaved.end(step.draft);
    this.#state.show({
      stack: without(stack, step),
      decisionStates: withoutDraft(decisionStates, step.draft),
    });
  }
}
