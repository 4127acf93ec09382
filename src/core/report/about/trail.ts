/**
 * D2: what people decided, matched, attached, asked the provider and closed, in the order of the audit trail.
 */
import { letterName } from "../../review/letters/letter-words.ts";
import { TieoutError } from "../../errors.ts";
import type { Attachment } from "../../review/attached/attachment.ts";
import { subjectWords } from "../../review/attached/attached-words.ts";
import type { CloseStep } from "../../review/close/close.ts";
import type { Decision } from "../../review/decisions/decision.ts";
import type { LetterStep } from "../../review/letters/letter-step.ts";
import { formatCount } from "../../money.ts";
import { STEP_WORDS } from "../../review/close/close-rules.ts";
import { stepNote } from "../lead/close-words.ts";
import type { ReportInput, ReportMatch } from "../input.ts";
import type { Figures } from "../figures.ts";
import type { CellTone } from "../model.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { monthTitle } from "../words/verdict.ts";

/** A decision, a match or a step of the close, with its reversals. */
interface TrailLine {
  readonly about: string;
  readonly by: string;
  readonly atMs: number;
  readonly id: number;
  readonly status: string;
  readonly undoes?: number | null;
  /** Of a fingerprint, as many digits as people type. */
  readonly digits?: string;
  readonly sequence: number;
  readonly note: string | null;
  readonly tone: CellTone;
}

const TRAIL = columnsOf<TrailLine>()({
  finding: { header: "Decided on", kind: "text", value: ({ about }) => about },
  by: { header: "By", kind: "text", value: ({ by }) => by },
  when: { header: "When ({zone})", kind: "instant", value: ({ atMs }) => atMs },
  number: { header: "No.", kind: "id", value: ({ id }) => id },
  status: { header: "Status", kind: "text", value: ({ status }) => status },
  undoes: { header: "Undoes No.", kind: "id", value: ({ undoes = null }) => undoes },
  fingerprint: { header: "Fingerprint", kind: "text", value: ({ digits = null }) => digits },
  link: { header: "Link", kind: "id", width: 8, value: ({ sequence }) => sequence },
  note: { header: "Note", kind: "wrapped", value: ({ note }) => note },
});
export type TrailTable = ReportTable<TrailLine, keyof typeof TRAIL>;

export function trailTable(figures: Figures): TrailTable {
  const { input } = figures;
  return new ReportTable(figures, {
    id: "decisions",
    title:
      "Decisions, manual matches, evidence, letters and steps of the close, in the order of the audit trail",
    empty: "No decisions, matches, evidence, letters or close steps yet.",
    columns: TRAIL,
    count: input.trail.length,
    lines: () => trailLines(input),
    tone: ({ tone }) => tone,
  });
}

/**
 * One row for each link: decisions, matches and evidence with their reversals, steps of letters, and every
 * step of the close of any month.
 *
 * @throws TieoutError AUDIT_MISMATCH naming a link whose row is gone
 */
function* trailLines(input: ReportInput): Generator<TrailLine> {
  const decisions = byId(input.decisions);
  const matches = byId(input.matches);
  const steps = byId(input.closeSteps);
  const attachments = byId(input.attachments);
  const letters = byId(input.letterSteps);
  const withdrawn = new Set(input.attachments.map(({ undoes }) => undoes));
  for (const link of input.trail) {
    const { sequence } = link;
    switch (link.kind) {
      case "decision":
        yield decisionLine(held(decisions, link), sequence);
        break;
      case "match":
        yield matchLine(held(matches, link), sequence);
        break;
      case "close":
        yield stepLine(held(steps, link), sequence);
        break;
      case "attachment":
        yield attachmentLine(held(attachments, link), withdrawn, sequence);
        break;
      case "letter":
        yield letterLine(held(letters, link), sequence);
    }
  }
}

function byId<T extends { readonly id: number }>(records: readonly T[]): Map<number, T> {
  return new Map(records.map((record) => [record.id, record]));
}

function held<T>(records: ReadonlyMap<number, T>, link: ReportInput["trail"][number]): T {
  const record = records.get(link.id);
  if (record !== undefined) return record;
  const sentence = "The audit trail records what the ledger does not hold";
  throw new TieoutError("AUDIT_MISMATCH", sentence, { record: `link ${link.sequence}` });
}

