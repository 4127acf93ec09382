/** The result of a pull or import in words: counts by kind of record, and sentences. */
import { capitalised } from "../../../core/sentence.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { IntakeCounts } from "../../ledger/trail/pull-payload.ts";
import type { PullSummary } from "../../ledger/pulls/publish.ts";

export interface PullReport {
  readonly pullId: number;
  readonly ledgerCreated: boolean;
  /** null when the pull had no wallet part. */
  readonly entries: PullSummary["entries"] | null;
  /** null when the pull had no transactions. */
  readonly transactions: PullSummary["transactions"] | null;
  /** What else must be said: a history that was capped, a gap between pulls. One sentence each. */
  readonly notes: readonly string[];
}

const NOUNS = { entries: ["entry", "entries"], transactions: ["transaction", "transactions"] } as const;
type NounKind = keyof typeof NOUNS;

/** What a pull did, in one sentence, e.g. `1,204 new entries, 2 changed since the last pull, 1 vanished.` */
export function pullSentence({ entries, transactions }: PullReport): string {
  const parts = [
    ...(entries === null ? [] : [newWords(entries, "entries")]),
    ...(transactions === null ? [] : [newWords(transactions, "transactions")]),
  ];
  const sentence = parts.join("; ") || "no records received";
  return `${capitalised(sentence)}.`;
}

/** What came of one kind of record, e.g. `1,300 entries received, 1,204 new, 1 vanished`. */
export function receivedWords(counts: IntakeCounts, kind: NounKind): string {
  const received = `${formatAmount(counts.received)} ${nounOf(kind, counts.received)} received`;
  return [received, `${formatAmount(counts.inserted)} new`, ...changeWords(counts)].join(", ");
}

function newWords(counts: IntakeCounts, kind: NounKind): string {
  const { inserted } = counts;
  const much = inserted === 0 ? "no" : formatAmount(inserted);
  return [`${much} new ${nounOf(kind, inserted)}`, ...changeWords(counts)].join(", ");
}

function changeWords({ changed, vanished, repeated }: IntakeCounts): string[] {
  return [
    ...(changed > 0 ? [`${formatAmount(changed)} changed since the last pull`] : []),
    ...(vanished > 0 ? [`${formatAmount(vanished)} vanished`] : []),
    ...(repeated > 0 ? [`${formatCount(repeated, "duplicate")} ignored`] : []),
  ];
}

function nounOf(kind: NounKind, count: number): string {
  return NOUNS[kind][count === 1 ? 0 : 1];
}
