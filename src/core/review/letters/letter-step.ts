/** What happens to a letter to the provider: it is written, sent and answered. */
import type { HumanAct } from "../../human-act.ts";
import type { NamedFinding } from "../../reconcile/input/findings.ts";
import type { Day } from "../../time.ts";

/** A finding as a letter asks about it. */
export interface AskedItem extends NamedFinding {
  /** From 1, through the whole letter: answers name it. Findings of one cause share one. */
  readonly number: number;
  /** ISO 4217; null where it is not known. */
  readonly currency: string | null;
  /** In the service's unit, as `Circumstances` has it; null where it is not known. */
  readonly amount: number | null;
}

/** What heads a letter that is sent; '' for what nobody said. */
export interface LetterAddress {
  readonly to: string;
  readonly from: string;
  /** To whom the provider confirms the balance directly, such as the auditor. */
  readonly confirmTo: string;
  readonly replyBy: Day | null;
}

export type LetterEvent =
  | {
      readonly kind: "written";
      readonly items: readonly AskedItem[];
      /** The document's name, without a folder. */
      readonly file: string;
      /** Of the document as it was written, 64 hex digits; it is edited before it is sent. */
      readonly sha256: string;
      readonly bytes: number;
      /** Letters of before it was kept have none. */
      readonly address?: LetterAddress | undefined;
    }
  /** How: by mail, by post; '' where nobody said. */
  | { readonly kind: "sent"; readonly on: Day; readonly to: string; readonly how: string }
  /** The answer's text is the step's note; the evidence is the month's, null without any. */
  | { readonly kind: "answered"; readonly on: Day; readonly evidence: number | null };

/** One step of a letter. None is ever changed or deleted. */
export interface LetterStep extends HumanAct {
  /** The letter's reference, as `letterRef` gives it. */
  readonly letter: string;
  readonly event: LetterEvent;
}
