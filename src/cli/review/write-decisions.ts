/**
 * Prints a decision or undo that was just saved, as text or JSON, with the prepared and signed months that it
 * changes.
 */
import type { Decision } from "../../core/review/decisions/decision.ts";
import { decisionDocument } from "../../core/review/decisions/documents.ts";
import { writeJsonList } from "../print/json-list.ts";
import { monthsTouched } from "../months-touched.ts";
import { driftDocument, driftWords } from "../print/month/print-drift.ts";
import { printDecisions } from "../print/print-review.ts";
import type { TakenDecisions } from "../../main/services/review/review.ts";
import type { Session } from "../session.ts";
import { print } from "../terminal.ts";

/**
 * Writes decisions to the terminal's result stream, or as `tieout.decision/1`.
 *
 * @param most how many are printed; all of them are in the JSON
 */
export async function writeDecisions(
  session: Session,
  ledger: string,
  decisions: TakenDecisions,
  json: boolean,
  most = Infinity,
): Promise<void> {
  const { terminal, progress } = session;
  const { fingerprints } = decisions;
  // What was saved is printed before anything else can fail.
  progress.clear();
  if (!json) await printDecisions(terminal, decisions, most);
  const drifted = fingerprints.length === 0 ? [] : monthsTouched(session, ledger, { fingerprints });
  if (!json) return print(terminal, driftWords(drifted ?? []));
  const head = { schema: "tieout.decision/1", drifted: driftDocument(drifted) };
  return writeJsonList(terminal, head, "decisions", documentsOf(decisions.all()));
}

/** Decisions of which there are few enough to be held. */
export function takenDecisions(decisions: readonly Decision[]): TakenDecisions {
  return {
    ids: decisions.map(({ id }) => id),
    fingerprints: decisions.map(({ fingerprint }) => fingerprint),
    all: () => decisions,
  };
}

function* documentsOf(decisions: Iterable<Decision>) {
  for (const decision of decisions) yield decisionDocument(decision);
}
