/** Records as they were at a link of the trail, whatever pulls were set aside or put back since. */
import type { FreezingStep } from "../../../core/review/close/month-states.ts";
import { asideAt, linksOf, newestPullID, pullsAside } from "./pull.ts";
import { closeLedger, type ReadableLedger } from "../file/connection.ts";
import { openAt } from "./as-of.ts";

/** The state of a ledger's records at a link. */
export interface RecordsThen {
  /** Of the link. */
  readonly sequence: number;
  /** The newest pull that counted. */
  readonly pullId: number;
}

/** The records that a month depends on as it was prepared; those of now where it is not. */
export function momentOfStep(db: ReadableLedger, prepared: FreezingStep | null): RecordsThen {
  const sequence = linksOf(db, "close").get(prepared?.id ?? 0) ?? Number.MAX_SAFE_INTEGER;
  return { sequence, pullId: prepared?.frozen.pullId ?? newestPullID(db) };
}

/** Whether the very pulls count that counted then, and no other. */
export function isOfSamePulls(db: ReadableLedger, then: RecordsThen): boolean {
  return newestPullID(db) === then.pullId && judgedSince(db, then).length === 0;
}

/** The pulls up to one that counted at a link and do not now, or the other way round; ascending. */
export function judgedSince(db: ReadableLedger, { sequence, pullId }: RecordsThen): number[] {
  const [then, now] = [asideAt(db, sequence), pullsAside(db)];
  return [...new Set([...then, ...now.keys()])]
    .filter((pull) => pull <= pullId && then.has(pull) !== now.has(pull))
    .toSorted((a, b) => a - b);
}

/**
 * Reads records as they were: through the handle itself, up to the pull, as long as the same pulls count; else
 * through one as of the link.
 *
 * @param read is given the handle, and the pull as of which it is asked; undefined for the newest
 */
export function readThen<T>(
  db: ReadableLedger,
  then: RecordsThen,
  read: (db: ReadableLedger, pullId: number | undefined) => T,
): T {
  if (judgedSince(db, then).length === 0) return read(db, then.pullId);
  const asOf = openAt({ path: db.name, sequence: then.sequence });
  try {
    return read(asOf, undefined);
  } finally {
    closeLedger(asOf);
  }
}
