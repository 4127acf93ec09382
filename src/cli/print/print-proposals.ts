/** Proposals from earlier decisions as text: each with where it comes from, then why others have none. */
import type { ChangeWording } from "../../core/fields/field-words.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { periodTitle } from "../../core/words/month.ts";
import { digitsToTellApart } from "../../core/review/decisions/fingerprints.ts";
import { type StandingAnswer, WITHHELD } from "../../core/review/standing/proposals.ts";
import { WITHHELD_WORDS, originWords, sameWords } from "../../core/review/standing/standing-words.ts";
import type { StandingReport } from "../../main/services/review/standing.ts";
import { MOST_LISTED, type Terminal, harmless, print, tinted } from "../terminal.ts";
import { noteLines, subjectOf } from "./print-review.ts";

const INDENT = " ".repeat(4);

type Proposed = Extract<StandingAnswer, { readonly withheld: null }>;

/** @example `October 2026: 3 of 12 undecided exceptions have a proposal from earlier decisions.` */
export function proposalCount({ answers, period }: StandingReport): string {
  const count = proposedOf(answers).length;
  const have = count === 1 ? "has" : "have";
  return `${periodTitle(period)}: ${formatAmount(count)} of ${formatCount(answers.length, "undecided exception")} ${have} a proposal from earlier decisions.`;
}

/** Writes the list to the terminal's result stream. */
export async function printProposals(
  terminal: Terminal,
  { answers }: StandingReport,
  wording: ChangeWording,
): Promise<void> {
  const digits = digitsToTellApart(answers.map(({ reviewed }) => reviewed.finding.fingerprint));
  const proposed = proposedOf(answers);
  for (const answer of proposed.slice(0, MOST_LISTED)) {
    await print(terminal, proposalLines(terminal, answer, digits, wording));
  }
  if (proposed.length > MOST_LISTED) {
    const first = `The first ${formatAmount(MOST_LISTED)} of ${formatAmount(proposed.length)} proposals are listed`;
    await print(terminal, `  … ${first}. Use --json for all of them, or --rule for fewer.\n`);
  }
  await print(terminal, withheldLines(answers));
}

function proposedOf(answers: readonly StandingAnswer[]): Proposed[] {
  return answers.filter((answer) => answer.proposal !== null);
}

function proposalLines(
  { stdout }: Terminal,
  { reviewed: { finding }, proposal }: Proposed,
  digits: number,
  { decimals, sayTime }: ChangeWording,
): string {
  const { status, words, same } = proposal;
  const lines = [
    `  ${finding.fingerprint.slice(0, digits)}  ${finding.severity}  ${subjectOf(finding)}`,
    `${INDENT}${harmless(finding.message)}`,
    ...noteLines(`${status}: ${words}`).map((line) => `${INDENT}${tinted(stdout, "green", line)}`),
    `${INDENT}${harmless(originWords(proposal, sayTime))}.`,
    `${INDENT}Same as then: ${harmless(sameWords(same, decimals))}.`,
  ];
  return `${lines.join("\n")}\n`;
}

/** How many have no proposal, by the reason. */
function withheldLines(answers: readonly StandingAnswer[]): string {
  const counts = Map.groupBy(answers, ({ withheld }) => withheld);
  const lines = WITHHELD.flatMap((reason) => {
    const count = counts.get(reason)?.length ?? 0;
    return count === 0 ? [] : [`  ${formatAmount(count)} without a proposal: ${WITHHELD_WORDS[reason]}.\n`];
  });
  return lines.join("");
}
