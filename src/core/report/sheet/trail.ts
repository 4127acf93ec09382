/**
 * D2: every link of the audit trail, in its order, in the words of the window's History. Decisions that were
 * taken as one act are one row, which says how many and which links they are.
 */
import { canonicalJson } from "../../canonical.ts";
import { TieoutError } from "../../errors.ts";
import { formatAmount, formatCount } from "../../money.ts";
import {
  type Attachment,
  type WithdrawnEvidence,
  withdrawnIn,
  withdrawnWords,
} from "../../review/file/attachment.ts";
import { type CloseStep, STEPS } from "../../review/close/close.ts";
import type { Decision } from "../../review/decisions/decision.ts";
import { endorsementTest } from "../../review/decisions/review.ts";
import { capitalised } from "../../sentence.ts";
import { sayInstant } from "../../time.ts";
import type { Figures } from "./figures.ts";
import type { RecordLink, ReportInput, ReportMatch, TrailLink } from "./input.ts";
import { overriddenLines } from "./close-words.ts";
import type { CellTone } from "./model.ts";
import { ReportTable, columnsOf, head } from "./table.ts";
import { type LinkWords, hashLine, linkWords } from "./link-words.ts";

/** A link of the trail, and of what it records the numbers that other sheets name. */
interface TrailLine {
  readonly sequence: number;
  readonly atMs: number;
  readonly words: LinkWords;
  readonly id?: number;
  /** How it stands now; what a link records is never changed. */
  readonly status?: string;
  readonly undoes?: number | null;
  /** Of a fingerprint, as many digits as people type. */
  readonly digits?: string;
  /** Below the note, a line each. */
  readonly more?: readonly string[];
  readonly tone?: CellTone;
}

const TRAIL = columnsOf<TrailLine>()({
  what: { ...head("wrapped", "What happened"), value: ({ words }) => words.sentence },
  by: { ...head("wrapped", "By"), value: ({ words }) => words.by },
  when: { ...head("text", "When (UTC)"), value: ({ atMs }) => sayInstant(atMs) },
  number: { ...head("id", "No."), value: ({ id = null }) => id },
  status: { ...head("text", "Status"), value: ({ status = null }) => status },
  undoes: { ...head("id", "Undoes No."), value: ({ undoes = null }) => undoes },
  fingerprint: { ...head("text", "Fingerprint"), value: ({ digits }) => digits || null },
  link: { ...head("id", "Link", 8), value: ({ sequence }) => sequence },
  note: { ...head("wrapped", "Note"), value: noteCell },
});
export type TrailTable = ReportTable<TrailLine, keyof typeof TRAIL>;

export function trailTable(figures: Figures): TrailTable {
  const { input } = figures;
  const acts = actsOf(input);
  return new ReportTable(figures, {
    id: "decisions",
    title: trailTitle(input.trail.length, acts.length),
    empty: "No link yet.",
    columns: TRAIL,
    count: acts.length,
    lines: () => trailLines(input, acts),
    tone: ({ tone = "plain" }) => tone,
  });
}

/** By a decision's number: its row on D2. */
export function decisionRows(input: Pick<ReportInput, "trail" | "decisions">): Map<number, number> {
  return new Map(
    actsOf(input).flatMap((links, row) =>
      links.flatMap((link) => (link.kind === "decision" ? [[link.id, row] as const] : [])),
    ),
  );
}

function trailTitle(links: number, acts: number): string {
  const title = "Every link of the audit trail before this export, in its order";
  const rows = `${formatCount(links, "link")} in ${formatCount(acts, "row")}`;
  return links === acts ? title : `${title}: ${rows}, as decisions taken together are one`;
}

function noteCell({ words, more = [] }: TrailLine): string | null {
  return [...(words.note === null ? [] : [words.note]), ...more].join("\n") || null;
}

/** One row per act, undone ones too. @throws TieoutError AUDIT_MISMATCH naming a link whose row is gone */
function* trailLines(input: ReportInput, acts: readonly LinksOfAct[]): Generator<TrailLine> {
  const decisions = byId(input.decisions);
  const matches = byId(input.matches);
  const steps = byId(input.closeSteps);
  const attachments = byId(input.attachments);
  const withdrawals = withdrawnIn(input.attachments);
  const endorses = endorsementTest(input.decisions);
  const { decimals } = input;
  for (const [link, ...more] of acts) {
    const { sequence } = link;
    const signed = link.key === undefined ? {} : { signed: { key: link.key } };
    const lineOf = <T extends Pick<TrailLine, "atMs">>(record: T, factsOf: (record: T) => LineFacts) => ({
      sequence,
      atMs: record.atMs,
      words: linkWords({ kind: link.kind, payload: { ...record, ...signed } }, decimals),
      ...factsOf(record),
    });
    switch (link.kind) {
      case "decision": {
        const line = lineOf(held(decisions, link), (one) => decisionFacts(one, endorses(one)));
        yield more.length === 0 ? line : together(line, more.length + 1);
        break;
      }
      case "match":
        yield lineOf(held(matches, link), matchFacts);
        break;
      case "close":
        yield lineOf(held(steps, link), stepFacts);
        break;
      case "attachment":
        yield lineOf(held(attachments, link), (one) => attachmentFacts(one, withdrawals));
        break;
      case "other": {
        const words = linkWords(link.written, decimals);
        yield { sequence, atMs: link.atMs, words, ...writtenFacts(words, link.id, withdrawals) };
      }
    }
  }
}

