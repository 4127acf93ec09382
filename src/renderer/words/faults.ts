/**
 * What the window says of a fault: the words of its code (`core/error-codes.ts`) around the sentence that main
 * worded.
 */
import { SERVICE_FAILED_REMEDY } from "../../core/remedies.ts";
import type { Fault } from "../../ipc/envelope.ts";
import { FAULT_ACTIONS, type FaultAction, faultWords } from "./fault-table.ts";

/** A fault as it is shown. */
export interface ShownFault {
  readonly code: Fault["code"];
  readonly title: string;
  /** What happened; null where the title says it. */
  readonly sentence: string | null;
  readonly remedy: string;
  /** null where there is nothing to offer. */
  readonly action: FaultAction | null;
}

/**
 * What the window says of a fault. Where main says what to enter, as "Start the address with https://", that
 * is the title, and nothing is said twice.
 */
export function shownFault(fault: Fault): ShownFault {
  const { code } = fault;
  // Who reached the service has the right address, whatever it answers.
  const hasFailed = fault.remedy === SERVICE_FAILED_REMEDY;
  const { title, inWindow } = faultWords(code);
  const remedy = hasFailed ? fault.remedy : (inWindow ?? fault.remedy);
  const action = hasFailed ? "try-again" : (FAULT_ACTIONS[code] ?? null);
  if (code === "USAGE") return { code, title: fault.sentence, sentence: null, remedy, action };
  return { code, title, sentence: sentenceOf(fault), remedy, action };
}

/**
 * What the window says of a decision that was not saved. That the connection broke is past: it may be there
 * again.
 *
 * @param isLost whether it is not, and saving has to wait for it
 */
export function unsavedFault(fault: Fault, isLost: boolean): ShownFault {
  const shown = shownFault(fault);
  if (fault.code !== "HOST_LOST") return shown;
  return {
    ...shown,
    title: "Not saved",
    sentence: "The connection broke before this was saved.",
    remedy: isLost ? "Save it again once this window is connected again." : "Save it again.",
  };
}

/** What the window says of a ledger that is open for reading only, with why it is, in one line. */
export function readOnlyWords(fault: Fault): {
  readonly title: string;
  readonly remedy: string;
  readonly why: string;
} {
  const { title, remedy } = shownFault(fault);
  return {
    title,
    remedy: faultWords(fault.code).readOnly ?? remedy,
    why: fault.sentence === title ? `${title}.` : `${title}: ${sentenceOf(fault)}`,
  };
}

/** What happened as a whole sentence: what the service says of itself may end as one already. */
export function sentenceOf({ sentence }: Pick<Fault, "sentence">): string {
  return ended(sentence);
}

/** A sentence with its full stop, whoever worded its end. */
export function ended(sentence: string): string {
  return /[.!?…]$/u.test(sentence) ? sentence : `${sentence}.`;
}
