/** A reviewer's ticks and notes from a workbook as text, shown before any of them is imported. */
import { endorsedIn } from "../../core/review/decisions/endorsement.ts";
import { formatAmount } from "../../core/money.ts";
import { withInstant } from "../../core/time.ts";
import type { Decision } from "../../core/review/decisions/decision.ts";
import type { DriftedMonth } from "../../main/services/close/months.ts";
import { driftDocument } from "./month/print-drift.ts";
import type { ReviewedWorkbook, ProposedReview } from "../../main/services/review/read-review.ts";
import { writeJsonList } from "./json-list.ts";
import { type Terminal, harmless, print, tinted } from "../terminal.ts";

/** A finding that can be imported, with its number in the list. */
export interface NumberedReview {
  /** From 1 on. */
  readonly number: number;
  readonly typed: ProposedReview & { readonly proposed: NonNullable<ProposedReview["proposed"]> };
}

/** Those that can be imported. */
export function takeableOf({ items }: ReviewedWorkbook): NumberedReview[] {
  return items.flatMap((typed, at) =>
    typed.proposed === null ? [] : [{ number: at + 1, typed: { ...typed, proposed: typed.proposed } }],
  );
}

/** Writes the whole list to the terminal's result stream. */
export async function printTypedReview(terminal: Terminal, read: ReviewedWorkbook): Promise<void> {
  await printTypedHead(terminal, read);
  for (const [at, typed] of read.items.entries()) {
    await print(terminal, typedLines(terminal, typed, at + 1));
  }
  await printTypedNotes(terminal, read);
}

/** Writes which workbook it is, how much was typed in it and by whom, and what period it shows. */
export async function printTypedHead(
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
export async function printTypedNotes(terminal: Terminal, { notes }: ReviewedWorkbook): Promise<void> {
  for (const note of notes) await print(terminal, `Note: ${harmless(note)}\n`);
}

/** @example `1 tick or note`, `3 ticks or notes` */
function typedCount(count: number): string {
  return count === 1 ? "1 tick or note" : `${formatAmount(count)} ticks or notes`;
}

/** One finding: where it is, what it says, what was typed, what it would become, what to look at first. */
export function typedLines({ stdout }: Terminal, typed: ProposedReview, number: number): string {
  const { row, rule, message, tick, note, proposed, caution, status } = typed;
  const becomes =
    proposed === null
      ? tinted(stdout, "dim", "not imported")
      : tinted(stdout, "green", becomesWords(proposed));
  const lines = [
    `${String(number).padStart(3)}  row ${row}  ${rule}  (${status ?? "no longer raised"})`,
    `     ${oneLine(message)}`,
    `     typed: ${tick === "" ? "no tick" : oneLine(tick)}${note === "" ? "" : `, ${oneLine(note)}`}`,
    `     ${becomes}`,
    ...(caution === null ? [] : [`     ${tinted(stdout, "yellow", `! ${oneLine(caution)}`)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function oneLine(text: string): string {
  return harmless(text.replaceAll(/\s*[\n\r\u2028\u2029]\s*/gu, " ⏎ "));
}

/** Writes the list, what was imported of it, and which closed months it changed, as `tieout.reviewed/1`. */
export async function writeTypedReviewJson(
  terminal: Terminal,
  { items, drifted, ...head }: ReviewedWorkbook & { readonly drifted: readonly DriftedMonth[] | null },
  taken: readonly Decision[] | null,
): Promise<void> {
  const decisions = taken?.map(({ id, fingerprint, status, note, by, atMs }) =>
    withInstant({ id, fingerprint, status, note, by, atMs }),
  );
  const numbered = items.map((typed, at) => ({ number: at + 1, ...typed }));
  const after = { drifted: driftDocument(drifted), taken: decisions ?? null };
  const document = { schema: "tieout.reviewed/1", ...head, ...after };
  await writeJsonList(terminal, document, "items", numbered);
}

/** A tick or remark on a decision leaves that as it is. */
function becomesWords({ status, note }: NumberedReview["typed"]["proposed"]): string {
  return endorsedIn(note) === null
    ? `would be ${status}: ${oneLine(note)}`
    : `would be kept: ${oneLine(note)}`;
}