function byId<T extends { readonly id: number }>(records: readonly T[]): Map<number, T> {
  return new Map(records.map((record) => [record.id, record]));
}

function held<T>(records: ReadonlyMap<number, T>, link: RecordLink): T {
  const record = records.get(link.id);
  if (record !== undefined) return record;
  const sentence = "The audit trail records what the ledger does not hold";
  throw new TieoutError("AUDIT_MISMATCH", sentence, { record: `link ${link.sequence}` });
}

/** Links that are one act: one alone, or decisions that one person took at once, with the same note. */
type LinksOfAct = readonly [TrailLink, ...TrailLink[]];

function actsOf({ trail, decisions: all }: Pick<ReportInput, "trail" | "decisions">): LinksOfAct[] {
  const decisions = byId(all);
  const acts: [TrailLink, ...TrailLink[]][] = [];
  let key: string | null = null;
  for (const link of trail) {
    const decision = link.kind === "decision" ? decisions.get(link.id) : undefined;
    const next = decision === undefined ? null : bulkKey(decision);
    const last = acts.at(-1);
    if (last !== undefined && next !== null && next === key) last.push(link);
    else acts.push([link]);
    key = next;
  }
  return acts;
}

const SECOND_MS = 1000;

function bulkKey({ by, note, status, atMs, undoes }: Decision): string {
  return canonicalJson([by, note, status, Math.floor(atMs / SECOND_MS), undoes === null]);
}

type LineFacts = Pick<TrailLine, "id" | "status" | "undoes" | "digits" | "more" | "tone">;

/** How many digits of a fingerprint people type. */
const SHOWN_DIGITS = 12;

function decisionFacts(decision: Decision, endorses: boolean): LineFacts {
  const { id, fingerprint, status, undoes } = decision;
  return {
    id,
    status: endorses ? `${status}, as before` : status,
    undoes,
    digits: fingerprint.slice(0, SHOWN_DIGITS),
    tone: undoes === null ? "plain" : "quiet",
  };
}

/**
 * The line of the first of several decisions, for all of them.
 *
 * @example `Raised with the provider: Chain break at walletID 12, and 9 more.` `Links 74–83, decisions 1–10: 10 taken together`
 */
function together(line: TrailLine, count: number): TrailLine {
  const { words, sequence, id = 0 } = line;
  const sentence = `${words.sentence.replace(/\.$/u, "")}, and ${formatAmount(count - 1)} more.`;
  const links = `Links ${sequence}–${sequence + count - 1}`;
  const more = [`${links}, decisions ${id}–${id + count - 1}: ${formatAmount(count)} taken together`];
  return { ...line, digits: "", words: { ...words, sentence }, more };
}

const MATCH_WORDS = {
  "in-force": "matched",
  reopened: "matched, reopened",
  undone: "matched, undone",
} as const;

function matchFacts({ id, state, undoes }: ReportMatch): LineFacts {
  return {
    id,
    status: undoes === null ? MATCH_WORDS[state] : "match undone",
    undoes,
    tone: state === "undone" ? "quiet" : "plain",
  };
}

/** The file's hash, so that the file itself can be compared. */
function attachmentFacts(
  { id, subject, sha256, undoes }: Attachment,
  withdrawals: ReadonlyMap<number, WithdrawnEvidence>,
): LineFacts {
  const isOver = undoes !== null || withdrawals.has(id);
  const state = isOver ? "attached, withdrawn" : "attached";
  return {
    id,
    status: undoes === null ? state : "evidence withdrawn",
    undoes,
    ...(subject.kind === "finding" ? { digits: subject.fingerprint.slice(0, SHOWN_DIGITS) } : {}),
    more: [hashLine(sha256)],
    tone: isOver ? "quiet" : "plain",
  };
}

/** The status in a link's own words, and whether the evidence that they name still counts. */
function writtenFacts(
  { status, lines = [], evidence }: LinkWords,
  id: number | undefined,
  withdrawals: ReadonlyMap<number, WithdrawnEvidence>,
): LineFacts {
  if (status === undefined || id === undefined) return {};
  const withdrawn = withdrawals.get(evidence ?? 0);
  const more = withdrawn === undefined ? lines : [...lines, `${capitalised(withdrawnWords(withdrawn))}.`];
  return { id, status, more };
}

function stepFacts(step: CloseStep): LineFacts {
  return { id: step.id, status: STEPS[step.step].done, more: overriddenLines(step) };
}
