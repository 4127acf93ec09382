/** Which finding is current and where it stands in the queue, as lines come, go and are ordered anew. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { CheckClient } from "../../check/check-client.ts";
import type { ExceptionRow, SelectableException } from "../../check/protocol.ts";
import { isWaiting, moveBy, nextWaiting, placeAfterLeaving } from "./movement.ts";
import type { QueueAddress } from "./use-queue-address.ts";
import type { QueueRows } from "./use-queue-rows.ts";

export interface Current {
  /** Its place in the queue, −1 where it does not pass the filter or is not known yet. */
  readonly index: number;
  /** The finding; null while it is looked up or where there is none. */
  readonly row: ExceptionRow | null;
  /** Whether the address names a finding that this check does not raise. */
  readonly isUnknown: boolean;
  readonly goTo: (index: number, row: ExceptionRow) => void;
  readonly move: (by: number) => void;
  /** Goes to the next that waits for a decision; stays where none does. */
  readonly goToWaiting: () => Promise<void>;
  /** All that pass, in order. */
  readonly readQueue: () => Promise<readonly SelectableException[]>;
}

interface Place {
  readonly fingerprint: string;
  readonly index: number;
}

const NOWHERE: Place = { fingerprint: "", index: -1 };

export function useCurrent(
  client: CheckClient,
  { fingerprint, filters, select }: QueueAddress,
  rows: QueueRows,
  version: unknown,
): Current {
  const [place, setPlace] = useState(NOWHERE);
  const readQueue = useCallback(
    () => client.call("selectable", { ...filters, from: 0, count: 0 }),
    [client, filters],
  );
  const index = useIndex({ fingerprint, place, setPlace, rows, readQueue });
  const { row, isUnknown } = useFinding(
    client,
    fingerprint,
    index === -1 ? null : rows.rowAt(index),
    version,
  );

  const goTo = useCallback(
    (at: number, { finding }: ExceptionRow) => {
      setPlace({ fingerprint: finding.fingerprint, index: at });
      select(finding.fingerprint);
    },
    [select],
  );
  const move = useCallback(
    (by: number) => {
      const total = rows.total ?? 0;
      // What left the queue is followed by the line that took its place.
      const left = index === -1 && place.index !== -1;
      const to = left ? placeAfterLeaving(place.index, total) : moveBy(index, by, total);
      const held = to === -1 ? null : rows.rowAt(to);
      if (held !== null) {
        goTo(to, held);
        return;
      }
      if (to !== -1) {
        const found = client.call("exceptions", { ...filters, from: to, count: 1 });
        void found.then(({ rows: [one] }) => (one === undefined ? undefined : goTo(to, one)), ignore);
      }
    },
    [client, filters, goTo, index, place, rows],
  );
  const goToWaiting = useCallback(async () => {
    // What left the queue is followed by the line that took its place.
    const left = index === -1 && place.fingerprint === fingerprint ? place.index - 1 : -1;
    const near = waitingNear(rows, Math.max(index, left));
    if (near !== null) {
      goTo(near.at, near.row);
      return;
    }
    const queue = await readQueue();
    const found = queue.findIndex((line) => line.fingerprint === fingerprint);
    const from = found === -1 ? left : found;
    const to = nextWaiting(
      queue.map(({ status }) => status),
      from,
    );
    // Where nothing waits and nothing is current, one begins at the top.
    const at = to === -1 && fingerprint === null ? 0 : to;
    const next = queue[at];
    if (next === undefined) return;
    setPlace({ fingerprint: next.fingerprint, index: at });
    select(next.fingerprint);
  }, [fingerprint, goTo, index, place, readQueue, rows, select]);
  return { index, row, isUnknown, goTo, move, goToWaiting, readQueue };
}

/** The next that waits among the lines at hand, so that the whole queue need not be read for it; null when none is. */
function waitingNear(rows: QueueRows, index: number) {
  if (rows.isStale) return null;
  for (let at = index + 1; ; at += 1) {
    const row = rows.rowAt(at);
    if (row === null) return null;
    if (isWaiting(row.status)) return { at, row };
  }
}

/** Where the current finding stands: where it was put, else wherever the queue has it now. */
function useIndex(of: {
  readonly fingerprint: string | null;
  readonly place: Place;
  readonly setPlace: (place: Place) => void;
  readonly rows: QueueRows;
  readonly readQueue: Current["readQueue"];
}): number {
  const { fingerprint, place, setPlace, rows, readQueue } = of;
  const isPlaced =
    fingerprint !== null &&
    place.fingerprint === fingerprint &&
    place.index !== -1 &&
    (rows.rowAt(place.index) === null || rows.rowAt(place.index)?.finding.fingerprint === fingerprint);
  const { isStale } = rows;
  const [lost, setLost] = useState<{ readonly of: string; readonly rows: QueueRows["rowAt"] } | null>(null);
  const { rowAt } = rows;
  const isLost = lost?.of === fingerprint && lost?.rows === rowAt;
  useEffect(() => {
    if (fingerprint === null || isPlaced || isStale || isLost) return;
    let isCurrent = true;
    const take = (queue: readonly SelectableException[]) => {
      if (!isCurrent) return;
      const index = queue.findIndex((line) => line.fingerprint === fingerprint);
      if (index === -1) setLost({ of: fingerprint, rows: rowAt });
      else setPlace({ fingerprint, index });
    };
    readQueue().then(take, ignore);
    return () => {
      isCurrent = false;
    };
  }, [fingerprint, isPlaced, isStale, isLost, readQueue, rowAt, setPlace]);
  return isPlaced ? place.index : -1;
}

/** The finding itself: from the queue where it stands in it, else asked for by its fingerprint. */
function useFinding(
  client: CheckClient,
  fingerprint: string | null,
  held: ExceptionRow | null,
  version: unknown,
): { readonly row: ExceptionRow | null; readonly isUnknown: boolean } {
  const [found, setFound] = useState<{
    readonly of: string;
    readonly row: ExceptionRow | null;
    readonly version: unknown;
  } | null>(null);
  const last = useRef<ExceptionRow | null>(null);
  const isHeld = held !== null && held.finding.fingerprint === fingerprint;
  useEffect(() => {
    if (fingerprint === null || isHeld) return;
    let isCurrent = true;
    const take = (row: ExceptionRow | null) => {
      if (isCurrent) setFound({ of: fingerprint, row, version });
    };
    client.call("exception", { fingerprint }).then(take, ignore);
    return () => {
      isCurrent = false;
    };
  }, [client, fingerprint, isHeld, version]);
  const own = isHeld ? held : found?.of === fingerprint ? found.row : null;
  useEffect(() => {
    if (own !== null) last.current = own;
  });
  const isUnknown = !isHeld && found !== null && found.of === fingerprint && found.row === null;
  return { row: own, isUnknown };
}

function ignore(): void {
  // What cannot be asked for is said by the check itself.
}
