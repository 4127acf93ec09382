/** A review as text and as JSON: its progress, every exception with its decision, what was just decided, and proposals. */
import type { ChangeWording } from "../../core/reconcile/input/field-words.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { periodTitle } from "../../core/words/month.ts";
import { boundChangeLines } from "../../core/review/decisions/bound-records.ts";
import type { Decision } from "../../core/review/decisions/decision.ts";
import { withInstant } from "../../core/time.ts";
import { digitsToTellApart } from "../../core/review/decisions/fingerprints.ts";
import {
  REVIEW_STATUSES,
  type ReviewStatus,
  type ReviewedFinding,
  isException,
} from "../../core/review/decisions/review.ts";
import type { ReviewedCount } from "../../core/words/verdict.ts";
import { letterWaitWords } from "../../core/review/letters/letter-words.ts";
import { type StandingAnswer, WITHHELD, WITHHELD_WORDS } from "../../core/review/standing/proposals.ts";
import { originWords, sameWords, type StandingReport } from "../../core/review/standing/standing-words.ts";
import type { ReviewReport, TakenDecisions } from "../../main/services/review/review.ts";
import {
  type Session,
  MOST_LISTED,
  type Terminal,
  type TextTone,
  harmless,
  noteLines,
  print,
  printMoment,
  tinted,
  writeJsonList,
} from "./terminal.ts";
import { driftDocument, driftWords, monthsTouched } from "./drift.ts";
import { candidateNotes, notedBy, payrefWords, subjectOfFinding } from "./words.ts";

const TONE: Readonly<Record<ReviewStatus, TextTone>> = {
  open: "red",
  reopened: "red",
  raised: "yellow",
  explained: "green",
  accepted: "green",
};
const STATUS_WIDTH = Math.max(...REVIEW_STATUSES.map((status) => status.length));
const INDENT = " ".repeat(STATUS_WIDTH + 4);

/** Writes the whole list to the terminal's result stream. */
export async function printReview(
  terminal: Terminal,
  review: ReviewReport,
  wording: ChangeWording,
): Promise<void> {
  const { progress, period } = review;
  const exceptions = review.findings.filter(({ finding }) => isException(finding));
  const counts = REVIEW_STATUSES.map((status) => `${formatAmount(progress.byStatus[status])} ${status}`);
  const verdict = `${periodTitle(period)}: ${formatAmount(progress.reviewed)} of ${formatCount(progress.total, "exception")} reviewed.`;
  const { error, warning } = progress.bySeverity;
  if (review.shows !== null) await printMoment(terminal, review.shows);
  await print(terminal, `\n${tinted(terminal.stdout, "bold", verdict)}\n\n`);
  await print(
    terminal,
    `  Errors ${countsOf(error)}, warnings ${countsOf(warning)}: ${counts.join(", ")}.\n\n`,
  );
  await printExceptions(terminal, exceptions, review.waits, wording);
}

/** Writes exceptions one after the other, each with its decision and the letter that it waits for. */
export async function printExceptions(
  terminal: Terminal,
  exceptions: readonly ReviewedFinding[],
  waits: ReviewReport["waits"],
  wording: ChangeWording,
): Promise<void> {
  const digits = digitsToTellApart(exceptions.map(({ finding }) => finding.fingerprint));
  const shown = exceptions.slice(0, MOST_LISTED);
  for (const exception of shown) {
    await print(terminal, exceptionLines(terminal, exception, { digits, wording }));
    const wait = waits.get(exception.finding.fingerprint);
    if (wait !== undefined) await print(terminal, `${INDENT}  ${harmless(letterWaitWords(wait))}\n`);
  }
  if (shown.length === exceptions.length) return;
  const listedAs = `The first ${formatAmount(shown.length)} of ${formatAmount(exceptions.length)} exceptions are listed`;
  await print(terminal, `  … ${listedAs}. Use --json for all of them, or a period for fewer.\n`);
}

