/** The clocks by which pulls were made. Each is some computer's, and nobody has checked it. */
import { DAY_MS } from "../time.ts";

/** When a pull ended by the clock of the computer that made it. */
export interface PullTime {
  readonly pullId: number;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

export interface PullClocks {
  /** Of the newest pull that has a clock; imports have none. */
  readonly newest: PullTime | null;
  /** The latest of the pulls before it, where that clock was ahead of the newest one's. */
  readonly ahead: PullTime | null;
  /**
   * The newest entry's time, milliseconds UTC, where records moved while the newest pull ran: what was paid or
   * completed later may have its entry already. Absent where the pull is of one moment.
   */
  readonly tornAfterMs?: number | undefined;
}

/** Two clocks that are less than this apart agree. */
export const CLOCKS_APART_MS = 3_600_000;

/** @param pulls oldest first; null without a clock */
export function pullClocksOf(
  pulls: readonly { readonly id: number; readonly finishedAtMs: number | null }[],
): PullClocks {
  const times = pulls.flatMap(({ id: pullId, finishedAtMs: atMs }) =>
    atMs === null ? [] : [{ pullId, atMs }],
  );
  const newest = times.at(-1) ?? null;
  if (newest === null) return { newest, ahead: null };
  const latest = times.reduce((best, one) => (one.atMs > best.atMs ? one : best));
  return { newest, ahead: latest.atMs - newest.atMs >= CLOCKS_APART_MS ? latest : null };
}

/**
 * Up to when a ledger is known: the newest pull, or the latest record where that is later. An earlier pull
 * whose clock was ahead counts only where records show that the newest one's was slow.
 *
 * @param pulledAtMs of the newest pull; null where it has no clock
 * @param latestMs the latest time in the records, −Infinity without any
 * @returns milliseconds UTC; −Infinity where nothing says it
 */
export function knownUpToMs(
  { newest, ahead }: PullClocks,
  pulledAtMs: number | null,
  latestMs: number,
): number {
  const byNewest = Math.max(latestMs, newest?.atMs ?? -Infinity);
  const isSlow = pulledAtMs !== null && isDatedLater(latestMs, pulledAtMs);
  return isSlow ? Math.max(byNewest, ahead?.atMs ?? -Infinity) : byNewest;
}

/** Whether a time is so much later than a pull's that the clock at the pull was slow, or the time is wrong. */
export function isDatedLater(atMs: number, pulledAtMs: number): boolean {
  return atMs - pulledAtMs > DAY_MS;
}
