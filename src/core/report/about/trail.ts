/** D2: what people decided, matched and closed, in the order of the audit trail. */
import { TieoutError } from "../../errors.ts";
import type { CloseStep } from "../../review/close/close.ts";
import type { Decision } from "../../review/decisions/decision.ts";
import { STEP_WORDS } from "../../review/close/close-rules.ts";
import { stepNote } from "../lead/close-words.ts";
import type { ReportInput, ReportMatch } from "../input.ts";
import type { Cell, Column, Row, Tone } from "../model.ts";
import { monthTitle } from "../words/verdict.ts";

export function trailColumns(zone: string): readonly Column[] {
  return [
    { key: "finding", header: "Decided on", kind: "text" },
    { key: "by", header: "By", kind: "text" },
    { key: "when", header: `When (${zone})`, kind: "instant" },
    { key: "number", header: "No.", kind: "id" },
    { key: "status", header: "Status", kind: "text" },
    { key: "undoes", header: "Undoes No.", kind: "id" },
    { key: "fingerprint", header: "Fingerprint", kind: "text" },
    { key: "link", header: "Link", kind: "id" },
    { key: "note", header: "Note", kind: "wrapped" },
  ];
}

/**
 * One row for each link: decisions and matches with their undoings, and every step of closing any month.
 *
 * @throws TieoutError AUDIT_MISMATCH naming a link whose row is gone
 */
export function* trailRows(input: ReportInput): Generator<Row> {
  const decisions = byId(input.decisions);
  const matches = byId(input.matches);
  const steps = byId(input.closeSteps);
  for (const link of input.trail) {
    const { sequence } = link;
    switch (link.kind) {
      case "decision":
        yield decisionRow(held(decisions, link), sequence);
        break;
      case "match":
        yield matchRow(held(matches, link), sequence);
        break;
      case "close":
        yield stepRow(held(steps, link), sequence);
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

/** What every row has, whatever it records. */
interface Recorded {
  readonly id: number;
  readonly by: string;
  readonly atMs: number;
  readonly undoes?: number | null;
}

function rowOf(
  { id, by, atMs, undoes = null }: Recorded,
  sequence: number,
  tone: Tone,
  own: {
    readonly about: string;
    readonly status: string;
    readonly note: string | null;
    readonly digits?: string;
  },
): Row {
  const cells: Cell[] = [own.about, by, atMs, id, own.status, undoes, own.digits ?? null, sequence];
  return { tone, cells: [...cells, own.note] };
}

/** How many digits of a fingerprint people type. */
const SHOWN_DIGITS = 12;

function decisionRow(decision: Decision, sequence: number): Row {
  const { finding, fingerprint, status, note, undoes } = decision;
  const { rule, walletID, payID, payref } = finding;
  const subject = walletID !== null ? `walletID ${walletID}` : `payID ${payID ?? payref ?? ""}`;
  return rowOf(decision, sequence, undoes === null ? "plain" : "quiet", {
    about: `${rule}, ${subject}`,
    status,
    note: note || null,
    digits: fingerprint.slice(0, SHOWN_DIGITS),
  });
}

const MATCH_WORDS = {
  "in-force": "matched",
  reopened: "matched, reopened",
  undone: "matched, undone",
} as const;

function matchRow(match: ReportMatch, sequence: number): Row {
  const { records, state, undoes, note } = match;
  const entries = idsOf(
    "walletID",
    records.entries.map(({ walletID }) => walletID),
  );
  const payments = idsOf(
    "payID",
    records.transactions.map(({ payID }) => payID),
  );
  return rowOf(match, sequence, state === "undone" ? "quiet" : "plain", {
    about: `${entries} with ${payments}`,
    status: undoes === null ? MATCH_WORDS[state] : "match undone",
    note: note || null,
  });
}

/** How many ids are named; the window lists them all. */
const MOST_IDS = 6;

/** @example walletID 5; walletIDs 5, 6; walletIDs 1, 2, 3, 4, 5, 6 and 12 more */
function idsOf(noun: string, ids: readonly number[]): string {
  if (ids.length === 1) return `${noun} ${ids[0]}`;
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : "";
  return `${noun}s ${ids.slice(0, MOST_IDS).join(", ")}${more}`;
}

function stepRow(step: CloseStep, sequence: number): Row {
  const run = step.frozen === null ? "" : `, run ${step.frozen.runId}`;
  return rowOf(step, sequence, "plain", {
    about: monthTitle(step.month),
    status: `${STEP_WORDS[step.step]}${run}`,
    note: stepNote(step),
  });
}
