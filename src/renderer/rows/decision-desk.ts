/** Deciding in this window: counts at once, is sent in turn; what is not written comes back, with why. */
import { Listeners } from "../ui/shared-value.ts";
import type { Decision } from "../../core/review/decisions/decision.ts";
import type { StandingMatch } from "../../core/review/decisions/manual-match.ts";
import type { Fault } from "../../ipc/envelope.ts";
import type { TakenFacts } from "../../ipc/contract.ts";
import { type Api, ApiError } from "../bridge/api-provider.tsx";
import type { AskedPeriod, DecisionDraft, RunRequest } from "../bridge/protocol.ts";
import {
  type AskedStep,
  type DeskEvent,
  type DeskState,
  type DeskView,
  type MatchMade,
  type DeskRequest,
  type Step,
  deskState,
  isNewest,
  keptOf,
  next,
  requestOf,
  shownOf,
  type Outbox,
  type UnsavedDecision,
} from "./desk-state.ts";
import { faultIn } from "../app/show-fault.ts";

interface DeskSettings {
  readonly api: Pick<Api, "review.decide" | "review.undo" | "match.decide" | "match.undo">;
  /** Reads what was decided since the list was read last, shows it, and gives the whole list. */
  readonly readNewer: () => Promise<readonly Decision[]>;
  readonly outbox: Outbox;
}

export interface Deciders {
  /** @returns null when nobody wants to say who they are */
  readonly whoDecides: () => Promise<string | null>;
  readonly period: AskedPeriod;
  /** null before the first check, when there is nothing to decide on. */
  readonly options: RunRequest["options"] | null;
}

export type Written = readonly Decision[] | null;

/** What undoing or redoing the last thing wrote: decisions, or a match as it stands now. */
export type Stepped = Written | StandingMatch;

