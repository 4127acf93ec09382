/** Manual matches as text: status, records, author, reason, and what changed since. */
import type { ChangeWording } from "../../core/fields/field-words.ts";
import { formatCount } from "../../core/money.ts";
import { boundChangeWords } from "../../core/review/decisions/bound-records.ts";
import type { MatchState, StandingMatch } from "../../core/review/match/manual-match.ts";
import { notedBy } from "./print-review.ts";
import { type Terminal, type TextTone, harmless, print, tinted } from "../terminal.ts";

const TONE: Readonly<Record<MatchState, TextTone>> = { "in-force": "green", reopened: "red", undone: "dim" };
const WORDS: Readonly<Record<MatchState, string>> = {
  "in-force": "in force",
  reopened: "reopened",
  undone: "undone",
};
const WIDTH = Math.max(...Object.values(WORDS).map((words) => words.length));
const INDENT = " ".repeat(WIDTH + 4);

/** Writes the list to the terminal's result stream. */
export async function printMatches(
  terminal: Terminal,
  matches: readonly StandingMatch[],
  wording: ChangeWording,
): Promise<void> {
  if (matches.length === 0) await print(terminal, "There are no manual matches.\n");
  for (const match of matches) await print(terminal, `${linesOf(terminal, match, wording).join("\n")}\n`);
}

function linesOf(terminal: Terminal, match: StandingMatch, wording: ChangeWording): string[] {
  const { id, state, undone, entries, transactions, changes } = match;
  const shown = tinted(terminal.stdout, TONE[state], WORDS[state].padEnd(WIDTH));
  const walletIDs = entries.map(({ walletID }) => walletID).join(", ");
  const payIDs = transactions.map(({ payID }) => payID).join(", ");
  return [
    `  ${shown}  match ${id}: walletID ${walletIDs} with payID ${payIDs}`,
    ...notedBy(match, wording).map((line) => `${INDENT}${line}`),
    ...(undone === null
      ? []
      : notedBy(undone, wording).map((line, at) => `${INDENT}${at === 0 ? "Undone by " : ""}${line}`)),
    ...(changes.length === 0 ? [] : [`${INDENT}${formatCount(changes.length, "change")} since:`]),
    ...changes.map((change) => `${INDENT}  ${harmless(boundChangeWords(change, wording))}`),
  ];
}
