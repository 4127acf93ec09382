/** `tieout import --review`: shows each of a reviewer's ticks and notes before it is imported. */
import { shellLine } from "../../core/words/command-line.ts";
import { type Interface, createInterface } from "node:readline/promises";
import { TieoutError, formatError, usageError } from "../../core/errors.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { endorsedIn } from "../../core/review/decisions/review.ts";
import { nameOf } from "../../core/review/decisions/note-rules.ts";
import type { DriftedMonth } from "../../main/services/close/changed-since.ts";
import type { ProposedReview, ReviewedWorkbook } from "../../core/review/decisions/typed-review.ts";
import {
  type TakenReview,
  acceptReview,
  readReviewedWorkbook,
} from "../../main/services/review/read-review.ts";
import type { ServiceContext } from "../../main/services/shared/thread-messages.ts";
import { findEdited } from "../../main/services/export/refuse-edited-target.ts";
import { type WorkbookRequest, verifyWorkbook } from "../../main/services/export/verify-workbook.ts";
import { driftDocument, monthsTouched } from "../terminal/drift.ts";
import { takenDecisions, writeDecisions } from "../terminal/review.ts";
import { type Session, type Terminal, harmless, print, tinted, writeJsonList } from "../terminal/terminal.ts";
import { withInstant } from "../../core/time.ts";

/** A finding that can be imported, with its number in the list. */
interface NumberedReview {
  /** From 1 on. */
  readonly number: number;
  readonly typed: ProposedReview;
}

function takeableOf({ items }: ReviewedWorkbook): NumberedReview[] {
  return items.flatMap((typed, at) =>
    typed.proposed === null && typed.point === null ? [] : [{ number: at + 1, typed }],
  );
}

/** Writes the whole list to the terminal's result stream. */
async function printTypedReview(terminal: Terminal, read: ReviewedWorkbook): Promise<void> {
  await printTypedHead(terminal, read);
  for (const [at, typed] of read.items.entries()) {
    await print(terminal, typedLines(terminal, typed, at + 1));
  }
  await printTypedNotes(terminal, read);
}

/** Writes which workbook it is, how much was typed in it and by whom, and what period it shows. */
async function printTypedHead(
  terminal: Terminal,
  { fileName, by, run, period, items }: ReviewedWorkbook,
): Promise<void> {
  const title = `${fileName}: ${typedCount(items.length)} ${by === "" ? "without a name" : `by ${by}`}`;
  // Who reviewed it is no matter where nothing was typed.
  const shown = items.length === 0 ? fileName : title;
  await print(terminal, `${tinted(terminal.stdout, "bold", harmless(shown))}\n`);
  const days = period === null ? "the whole history" : `${period.from} to ${period.to}`;
  await print(terminal, `Run ${run}, ${days}.\n\n`);
}

/** Writes what is to be known of the workbook as a whole before any of it is imported. */
async function printTypedNotes(terminal: Terminal, { notes }: ReviewedWorkbook): Promise<void> {
  for (const note of notes) await print(terminal, `Note: ${harmless(note)}\n`);
}

/** @example `1 tick or note`, `3 ticks or notes` */
function typedCount(count: number): string {
  return count === 1 ? "1 tick or note" : `${formatAmount(count)} ticks or notes`;
}

