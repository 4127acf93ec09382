/** The note on each prepared or signed month that a change affects, printed after the change was saved. */
import { TieoutError, formatError } from "../../core/errors.ts";
import { formatCount } from "../../core/money.ts";
import { monthTitle } from "../../core/words/month.ts";
import type { Month } from "../../core/time.ts";
import { stateWords } from "../../core/review/close/close-rules.ts";
import { type ChangedSince, changedKinds } from "../../core/review/close/since.ts";
import type { DriftedMonth, Touched } from "../../main/services/close/changed-since.ts";
import { type Session, harmless } from "./terminal.ts";
import type { GivenOptions } from "../../main/services/check/check.ts";
import type { ServiceContext } from "../../main/services/shared/thread-messages.ts";

/**
 * Works something out after a change was written. A failure is only noted: reported as an error, it would
 * look as if the change had failed, and somebody would make it again.
 *
 * @param what what could not be worked out, as a sentence begins
 * @returns null where it could not be
 */
export async function workedOut<T>(
  { terminal, progress }: Session,
  what: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
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
export async function monthsTouched(
  session: Session,
  ledger: string,
  touched: Touched,
): Promise<readonly DriftedMonth[] | null> {
  return workedOut(session, "Which closed months changed", async () => {
    const { driftedMonths } = await import("../../main/services/close/changed-since.ts");
    return driftedMonths(ledger, touched, session.context);
  });
}

const MOST_TOLD = 3;

/**
 * @example
 *   `Note: October 2026 is signed off. Since then: 1 change, closing unchanged.`
 *   `  Decisions: 1 exception has a different decision`
 */
export function driftWords(drifted: readonly DriftedMonth[]): string {
  const told = drifted.slice(0, MOST_TOLD).map(({ month, changedSince, ...of }) => {
    const lines = kindLines(changedSince).map((line) => `  ${line}\n`);
    return `Note: ${monthTitle(month)} is ${harmless(stateWords(of))}. ${harmless(changedSince.sentence)}\n${lines.join("")}`;
  });
  const more = drifted.length - told.length;
  const rest =
    more === 0
      ? []
      : [`Note: ${formatCount(more, "later month")} also ${more === 1 ? "differs" : "differ"}.\n`];
  return [...told, ...rest].join("");
}

/**
 * The note below what is said of a signed month as it is now, where that is not as it was signed; '' where it
 * is. Worked out before anything is printed: where it cannot be, nothing of the month is.
 *
 * @param given the options asked for; those left out are the ledger's own
 * @throws TieoutError when the ledger cannot be opened or read; LEDGER_CORRUPT, AUDIT_MISMATCH when a kept run
 *   is gone or no check; SUM_OVERFLOW
 */
export async function unlikeSignedNote(
  of: { readonly ledger: string; readonly month: Month; readonly given: GivenOptions },
  context: ServiceContext,
): Promise<string> {
  const { unlikeSigned } = await import("../../main/services/close/changed-since.ts");
  const differs = unlikeSigned(of, context);
  return differs === null ? "" : `\n${driftWords([differs])}`;
}

/** What changed, a line for each kind; none where the sentence itself says all of it. */
export function kindLines(changed: ChangedSince): string[] {
  if (changed.count === 0) return [];
  return changedKinds(changed).map(({ title, phrases }) => `${title}: ${harmless(phrases.join("; "))}`);
}

/** As JSON documents hold it; null where it could not be determined. */
export function driftDocument(drifted: readonly DriftedMonth[] | null) {
  if (drifted === null) return null;
  return drifted.map(({ month, state, changedSince }) => {
    const { sentence, records, decisions, options, effects } = changedSince;
    return { month, state, sentence, records, decisions, options, effects };
  });
}