/** How many digits of a fingerprint people type. */
const SHOWN_DIGITS = 12;

function decisionLine(decision: Decision, sequence: number): TrailLine {
  const { finding, fingerprint, note, undoes } = decision;
  const { rule, walletID, payID, payref } = finding;
  const subject = walletID !== null ? `walletID ${walletID}` : `payID ${payID ?? payref ?? ""}`;
  return {
    ...decision,
    sequence,
    about: `${rule}, ${subject}`,
    note: note || null,
    digits: fingerprint.slice(0, SHOWN_DIGITS),
    tone: undoes === null ? "plain" : "quiet",
  };
}

const MATCH_WORDS = {
  "in-force": "matched",
  reopened: "matched, reopened",
  undone: "matched, undone",
} as const;

function matchLine(match: ReportMatch, sequence: number): TrailLine {
  const { records, state, undoes, note } = match;
  const entries = idsOf(
    "walletID",
    records.entries.map(({ walletID }) => walletID),
  );
  const payments = idsOf(
    "payID",
    records.transactions.map(({ payID }) => payID),
  );
  return {
    ...match,
    sequence,
    about: `${entries} with ${payments}`,
    status: undoes === null ? MATCH_WORDS[state] : "match undone",
    note: note || null,
    tone: state === "undone" ? "quiet" : "plain",
  };
}

/** How many ids are named; the window lists them all. */
const MOST_IDS = 6;

/** @example walletID 5; walletIDs 5, 6; walletIDs 1, 2, 3, 4, 5, 6 and 12 more */
function idsOf(noun: string, ids: readonly number[]): string {
  if (ids.length === 1) return `${noun} ${ids[0]}`;
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : "";
  return `${noun}s ${ids.slice(0, MOST_IDS).join(", ")}${more}`;
}

/** The file by its name, what it is evidence of, and its hash, so that the file itself can be compared. */
function attachmentLine(
  attachment: Attachment,
  withdrawn: ReadonlySet<number | null>,
  sequence: number,
): TrailLine {
  const { id, name, subject, sha256, note, undoes } = attachment;
  const isOver = undoes !== null || withdrawn.has(id);
  const state = isOver ? "attached, withdrawn" : "attached";
  return {
    ...attachment,
    sequence,
    about: `${name}, for ${subjectWords(subject)}`,
    status: undoes === null ? state : "evidence withdrawn",
    ...(subject.kind === "finding" ? { digits: subject.fingerprint.slice(0, SHOWN_DIGITS) } : {}),
    note: [...(note === "" ? [] : [note]), `SHA-256 ${sha256}`].join("\n"),
    tone: isOver ? "quiet" : "plain",
  };
}

/** A letter that was written, with its document's hash; that it was sent, or answered. */
function letterLine(step: LetterStep, sequence: number): TrailLine {
  const { letter, event, note } = step;
  const said = note === "" ? [] : [note];
  const line = { ...step, sequence, about: letterName(letter), tone: "plain" } as const;
  switch (event.kind) {
    case "written": {
      const status = `written, ${formatCount(event.items.length, "question")}`;
      return { ...line, status, note: [...said, event.file, `SHA-256 ${event.sha256}`].join("\n") };
    }
    case "sent": {
      const how = event.how === "" ? [] : [event.how];
      return { ...line, status: `sent ${event.on}`, note: [`To ${event.to}`, ...how, ...said].join("\n") };
    }
    case "answered": {
      const shown = event.evidence === null ? [] : [`Evidence ${event.evidence}`];
      return { ...line, status: `answered ${event.on}`, note: [...said, ...shown].join("\n") };
    }
  }
}

function stepLine(step: CloseStep, sequence: number): TrailLine {
  const run = step.frozen === null ? "" : `, run ${step.frozen.runId}`;
  return {
    ...step,
    sequence,
    about: monthTitle(step.month),
    status: `${STEP_WORDS[step.step]}${run}`,
    note: stepNote(step),
    tone: "plain",
  };
}
