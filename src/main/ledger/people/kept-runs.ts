/** Runs that rest on the newest pull, and what people changed after one was kept. */
import type { Month } from "../../../core/review/close/close.ts";
import type { ReadableLedger } from "../file/connection.ts";

/** The link of a run that was kept. */
export interface KeptRun {
  readonly id: number;
  /** SHA-256 of its document, 64 hex digits. */
  readonly sha256: string;
  /** Its link's place in the trail. */
  readonly sequence: number;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/** The runs that were kept since pulls came or were set aside, newest first. */
export function runsSincePull(db: ReadableLedger): KeptRun[] {
  return db
    .prepare<[], KeptRun>(
      `SELECT payload ->> '$.run' AS id, payload ->> '$.sha256' AS sha256, sequence, at_ms AS atMs
       FROM audit WHERE kind = 'run' AND sequence > (SELECT coalesce(max(sequence), 0) FROM audit WHERE kind IN ('pull', 'pull-step'))
       ORDER BY sequence DESC`,
    )
    .all();
}

/**
 * Whether a check of the month could conclude otherwise than at a link, though no pull came: a match was made
 * or undone, or another month signed off or reopened.
 */
export function isJudgedSince(db: ReadableLedger, sequence: number, month: Month): boolean {
  const since = db
    .prepare<[number, string], number>(
      `SELECT 1 FROM audit WHERE sequence > ? AND (kind = 'match' OR kind = 'close'
         AND payload ->> '$.month' <> ? AND payload ->> '$.step' IN ('sign-off', 'reopen')) LIMIT 1`,
    )
    .pluck();
  return since.get(sequence, month) !== undefined;
}
