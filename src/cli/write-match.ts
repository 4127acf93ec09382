/** A match that was just made or taken back: how it stands, what it comes to, which closed months are others for it. */
import { matchesDocument } from "../core/review/documents.ts";
import type { StandingMatch } from "../core/review/manual-match.ts";
import { matchArithmetic } from "../main/services/match-candidates.ts";
import { writeJsonList } from "./json-list.ts";
import { monthsTouched, toldBeside } from "./months-touched.ts";
import { driftWords } from "./print-drift.ts";
import { printMatches } from "./print-match.ts";
import type { Session } from "./session.ts";
import { harmless, print } from "./terminal.ts";

/**
 * Writes it to the terminal's result stream, or as `tieout.match/1` with `arithmetic` and `drifted`.
 *
 * @param isNew whether it was just made, and so comes to something
 */
export async function writeMatch(
  session: Session,
  ledger: string,
  match: StandingMatch,
  { isNew, json }: { readonly isNew: boolean; readonly json: boolean },
): Promise<void> {
  const { terminal, progress } = session;
  // What was written is told before anything else can fail.
  progress.clear();
  if (!json) await printMatches(terminal, [match]);
  const arithmetic = isNew
    ? toldBeside(session, "What it comes to", () => matchArithmetic(ledger, match, session.context))
    : null;
  const touched = {
    walletIDs: match.entries.map(({ walletID }) => walletID),
    payIDs: match.transactions.map(({ payID }) => payID),
  };
  const drifted = monthsTouched(session, ledger, touched);
  if (json) {
    const { matches, ...head } = matchesDocument([match]);
    return writeJsonList(terminal, { ...head, arithmetic, drifted }, "matches", matches);
  }
  const sentence = arithmetic === null ? "" : `${harmless(arithmetic.sentence)}\n`;
  await print(terminal, `${sentence}${driftWords(drifted ?? [])}`);
}
