/** Prints a match just saved or undone: its status, its sum, and the closed months that it changes. */
import { matchesDocument } from "../core/review/decisions/documents.ts";
import type { StandingMatch } from "../core/review/match/manual-match.ts";
import { type CheckedMatch, matchArithmetic } from "../main/services/review/match-candidates.ts";
import { ledgerWording } from "./ledger-wording.ts";
import { writeJsonList } from "./print/json-list.ts";
import { monthsTouched, toldBeside } from "./months-touched.ts";
import { driftDocument, driftWords } from "./print/month/print-drift.ts";
import { printMatches } from "./print/print-match.ts";
import type { Session } from "./session.ts";
import { harmless, print, tinted } from "./terminal.ts";

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
  // What was saved is printed before anything else can fail.
  progress.clear();
  if (!json) await printMatches(terminal, [match], ledgerWording(ledger));
  const arithmetic = isNew
    ? toldBeside(session, "The sum of the match", () => matchArithmetic(ledger, match, session.context))
    : null;
  const touched = {
    walletIDs: match.entries.map(({ walletID }) => walletID),
    payIDs: match.transactions.map(({ payID }) => payID),
  };
  const drifted = monthsTouched(session, ledger, touched);
  if (json) {
    const { matches, ...head } = matchesDocument([match]);
    return writeJsonList(
      terminal,
      { ...head, arithmetic, drifted: driftDocument(drifted) },
      "matches",
      matches,
    );
  }
  if (arithmetic !== null) await print(terminal, arithmeticLines(session, arithmetic));
  await print(terminal, driftWords(drifted ?? []));
}

/** What it comes to, and in one line what somebody may want to look at again. */
function arithmeticLines({ terminal }: Session, { sentence, cautions }: CheckedMatch): string {
  const told = `${harmless(sentence)}\n`;
  if (cautions.length === 0) return told;
  return `${told}${tinted(terminal.stdout, "yellow", "Caution:")} ${cautions.join("; ")}.\n`;
}
