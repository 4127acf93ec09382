/** The clocks by which pulls were made. Each is some computer's, and nobody has checked it. */
import { DAY_MS } from "../../time.ts";

export const PULL_SOURCES = ["service", "files"] as const;
export type SourceOfPull = (typeof PULL_SOURCES)[number];

export interface PullStamp {
  readonly id: number;
  /** Milliseconds UTC. */
  readonly startedAtMs: number;
  /** Milliseconds UTC; null for files, which carry no clock. */
  readonly finishedAtMs: number | null;
  /** The latest time that the service's responses stated, milliseconds UTC; null where none did. */
  readonly serverAtMs?: number | null;
}

/** When a pull was made, as far as clocks say. */
export interface PullTime {
  readonly pullId: number;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

/** A pull whose responses state a time that is not believed. */
export interface NotBelieved {
  readonly pullId: number;
  /** The latest time that they stated, milliseconds UTC. */
  readonly statedAtMs: number;
  /** What this computer's clock showed when the pull ended, milliseconds UTC. */
  readonly clockAtMs: number;
}

export interface PullClocks {
  /** Of the newest pull that has a clock; imports have none. */
  readonly newest: PullTime | null;
  /** The latest of the pulls before it, where that one's time is later: its clock ran ahead. */
  readonly ahead: PullTime | null;
  /** The newest pull whose clock was slow: most of what it brought is dated well after its time. */
  readonly slow: PullTime | null;
  /** The newest pull that has a clock, where its responses are dated too far after it to be believed. */
  readonly notBelieved?: NotBelieved | undefined;
  /**
   * The newest entry's time, milliseconds UTC, where records moved while the newest pull ran: what was paid or
   * completed later may have its entry already. Absent where the pull is of one moment.
   */
  readonly tornAfterMs?: number | undefined;
  /**
   * By payID, ascending: by how much what a crowd-pay has raised grew while the newest pull ran, where records
   * moved meanwhile, or since the pull before where it does not show that; all of what a new one has. Others
   * have raised what they had before. Absent as above.
   */
  readonly tornRaised?: readonly RaisedInPull[] | undefined;
}

/** What came in for a crowd-pay, in the service's unit. */
export interface RaisedInPull {
  readonly payID: number;
  readonly amount: number;
}

/**
 * When the newest pull was made, by its own clock or the service's, whichever is later and believed.
 *
 * @param pulls oldest first
 * @returns milliseconds UTC; null for imports, whose responses were received some time before, and without pulls
 */
export function pulledAt(pulls: readonly PullStamp[]): number | null {
  const newest = pulls.at(-1);
  return newest === undefined ? null : clockOf(newest);
}

function clockOf({ finishedAtMs, serverAtMs = null }: PullStamp): number | null {
  if (finishedAtMs === null || serverAtMs === null || !isBelieved(serverAtMs, finishedAtMs))
    return finishedAtMs;
  return Math.max(finishedAtMs, serverAtMs);
}

/**
 * Whether a time that a response states may count as a pull's. One that is more than a day ahead of this
 * computer's clock would close months that are not over, on a single response's word.
 *
 * @param clockAtMs this computer's clock when the response came or later, milliseconds UTC
 */
export function isBelieved(statedAtMs: number, clockAtMs: number): boolean {
  return statedAtMs <= clockAtMs + DAY_MS;
}

function notBelievedOf({ id, finishedAtMs, serverAtMs = null }: PullStamp): NotBelieved | null {
  if (finishedAtMs === null || serverAtMs === null || isBelieved(serverAtMs, finishedAtMs)) return null;
  return { pullId: id, statedAtMs: serverAtMs, clockAtMs: finishedAtMs };
}

/**
 * Until when what each pull brought can have been written: its own time, that of an import being when it was
 * imported, or an earlier pull's where that is later. A time that is not believed still excuses what came with
 * it, and nothing that came later.
 *
 * @param pulls oldest first
 */
export function pullTimesOf(pulls: readonly PullStamp[]): PullTime[] {
  let latest = -Infinity;
  return pulls.map((pull) => {
    latest = Math.max(latest, clockOf(pull) ?? pull.startedAtMs);
    return { pullId: pull.id, atMs: Math.max(latest, pull.serverAtMs ?? latest) };
  });
}

/** @param pulls oldest first @param slow see `PullClocks` */
export function pullClocksOf(pulls: readonly PullStamp[], slow: PullTime | null): PullClocks {
  const times = pulls.flatMap((pull) => {
    const atMs = clockOf(pull);
    return atMs === null ? [] : [{ pullId: pull.id, atMs }];
  });
  const newest = times.at(-1) ?? null;
  if (newest === null) return { newest, ahead: null, slow };
  const latest = times.reduce((best, one) => (one.atMs > best.atMs ? one : best));
  const ofNewest = pulls.find(({ id }) => id === newest.pullId);
  const notBelieved = ofNewest === undefined ? null : notBelievedOf(ofNewest);
  return {
    newest,
    ahead: latest.atMs > newest.atMs ? latest : null,
    slow,
    ...(notBelieved === null ? {} : { notBelieved }),
  };
}

/**
 * Up to when a ledger is known: the newest pull, or the latest record where that is later. An earlier pull
 * whose clock ran ahead counts only where a record shows that it was later than the newest one's.
 *
 * @param pulledAtMs of the newest pull; null where it has no clock
 * @param latestMs the latest time in the records that can be, −Infinity without any
 * @returns milliseconds UTC; −Infinity where nothing says it
 */
export function knownUpToMs(
  { newest, ahead }: Pick<PullClocks, "newest" | "ahead">,
  pulledAtMs: number | null,
  latestMs: number,
): number {
  const byNewest = Math.max(latestMs, newest?.atMs ?? -Infinity);
  const isBehind = pulledAtMs !== null && latestMs > pulledAtMs;
  return isBehind ? Math.max(byNewest, ahead?.atMs ?? -Infinity) : byNewest;
}
