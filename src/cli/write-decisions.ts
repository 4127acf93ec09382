/** What was just decided, or undone: as text or JSON, with the prepared and signed months that are others for it. */
import type { Decision } from "../core/review/decision.ts";
import { decisionsDocument } from "../core/review/documents.ts";
import { writeJsonList } from "./json-list.ts";
import { monthsTouched } from "./months-touched.ts";
import { driftWords } from "./print-drift.ts";
import { printDecisions } from "./print-review.ts";
import type { Session } from "./session.ts";
import { print } from "./terminal.ts";

/**
 * Writes decisions to the terminal's result stream, or as `tieout.decision/1`.
 *
 * @param most how many are told one by one; all of them are in the JSON
 */
export async function writeDecisions(
  session: Session,
  ledger: string,
  decisions: readonly Decision[],
  json: boolean,
  most = Infinity,
): Promise<void> {
  const { terminal, progress } = session;
  const fingerprints = decisions.map(({ fingerprint }) => fingerprint);
  // What was written is told before anything else can fail.
  progress.clear();
  if (!json) await printDecisions(terminal, decisions, most);
  const drifted = fingerprints.length === 0 ? [] : monthsTouched(session, ledger, { fingerprints });
  if (!json) return print(terminal, driftWords(drifted ?? []));
  const { decisions: taken, ...head } = decisionsDocument(decisions);
  return writeJsonList(terminal, { ...head, drifted }, "decisions", taken);
}
