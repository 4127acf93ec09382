/** The closed months that are others for what was just written: told beside it, and never in its way. */
import { TieoutError, formatError } from "../core/errors.ts";
import { type DriftedMonth, type Touched, driftedMonths } from "../main/services/close/drifted-months.ts";
import type { Session } from "./session.ts";
import { harmless } from "./terminal.ts";

/**
 * Works something out about what stands in the ledger already. A failure is told, and is none of what was written: whoever
 * would take it for one would do it again.
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
    const sentence = `Note: What was written stands. ${what} cannot be said: ${formatError(error)}`;
    terminal.stderr.write(`${harmless(sentence)}\n`);
    return null;
  } finally {
    progress.clear();
  }
}

/** Which prepared and signed months are others now; null where that cannot be said. */
export function monthsTouched(
  session: Session,
  ledger: string,
  touched: Touched,
): readonly DriftedMonth[] | null {
  return toldBeside(session, "Which closed months are others now", () =>
    driftedMonths(ledger, touched, session.context),
  );
}