function countsOf({ reviewed, total }: ReviewedCount): string {
  return `${formatAmount(reviewed)} of ${formatAmount(total)}`;
}

/** At most so many changes of a finding's records are listed. */
const TOLD = 20;

function exceptionLines(
  terminal: Terminal,
  reviewed: ReviewedFinding,
  { digits, wording }: { readonly digits: number; readonly wording: ChangeWording },
): string {
  const { finding, status, decision, before, changes } = reviewed;
  const shown = tinted(terminal.stdout, TONE[status], status.padEnd(STATUS_WIDTH));
  const lines = [
    `  ${shown}  ${finding.fingerprint.slice(0, digits)}  ${finding.severity}  ${subjectOf(finding)}`,
    `${INDENT}${harmless(finding.message)}`,
    ...candidateNotes(finding).map((line) => `${INDENT}${line}`),
    ...(decision === null ? [] : indented(notedBy(decision, wording))),
    ...(before === null
      ? []
      : indented([
          `Was ${before.status} when: ${harmless(before.finding.message)}`,
          ...notedBy(before, wording),
          ...(changes.length === 0 ? [] : ["Changed since:"]),
          ...boundChangeLines(changes, TOLD, wording).map((line) => `  ${harmless(line)}`),
        ])),
  ];
  return `${lines.join("\n")}\n`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `${INDENT}  ${line}`);
}

/** The rule and the record it is about. */
function subjectOf(finding: ReviewedFinding["finding"] | Decision["finding"]): string {
  return `${finding.rule} — ${subjectOfFinding(finding)}${payrefWords(finding.payref)}`;
}

/** @param most how many are printed, a line each; the others are counted */
async function printDecisions(
  terminal: Terminal,
  { ids, all }: TakenDecisions,
  most = Infinity,
): Promise<void> {
  let told = 0;
  for (const { id, status, undoes, finding } of all()) {
    if (told === most) break;
    const what = undoes === null ? status : `undone, ${status} again`;
    await print(terminal, `${what}: ${subjectOf(finding)} (decision ${id})\n`);
    told += 1;
  }
  const more = ids.length - most;
  const last = ids.at(-1);
  if (more > 0 && last !== undefined)
    await print(terminal, `… and ${formatAmount(more)} more, the last of them decision ${last}.\n`);
}

/** Writes decisions, or `tieout.decision/1`. @param most how many are printed; the JSON has all */
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
  const drifted = fingerprints.length === 0 ? [] : await monthsTouched(session, ledger, { fingerprints });
  if (!json) return print(terminal, driftWords(drifted ?? []));
  const head = { schema: "tieout.decision/1", drifted: driftDocument(drifted) };
  return writeJsonList(terminal, { ...head, decisions: documentsOf(decisions.all()) }, "decisions");
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
  for (const decision of decisions) yield withInstant(decision);
}

const PROPOSAL_INDENT = " ".repeat(4);

type OfferedAnswer = Extract<StandingAnswer, { readonly withheld: null }>;

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

function proposedOf(answers: readonly StandingAnswer[]): OfferedAnswer[] {
  return answers.filter((answer) => answer.proposal !== null);
}

function proposalLines(
  { stdout }: Terminal,
  { reviewed: { finding }, proposal }: OfferedAnswer,
  digits: number,
  { decimals, sayTime }: ChangeWording,
): string {
  const { status, words, same } = proposal;
  const lines = [
    `  ${finding.fingerprint.slice(0, digits)}  ${finding.severity}  ${subjectOf(finding)}`,
    `${PROPOSAL_INDENT}${harmless(finding.message)}`,
    ...noteLines(`${status}: ${words}`).map((line) => `${PROPOSAL_INDENT}${tinted(stdout, "green", line)}`),
    `${PROPOSAL_INDENT}${harmless(originWords(proposal, sayTime))}.`,
    `${PROPOSAL_INDENT}Same as then: ${harmless(sameWords(same, decimals))}.`,
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
