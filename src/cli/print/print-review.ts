/** A review as text: its progress, then every exception with its decision and reason. */
import type { ChangeWording } from "../../core/fields/field-words.ts";
import type { ReviewedCount } from "../../core/words/verdict.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { boundChangeLines } from "../../core/review/decisions/bound-records.ts";
import type { Decision } from "../../core/review/decisions/decision.ts";
import { digitsToTellApart } from "../../core/review/decisions/fingerprints.ts";
import {
  REVIEW_STATUSES,
  type ReviewStatus,
  type ReviewedFinding,
  isException,
} from "../../core/review/decisions/review.ts";
import { letterWaitWords } from "../../core/review/letters/letter-words.ts";
import { periodTitle } from "../../core/words/month.ts";
import type { ReviewReport, TakenDecisions } from "../../main/services/review/review.ts";
import { candidateLines, payrefWords, subjectOfFinding } from "./record-words.ts";
import { MOST_LISTED, type Terminal, type TextTone, harmless, print, tinted } from "../terminal.ts";

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
  const verdict = `${periodTitle(period)}: ${reviewedOf(progress)} reviewed.`;
  const { error, warning } = progress.bySeverity;
  await print(terminal, `\n${tinted(terminal.stdout, "bold", verdict)}\n\n`);
  await print(
    terminal,
    `  Errors ${countsOf(error)}, warnings ${countsOf(warning)}: ${counts.join(", ")}.\n\n`,
  );
  await printExceptions(terminal, exceptions, review.waits, wording);
}

/**
 * Writes exceptions one after the other, each with what was decided on it and the letter that it waits for.
 */
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

function reviewedOf({ reviewed, total }: ReviewedCount): string {
  return `${formatAmount(reviewed)} of ${formatCount(total, "exception")}`;
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
    ...candidateLines(finding).map((line) => `${INDENT}${line}`),
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
export function subjectOf(finding: ReviewedFinding["finding"] | Decision["finding"]): string {
  return `${finding.rule} — ${subjectOfFinding(finding)}${payrefWords(finding.payref)}`;
}

/** A note line by line, as a terminal may show it. */
export function noteLines(note: string): string[] {
  return note.split(/\r\n|[\n\r\u2028\u2029]/u).map(harmless);
}

/** Who decided when, and the note, line by line. */
export function notedBy(
  { by, atMs, note }: Pick<Decision, "by" | "atMs" | "note">,
  { sayTime }: ChangeWording,
): string[] {
  const [first = "", ...rest] = noteLines(note);
  return [`${harmless(by)}, ${sayTime(atMs)}${first === "" ? "" : `: ${first}`}`, ...rest];
}

/**
 * Writes what was just decided, or undone, one line each.
 *
 * @param most how many are listed; the others are counted
 */
export async function printDecisions(
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
