/** Points of a reviewer as text, and as JSON (schema tieout.points/1). */
import type { Month } from "../../core/review/close/close.ts";
import { type Point, isAnswered, pointStateWords, unansweredOf } from "../../core/review/close/points.ts";
import { subjectWords } from "../../core/review/file/attachment.ts";
import type { ChangeWording } from "../../core/reconcile/input/field-words.ts";
import { withInstant } from "../../core/time.ts";
import { listPoints } from "../../main/services/review/points.ts";
import { type Session, type Terminal, harmless, print, tinted, writeJsonList } from "./terminal.ts";
import { ledgerWording, notedBy } from "./words.ts";

/** Writes those that are asked for to the terminal's result stream. */
export async function writePoints(
  { terminal, progress }: Session,
  of: { readonly ledger: string; readonly month: Month | null },
  { isAsked, json }: { readonly isAsked: (point: Point) => boolean; readonly json: boolean },
): Promise<void> {
  const points = listPoints(of).filter(isAsked);
  progress.clear();
  if (json) {
    const head = { schema: "tieout.points/1", open: unansweredOf(points).length };
    return writeJsonList(terminal, { ...head, points: points.map(pointDocument) }, "points");
  }
  if (points.length === 0) return print(terminal, "No points.\n");
  const wording = ledgerWording(of.ledger);
  for (const point of points) await print(terminal, `${linesOf(terminal, point, wording).join("\n")}\n`);
}

function linesOf({ stdout }: Terminal, point: Point, wording: ChangeWording): string[] {
  const { id, month, finding, replies } = point;
  const state = tinted(stdout, isAnswered(point) ? "dim" : "yellow", pointStateWords(point));
  const about = subjectWords(finding === null ? { kind: "month", month } : { kind: "finding", ...finding });
  const on = finding === null ? "" : `${month}, `;
  return [
    `Point ${id}  ${state}  ${on}${harmless(about)}`,
    ...notedBy(point, wording).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)),
    ...replies.flatMap((reply) => {
      const [first = "", ...rest] = notedBy(reply, wording);
      const what = reply.kind === "answered" ? "Answered" : "Made again";
      return [`  ${what} by ${first}`, ...rest.map((line) => `    ${line}`)];
    }),
  ];
}

function pointDocument(point: Point) {
  const { id, month, finding, by, note: text, atMs, replies } = point;
  return {
    ...withInstant({ point: id, month, finding, by, text, atMs }),
    answered: isAnswered(point),
    replies: replies.map(({ kind, by: name, note, atMs: at }) =>
      withInstant({ kind, by: name, text: note, atMs: at }),
    ),
  };
}
