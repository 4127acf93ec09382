/**
 * The closed months that a change affects, printed after the change was saved. A failure here never undoes
 * the change.
 */
import { TieoutError, formatError } from "../core/errors.ts";
import { type DriftedMonth, type Touched, driftedMonths } from "../main/services/close/months.ts";
import type { Session } from "./session.ts";
import { harmless } from "./terminal.ts";

/**
 * Works something out after a change was written. A failure is only noted: reported as an error, it would
 * look as if the change had failed, and somebody would make it again.
 *
 * @param what what could not be worked out, as a sentence begins
 * @returns null where it could not be
 */
export function toldBeside<T>({ terminal, progress }: Session, what: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    progress.clear();
    const sentence = `Note: The change was saved. ${what} could not be determined: ${formatError(error)}`;
    terminal.stderr.write(`${harmless(sentence)}\n`);
    return null;
  } finally {
    progress.clear();
  }
}

/** Which prepared and signed months differ now; null where that could not be determined. */
export function monthsTouched(
  session: Session,
  ledger: string,
  touched: Touched,
): readonly DriftedMonth[] | null {
  return toldBeside(session, "Which closed months changed", () =>
    driftedMonths(ledger, touched, session.context),
  );
}
