/**
 * Decisions that are not in the trail: on their way to it, or given back. The tab keeps both, so that a
 * reload loses neither.
 */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { isUncertain } from "./decision-writes.ts";
import type { UnsavedDecision } from "./outbox.ts";
import { type Outbox, wasWritten } from "./outbox.ts";
import type { DecisionDraft, AskedPeriod } from "../protocol.ts";

type Several = readonly UnsavedDecision[];

export class UnsavedDecisions {
  readonly #outbox: Outbox;
  /** What the page before this one left, until it is known whether it was written. */
  #left: Several;
  #saving: Several = [];
  #givenBack: Several = [];

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
    this.#left = outbox.left();
  }

  /**
   * A decision is on its way; it takes the place of what was given back on the same findings.
   * @returns what is given back
   */
  begin(draft: DecisionDraft, period: AskedPeriod): Several {
    const named = new Set(draft.items.map(({ fingerprint }) => fingerprint));
    const isAgain = (one: UnsavedDecision) => one.draft.items.every((item) => named.has(item.fingerprint));
    this.#saving = [...this.#saving, { draft, fault: null, period, isInForm: false }];
    return this.keep(this.#givenBack.filter((one) => !isAgain(one)));
  }

  /** It is written, or came to nothing. */
  end(draft: DecisionDraft): void {
    this.#saving = this.#saving.filter((one) => one.draft !== draft);
    this.keep(this.#givenBack);
  }

  /** @param givenBack what is given back from now on. @returns the same */
  keep(givenBack: Several): Several {
    this.#givenBack = givenBack;
    // Whatever is shown as not saved gets its words back into its form at once.
    const inForm = givenBack.map((one) => ({ ...one, isInForm: true }));
    this.#outbox.keep([...this.#left, ...inForm, ...this.#saving]);
    return givenBack;
  }

  /**
   * Looks through all decisions for what was written after all.
   * @returns what is given back; null where nothing changes
   */
  learn(decisions: readonly Decision[]): Several | null {
    const known = this.#givenBack;
    const unsaved = [...known, ...this.#left].filter(
      ({ draft, fault }) => !(isUncertain(fault) && wasWritten(draft, decisions)),
    );
    if (this.#left.length === 0 && unsaved.length === known.length) return null;
    this.#left = [];
    return this.keep(unsaved);
  }
}