/** One finding: where it is, what it says, what was typed, what it would become, what to look at first. */
function typedLines({ stdout }: Terminal, typed: ProposedReview, number: number): string {
  const { row, rule, message, tick, note, proposed, point, caution, status } = typed;
  const becomes = [
    ...(proposed === null ? [] : [becomesWords(proposed)]),
    ...(point === null ? [] : [`would be a point: ${oneLine(point)}`]),
  ];
  const lines = [
    `${String(number).padStart(3)}  row ${row}  ${rule}  (${status ?? "no longer raised"})`,
    `     ${oneLine(message)}`,
    `     typed: ${tick === "" ? "no tick" : oneLine(tick)}${note === "" ? "" : `, ${oneLine(note)}`}`,
    ...(becomes.length === 0 ? [`     ${tinted(stdout, "dim", "not imported")}`] : []),
    ...becomes.map((words) => `     ${tinted(stdout, "green", words)}`),
    ...(caution === null ? [] : [`     ${tinted(stdout, "yellow", `! ${oneLine(caution)}`)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function oneLine(text: string): string {
  return harmless(text.replaceAll(/\s*[\n\r\u2028\u2029]\s*/gu, " ⏎ "));
}

/** Writes the list, what was imported of it, and which closed months it changed, as `tieout.reviewed/1`. */
async function writeTypedReviewJson(
  terminal: Terminal,
  { items, drifted, ...head }: ReviewedWorkbook & { readonly drifted: readonly DriftedMonth[] | null },
  taken: TakenReview | null,
): Promise<void> {
  const decisions = taken?.decisions.map(({ id, fingerprint, status, note, by, atMs }) =>
    withInstant({ id, fingerprint, status, note, by, atMs }),
  );
  const points = taken?.points.map(({ id: point, event, note: text, by, atMs }) => {
    const fingerprint = event.kind === "made" ? (event.finding?.fingerprint ?? null) : null;
    return withInstant({ point, fingerprint, text, by, atMs });
  });
  const numbered = items.map((typed, at) => ({ number: at + 1, ...typed }));
  const imported = { taken: decisions ?? null, points: points ?? null };
  const after = { drifted: driftDocument(drifted), ...imported, items: numbered };
  await writeJsonList(terminal, { schema: "tieout.reviewed/1", ...head, ...after }, "items");
}

/** A tick on a decision leaves that as it is. */
function becomesWords({ status, note }: NonNullable<ProposedReview["proposed"]>): string {
  return endorsedIn(note) === null
    ? `would be ${status}: ${oneLine(note)}`
    : `would be kept: ${oneLine(note)}`;
}

const NOTHING: TakenReview = { decisions: [], points: [] };

interface ReviewFlags {
  readonly review: string;
  readonly by?: string | undefined;
  readonly accept?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Shows what a reviewer typed, and imports what is accepted of it: by `--accept`, or asked for one by one on
 * a terminal.
 *
 * @throws TieoutError USAGE; otherwise as `readReviewedWorkbook` and `acceptReview`
 */
export async function takeReview(session: Session, ledger: string, flags: ReviewFlags): Promise<void> {
  const { terminal, context } = session;
  const { accept, json: asJson = false } = flags;
  const request = { ledger, file: flags.review, by: flags.by };
  const typed = await readReviewedWorkbook(request, context);
  const read = { ...typed, notes: [...typed.notes, ...(await notesOnEdits(request, context))] };
  session.progress.clear();
  const takeable = takeableOf(read);
  const isAsking = accept === undefined && !asJson && terminal.stdin.isTTY && terminal.stdout.isTTY;
  if (!asJson && !isAsking) await printTypedReview(terminal, read);
  const stated = flags.by ?? read.by;
  const { by, chosen } = isAsking
    ? await ask(session, read, takeable, stated)
    : { by: stated, chosen: accept === undefined ? [] : acceptedOf(accept, read, takeable) };
  const taken = chosen.length === 0 ? NOTHING : await accepted(session, ledger, read, chosen, by);
  const { decisions, points } = taken;
  if (!asJson && decisions.length + points.length > 0) {
    if (decisions.length > 0) await writeDecisions(session, ledger, takenDecisions(decisions), false);
    if (points.length > 0)
      await print(terminal, `${formatCount(points.length, "point")} made. tieout points lists them.\n`);
    return;
  }
  const isNamed = stated !== "";
  if (!asJson) {
    return conclude(session, read, takeable, { isChosen: accept !== undefined || isAsking, isNamed });
  }
  const fingerprints = decisions.map(({ fingerprint }) => fingerprint);
  const drifted = decisions.length === 0 ? [] : await monthsTouched(session, ledger, { fingerprints });
  await writeTypedReviewJson(terminal, { ...read, drifted }, accept === undefined ? null : taken);
}

/**
 * Whether other cells were edited than those that the workbook asks for: then the reviewer may have gone by
 * other figures than the ledger's. Only the comparison of all cells knows, so it is made each time;
 * see "Importing the review" in docs/audit-trail.md.
 *
 * @throws TieoutError CANCELLED; other failures are only reported, because the typed lines can still be shown
 */
async function notesOnEdits(request: WorkbookRequest, context: ServiceContext): Promise<string[]> {
  const command = shellLine("tieout", "verify", request.ledger, "--workbook", request.file);
  try {
    // The very bytes of an export need no comparison.
    if ((await findEdited(request.ledger, request.file, { format: "xlsx" })) === null) return [];
    const { editCount, isOtherLayout } = await verifyWorkbook(request, context);
    if (isOtherLayout) {
      return [
        `Another version of Tieout wrote the workbook, so other cells cannot be compared. \`${command}\` says more.`,
      ];
    }
    if (editCount === 0) return [];
    const were = editCount === 1 ? "was" : "were";
    return [
      `${formatCount(editCount, "edit")} ${were} made outside the cells meant for the reviewer. \`${command}\` lists them.`,
    ];
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code === "CANCELLED") throw error;
    return [`Its other cells could not be compared with the ledger: ${formatError(error)}.`];
  }
}

async function accepted(
  { context, progress }: Session,
  ledger: string,
  read: ReviewedWorkbook,
  chosen: readonly NumberedReview[],
  by: string,
): Promise<TakenReview> {
  if (by === "") throw unnamed();
  const items = chosen.map(({ typed: { fingerprint, seen, proposed, point } }) => ({
    fingerprint,
    seen,
    proposed,
    point,
  }));
  const taken = await acceptReview({ ledger, run: read.run, by, items }, context);
  progress.clear();
  return taken;
}

