/** The clocks by which pulls were made. Each is some computer's, and nobody has checked it. */
/** What says when a pull was made. */
export interface PullStamp {
  readonly id: number;
  /** Milliseconds UTC. */
  readonly startedAtMs: number;
  /** Milliseconds UTC; null for files. */
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

export interface PullClocks {
  /** Of the newest pull that has a clock; imports have none. */
  readonly newest: PullTime | null;
  /** The latest of the pulls before it, where that one's time is later: its clock ran ahead. */
  readonly ahead: PullTime | null;
  /** The newest pull whose clock was slow: most of what it brought is dated well after its time. */
  readonly slow: PullTime | null;
  /**
   * The newest entry's time, milliseconds UTC, where records moved while the newest pull ran: what was paid or
   * completed later may have its entry already. Absent where the pull is of one moment.
   */
  readonly tornAfterMs?: number | undefined;
}

/**
 * When the newest pull was made, by its own clock or the service's, whichever is later.
 *
 * @param pulls oldest first
 * @returns milliseconds UTC; null for imports, whose responses were received some time before, and without pulls
 */
export function pulledAt(pulls: readonly PullStamp[]): number | null {
  const newest = pulls.at(-1);
  return newest === undefined ? null : clockOf(newest);
}

function clockOf({ finishedAtMs, serverAtMs }: PullStamp): number | null {
  return finishedAtMs === null ? null : Math.max(finishedAtMs, serverAtMs ?? finishedAtMs);
}

/**
 * Until when what each pull brought can have been written: its own time, that of an import being when it was
 * imported, or an earlier pull's where that is later.
 *
 * @param pulls oldest first
 */
export function pullTimesOf(pulls: readonly PullStamp[]): PullTime[] {
  let latest = -Infinity;
  return pulls.map((pull) => {
    latest = Math.max(latest, clockOf(pull) ?? pull.startedAtMs);
    return { pullId: pull.id, atMs: latest };
  });
}

/**
 * @param pulls oldest first
 * @param slow see `PullClocks`
 */
export function pullClocksOf(pulls: readonly PullStamp[], slow: PullTime | null): PullClocks {
  const times = pulls.flatMap((pull) => {
    const atMs = clockOf(pull);
    return atMs === null ? [] : [{ pullId: pull.id, atMs }];
  });
  const newest = times.at(-1) ?? null;
  if (newest === null) return { newest, ahead: null, slow };
  const latest = times.reduce((best, one) => (one.atMs > best.atMs ? one : best));
  return { newest, ahead: latest.atMs > newest.atMs ? latest : null, slow };
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