export class DecisionDesk {
  readonly #settings: DeskSettings;
  readonly #listeners = new Listeners();
  #state: DeskState;
  #view: DeskView;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: DeskSettings) {
    this.#settings = settings;
    this.#state = deskState(settings.outbox.left());
    this.#view = shownOf(this.#state);
  }

  /** The same object until something changes. */
  get view(): DeskView {
    return this.#view;
  }

  readonly listen = this.#listeners.listen;

  newestHere(fingerprint: string): number | null {
    return this.#state.written.get(fingerprint)?.id ?? null;
  }

  /**
   * Decides. It counts at once: the view shows it, and `undo` undoes it.
   *
   * @returns null when it was not written: `view.unsaved` says why, unless nobody wanted to say who they are
   * @throws ApiError when it was written and could not be read back
   */
  decide(draft: DecisionDraft, now: Deciders): Promise<Written> {
    return this.#ask({ is: "decide", draft, period: now.period }, now) as Promise<Written>;
  }

  /** Undoes the decision in force on each of these. @throws ApiError */
  undoThese(items: DecisionDraft["items"], now: Deciders): Promise<Written> {
    return this.#ask({ is: "undo-these", items }, now) as Promise<Written>;
  }

  /** Notes a match that was made here: it is undone in its turn. @param id its number in the trail */
  noteMatch(id: number, made: MatchMade): void {
    void this.#inTurn({ is: "match", id, made }, async () => this.#tell({ is: "written", number: id }));
  }

  /** Undoes a match; null when nobody said who does. @throws ApiError MATCH_CONFLICT, MATCH_NOT_FOUND */
  undoMatch(id: number, note: string, now: Deciders): Promise<StandingMatch | null> {
    const own = this.view.history.done.find((step) => "made" in step && step.number === id);
    const asked: AskedStep =
      own === undefined
        ? { is: "undo-match", id, note }
        : { is: "undo", key: own.key, note, ifNewest: false };
    return this.#ask(asked, now) as Promise<StandingMatch | null>;
  }

  /**
   * Undoes what this window did last, or what is being written.
   * @throws ApiError; what somebody else decided on since is then out of the way
   */
  undo(now: Deciders): Promise<Stepped> {
    return this.#undoStep(this.view.history.done.at(-1), now);
  }

  /**
   * Undoes what was decided at once, known by its first decision, as long as it is the last on each of its
   * findings.
   *
   * @returns null when it was undone or decided anew here since: then nothing is undone
   * @throws ApiError DECISION_CONFLICT when somebody else decided since
   */
  undoTaken(first: number, now: Deciders): Promise<Written> {
    const step = this.view.history.done.find((one) => "draft" in one && one.number === first);
    const isLast = step !== undefined && "draft" in step && isNewest(this.view.decisionStates, step);
    return this.#undoStep(isLast ? step : undefined, now, true) as Promise<Written>;
  }

  /** Does again what was undone last. @throws ApiError as `undo` */
  redo(now: Deciders): Promise<Stepped> {
    const step = this.view.history.undone.at(-1);
    return step === undefined ? Promise.resolve(null) : this.#ask({ is: "redo", key: step.key }, now);
  }

  /** What was not saved is no longer shown; drafts stay where they were given back. */
  dismiss(unsaved: UnsavedDecision): void {
    this.#tell({ is: "dismissed", unsaved });
  }

  /** Tells once why something that is being written could not be; what waits behind it meets the same. */
  tellNextFault(tell: (fault: Fault) => void): void {
    if (this.view.pending === 0) return;
    // Also what is being decided again, which shows no more: where that is let go, it is not new.
    const before = this.#state.failed;
    const stop = this.listen(() => {
      const { pending, unsaved } = this.view;
      const fault = unsaved.find((one) => !before.includes(one))?.fault ?? null;
      if (fault !== null) tell(fault);
      if (fault !== null || pending === 0) stop();
    });
  }

  /** Looks among all decisions for what was not known to be written: it is saved after all, or it is not. */
  learn(decisions: readonly Decision[]): void {
    this.#tell({ is: "learned", decisions });
  }

  #undoStep(step: Step | undefined, now: Deciders, ifNewest = false): Promise<Stepped> {
    if (step === undefined) return Promise.resolve(null);
    return this.#ask({ is: "undo", key: step.key, note: "", ifNewest }, now);
  }

  #ask(asked: AskedStep, now: Deciders): Promise<Stepped> {
    return this.#inTurn(asked, () => this.#send(asked, now));
  }

  /** Works after all that was asked before, failed or not: each has seen what the one before it wrote. */
  #inTurn<T>(asked: AskedStep, work: () => Promise<T>): Promise<T> {
    this.#tell({ is: "asked", asked });
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  }

  /** Sends the first that waits, and says what came of it. */
  async #send(asked: AskedStep, now: Deciders): Promise<Stepped> {
    const request = requestOf(this.#state);
    let answer: TakenFacts | StandingMatch;
    try {
      const by = request === null ? null : await now.whoDecides();
      if (request === null || by === null) {
        this.#tell({ is: "let-go" });
        return null;
      }
      answer = await this.#call(request, by, now);
    } catch (error) {
      this.#tell({ is: "failed", fault: faultIn(error) });
      if (asked.is === "decide") return null;
      throw error;
    }
    // Before it is read back, so that what is written can be undone whatever becomes of that.
    this.#tell({ is: "written", number: "first" in answer ? answer.first : answer.id });
    return "first" in answer ? takenAmong(await this.#settings.readNewer(), answer) : answer;
  }

  async #call(
    request: DeskRequest,
    by: string,
    { period, options }: Deciders,
  ): Promise<TakenFacts | StandingMatch> {
    const { api } = this.#settings;
    switch (request.call) {
      case "review.decide": {
        const { items, status, note } = request.draft;
        if (options === null) throw new Error("nothing is decided before a check");
        return this.#readingConflicts(
          api["review.decide"]({ period, options, items: [...items], status, note, by }),
        );
      }
      case "review.undo":
        return this.#readingConflicts(api["review.undo"]({ items: [...request.items], note: "", by }));
      case "match.decide": {
        const { walletIDs, payIDs, note } = request.made;
        return api["match.decide"]({ walletIDs: [...walletIDs], payIDs: [...payIDs], note, by });
      }
      case "match.undo":
        return api["match.undo"]({ id: request.id, note: request.note, by });
    }
  }

  /** Has what others decided meanwhile before the person's eyes when a call fails for that. */
  async #readingConflicts<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof ApiError && error.fault.code === "DECISION_CONFLICT")
        await this.#settings.readNewer();
      throw error;
    }
  }

  #tell(event: DeskEvent): void {
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state === before) return;
    this.#view = shownOf(this.#state);
    this.#settings.outbox.keep(keptOf(this.#state, this.#view));
    this.#listeners.tell();
  }
}

/** Of all decisions those that were taken at once. */
function takenAmong(decisions: readonly Decision[], { first, count }: TakenFacts): readonly Decision[] {
  const at = decisions.findLastIndex(({ id }) => id === first);
  return at === -1 ? [] : decisions.slice(at, at + count);
}