/**
 * What `--accept` names. What is in the list and cannot be imported is refused with the reason that the list
 * gives.
 *
 * @param text `all` for those that nothing is to be said about, or numbers of the list
 * @throws TieoutError USAGE
 */
function acceptedOf(
  text: string,
  { items }: ReviewedWorkbook,
  takeable: readonly NumberedReview[],
): NumberedReview[] {
  if (text.trim().toLowerCase() === "all") return takeable.filter(({ typed }) => typed.caution === null);
  const numbers = text.split(",").map((one) => one.trim());
  return numbers.map((one) => {
    const found = takeable.find(({ number }) => String(number) === one);
    if (found !== undefined) return found;
    if (!/^\d+$/u.test(one)) {
      throw usageError(`--accept takes all, or numbers of the list${suchAs(takeable)}; not "${one}".`);
    }
    throw usageError(`--accept cannot import ${one}: ${whyNot(items[Number(one) - 1], items.length)}`);
  });
}

function whyNot(typed: ReviewedWorkbook["items"][number] | undefined, listed: number): string {
  const caution = typed?.caution ?? null;
  if (caution !== null) return caution;
  if (listed === 0) return "the reviewer columns are empty.";
  return `the list has ${listed === 1 ? "only number 1" : `numbers 1 to ${listed}`}.`;
}

/** The reviewer's name is missing. */
function unnamed(): TieoutError {
  return usageError("The workbook does not say who reviewed it. Name the reviewer: --by NAME.");
}

/**
 * Goes through the whole list, and asks for each that can be imported; anything but yes leaves it out, the
 * end of input all that follow. The reviewer's name comes first, so that a missing or invalid name does not
 * lose the answers.
 *
 * @throws TieoutError USAGE without a name; DECISION_INVALID
 */
async function ask(
  { terminal, signal }: Session,
  read: ReviewedWorkbook,
  takeable: readonly NumberedReview[],
  stated: string,
): Promise<{ readonly by: string; readonly chosen: readonly NumberedReview[] }> {
  await printTypedHead(terminal, read);
  await printTypedNotes(terminal, read);
  const lines = createInterface({ input: terminal.stdin, output: terminal.stdout });
  try {
    const by = takeable.length === 0 ? stated : await reviewerOf(lines, stated, signal);
    const chosen: NumberedReview[] = [];
    for (const [at, typed] of read.items.entries()) {
      await print(terminal, typedLines(terminal, typed, at + 1));
      const one = takeable.find(({ number }) => number === at + 1);
      if (one === undefined) continue;
      const answer = await lines.question("     Import it? [y/N] ", { signal });
      if (/^y(?:es)?$/iu.test(answer.trim())) chosen.push(one);
    }
    return { by, chosen };
  } finally {
    lines.close();
  }
}

async function reviewerOf(lines: Interface, stated: string, signal: AbortSignal): Promise<string> {
  const by = stated === "" ? await lines.question("Who reviewed it? ", { signal }) : stated;
  if (by.trim() === "") throw unnamed();
  return nameOf(by);
}

/** Where nothing was imported: why, or how to. */
async function conclude(
  { terminal }: Session,
  { items }: ReviewedWorkbook,
  takeable: readonly NumberedReview[],
  { isChosen, isNamed }: { readonly isChosen: boolean; readonly isNamed: boolean },
): Promise<void> {
  if (items.length === 0) await print(terminal, "The reviewer columns are empty.\n");
  else if (isChosen) await print(terminal, "Nothing was imported.\n");
  else {
    const cautious = takeable.filter(({ typed }) => typed.caution !== null);
    const all = takeable.length - cautious.length;
    await print(terminal, `Nothing was written. ${howToImport(all, cautious, isNamed)}\n`);
  }
}

/**
 * @example
 *   `Import the 4 without a caution with --accept all, the one with a caution by its number: --accept 3.`
 */
function howToImport(all: number, cautious: readonly NumberedReview[], isNamed: boolean): string {
  const ways = [
    ...(all === 0 ? [] : [`${all === 1 ? "the one" : `the ${all}`} without a caution with --accept all`]),
    ...(cautious.length === 0
      ? []
      : [
          cautious.length === 1
            ? `the one with a caution by its number: --accept ${firstNumbers(cautious)}`
            : `the ${cautious.length} with a caution by their numbers, such as --accept ${firstNumbers(cautious)}`,
        ]),
  ];
  if (ways.length === 0) return "Nothing can be imported.";
  const by = isNamed ? "" : " Add --by NAME: the workbook does not say who reviewed it.";
  return `Import ${ways.join(", ")}.${by}`;
}

/** What `--accept` could name of a list, as an example; '' where nothing of it can be imported. */
function suchAs(takeable: readonly NumberedReview[]): string {
  return takeable.length === 0 ? "" : `, such as ${firstNumbers(takeable)}`;
}

/** The numbers of the first two, as `--accept` takes them. */
function firstNumbers(listed: readonly NumberedReview[]): string {
  return listed
    .slice(0, 2)
    .map(({ number }) => number)
    .join(",");
}
