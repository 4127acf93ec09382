/** What `close` did for one ledger of a folder. */
import type { ErrorCode } from "../../error-codes.ts";
import type { CloseState, Month } from "../close/close.ts";
import type { StateOfMonth } from "../close/close-rules.ts";
import type { LastLooks } from "../restate/last-looks.ts";

export interface LedgerClosing {
  readonly ledger: string;
  /** null when the ledger could not even be opened. */
  readonly month: Month | null;
  /** Of which moment what is said of the month is, in words; null where it was not checked. */
  readonly shows: string | null;
  /** The result of the pull in one sentence, with remarks; null without a pull. */
  readonly pulled: string | null;
  /** Why there was no pull; null where one was made or tried. */
  readonly notPulled: string | null;
  /** The month's conclusion in one sentence, as the Lead says it. */
  readonly conclusion: string | null;
  /** What its check found. */
  readonly verdict: string | null;
  readonly undecidedErrors: number | null;
  readonly state: CloseState | null;
  /** Who prepared it; null where nobody did. */
  readonly prepared: StateOfMonth["prepared"];
  /** What changed of the signed month since, as `changedSinceOf` counts it; 0 for any other. */
  readonly changes: number | null;
  /** What comes of it, and of what changed in other months, one phrase each. */
  readonly effects: readonly string[];
  /** How far back pulls looked; null where that was not asked. */
  readonly lastLooks: LastLooks | null;
  readonly timeZone: string | null;
  /** The workbook's name in the folder for workbooks. */
  readonly workbook: string | null;
  /** Workbooks of the month that were kept, because somebody edited them or they are another ledger's. */
  readonly left: readonly string[];
  readonly failure: LedgerFailure | null;
}

/** A failure in words; of a ledger, why it could not be read or done. */
export interface LedgerFailure {
  /** `DEFECT` is a broken invariant of ours; everything else is one of the closed union. */
  readonly code: ErrorCode | "DEFECT";
  /** What happened, in one sentence. */
  readonly sentence: string;
  /** What to do, in one or two sentences. */
  readonly remedy: string;
  /** Where it lies; null where no file is named, as where a line of several ledgers is of that file itself. */
  readonly file: string | null;
}

/** Counts of what `close` did. */
export interface ClosingTotals {
  readonly ledgers: number;
  readonly withoutUndecidedErrors: number;
  readonly undecided: number;
  readonly undecidedErrors: number;
  readonly failed: number;
}

export class ClosingTally {
  #ledgers = 0;
  #undecided = 0;
  #undecidedErrors = 0;
  #failed = 0;

  add({ undecidedErrors, failure }: Pick<LedgerClosing, "undecidedErrors" | "failure">): void {
    this.#ledgers += 1;
    this.#undecidedErrors += undecidedErrors ?? 0;
    if (failure !== null) this.#failed += 1;
    else if ((undecidedErrors ?? 0) > 0) this.#undecided += 1;
  }

  totals(): ClosingTotals {
    const [ledgers, undecided, failed] = [this.#ledgers, this.#undecided, this.#failed];
    return {
      ledgers,
      withoutUndecidedErrors: ledgers - undecided - failed,
      undecided,
      undecidedErrors: this.#undecidedErrors,
      failed,
    };
  }
}
