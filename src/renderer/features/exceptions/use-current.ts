/** Which finding is current and where it stands in the queue, as lines come, go and are ordered anew. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isAt, selected } from "../../app/use-route.ts";
import type { CheckClient } from "../../rows/load.ts";
import type { ExceptionRow, LikeRequest, SelectableException } from "../../bridge/protocol.ts";
import { type DecisionStates, standingRow, statusOf } from "../../rows/decision-states.ts";
import {
  isWaiting,
  moveBy,
  nextWaiting,
  placeAfterLeaving,
  type QueueAddress,
  type QueueRows,
} from "./use-queue-rows.tsx";
import { refuseKeys } from "../../ui/refused-keys.ts";
import { KEYS_OF_CURRENT, KEYS_THAT_DECIDE } from "./use-queue-keys.ts";
import { selectableOf } from "../../bridge/selectable.ts";
import {
  NOTHING_SELECTED,
  type Selection,
  keepQueued,
  selectAll,
  selectRange,
  toggleLine,
} from "../../shared/decide/selection.ts";
import type { QueueFilters } from "../../shared/decide/queue-filters.ts";
import { warn } from "../../ui/toast.tsx";
import { whileWanted } from "../../ui/use-settled.ts";

export type Current = ReturnType<typeof useCurrent>;

interface QueuePosition {
  readonly fingerprint: string;
  readonly index: number;
}

const NONE: ReadonlySet<string> = new Set();

const NOWHERE: QueuePosition = { fingerprint: "", index: -1 };

export function useCurrent(
  client: CheckClient,
  address: QueueAddress,
  rows: QueueRows,
  decisionStates: DecisionStates,
  version: unknown,
) {
  const { fingerprint, filters, select } = address;
  const [place, setPlace] = useState(NOWHERE);
  /** All that pass, in order. @param narrowed to those like a finding */
  const readQueue = useCallback(
    async (narrowed: LikeRequest = {}): Promise<readonly SelectableException[]> => {
      const queue = await client.call("selectable", { ...filters, ...narrowed, from: 0, count: 0 });
      return queue.map((line) => ({ ...line, status: statusOf(line.fingerprint, line, decisionStates) }));
    },
    [client, filters, decisionStates],
  );
  const { index, isLeftOut } = useIndex({ fingerprint, place, setPlace, rows, readQueue });
  const isDropped = useDropFiltered(address, index !== -1 && !rows.isOther, isLeftOut);
  const held = index === -1 ? null : rows.rowAt(index);
  const found = useFinding(client, isDropped ? null : fingerprint, held, version);
  const row = useMemo(
    () => (found.row === null ? null : standingRow(found.row, decisionStates)),
    [found.row, decisionStates],
  );

  const goWhenFound = useGoing();
  const put = useCallback(
    (at: number, of: string) => {
      setPlace({ fingerprint: of, index: at });
      select(of);
    },
    [select],
  );
  const goTo = useCallback((at: number, { finding }: ExceptionRow) => put(at, finding.fingerprint), [put]);
  /** Moves on by lines; −∞ and ∞ go to the first and the last. */
  const move = useCallback(
    (by: number) => {
      const total = rows.total ?? 0;
      // What left the queue is followed by the line that took its place.
      const left = index === -1 && place.index !== -1;
      const to = left ? placeAfterLeaving(place.index, total) : moveBy(index, by, total);
      if (to === -1) return;
      const near = rows.rowAt(to);
      if (near !== null) {
        goTo(to, near);
        return;
      }
      const asked = client.call("exceptions", { ...filters, from: to, count: 1 });
      void goWhenFound(asked, ({ rows: [one] }) => {
        if (one !== undefined) goTo(to, one);
      });
    },
    [client, filters, goTo, goWhenFound, index, place, rows],
  );
  /** Goes to the next that waits; stays where none does. @param decided just now, which no line says yet */
  const goToWaiting = useCallback(
    async (decided: ReadonlySet<string> = NONE) => {
      // What left the queue is followed by the line that took its place.
      const left = index === -1 && place.fingerprint === fingerprint ? place.index - 1 : -1;
      const near = waitingNear(rows, Math.max(index, left), decided);
      if (near !== null) {
        goTo(near.at, near.row);
        return;
      }
      await goWhenFound(readQueue(), (queue) => {
        const at = queue.findIndex((line) => line.fingerprint === fingerprint);
        const from = at === -1 ? left : at;
        const to = nextWaiting(
          queue.map((line) => (decided.has(line.fingerprint) ? "accepted" : line.status)),
          from,
        );
        // Where nothing waits and nothing is current, one begins at the top.
        const next = queue[to === -1 && fingerprint === null ? 0 : to];
        if (next !== undefined) put(queue.indexOf(next), next.fingerprint);
      });
    },
    [fingerprint, goTo, goWhenFound, index, place, put, readQueue, rows],
  );
  const isComing = fingerprint === null ? (rows.total ?? 0) > 0 : row === null && !found.isUnknown;
  return {
    index,
    /** The finding, as it was last where it is unknown now; null while it is looked up, and for none. */
    row,
    isUnknown: found.isUnknown,
    /** Whether another finding may be current in a moment: the queue is filtered, or it is looked up. */
    isSettling: rows.isOther || isDropped || isComing,
    goTo,
    move,
    goToWaiting,
    readQueue,
  };
}

/**
 * What goes where an answer says, unless somebody went elsewhere meanwhile. Until it is there, keys that
 * would act on it are refused: they were pressed on what was on screen before.
 */
function useGoing() {
  const asks = useRef(0);
  return useCallback(async <T>(asked: Promise<T>, go: (found: T) => void) => {
    const ask = (asks.current += 1);
    const from = selected();
    const stop = refuseWhileListChanges();
    try {
      const found = await asked;
      if (ask === asks.current && isAt("exceptions", from)) flushSync(() => go(found));
    } catch {
      // What cannot be asked for is said by the check itself.
    } finally {
      stop();
    }
  }, []);
}

/**
 * What other filters leave out is current no more: the detail goes with the line.
 * @returns whether it is about to
 */
function useDropFiltered(
  { fingerprint, filters, select }: QueueAddress,
  isInQueue: boolean,
  isLeftOut: boolean,
): boolean {
  // The filters under which it was chosen, or seen in the queue last.
  const [since, setSince] = useState({ fingerprint, filters });
  if (since.fingerprint !== fingerprint || (isInQueue && since.filters !== filters))
    setSince({ fingerprint, filters });
  const isDropped = isLeftOut && since.fingerprint === fingerprint && since.filters !== filters;
  useEffect(() => {
    if (isDropped) select(null);
  }, [isDropped, select]);
  return isDropped;
}

/** The next that waits, where all lines up to it are at hand; null where it takes more than these. */
function waitingNear(rows: QueueRows, index: number, decided: ReadonlySet<string>) {
  const total = rows.total ?? 0;
  if (rows.isOther) return null;
  for (let step = 1; step <= total; step += 1) {
    const at = (index + step) % total;
    const row = rows.rowAt(at);
    if (row === null) return null;
    if (at !== index && isWaiting(row.status) && !decided.has(row.finding.fingerprint)) return { at, row };
  }
  return null;
}

/** Where the current finding stands: where it was put, else wherever the queue has it now. */
function useIndex(of: {
  readonly fingerprint: string | null;
  readonly place: QueuePosition;
  readonly setPlace: (place: QueuePosition) => void;
  readonly rows: QueueRows;
  readonly readQueue: () => Promise<readonly SelectableException[]>;
}): { readonly index: number; readonly isLeftOut: boolean } {
  const { fingerprint, place, setPlace, rows, readQueue } = of;
  const { isStale, rowAt } = rows;
  const there = place.index === -1 ? null : rowAt(place.index);
  const isPlaced =
    fingerprint !== null &&
    place.fingerprint === fingerprint &&
    place.index !== -1 &&
    place.index < (rows.total ?? 0) &&
    (there === null || there.finding.fingerprint === fingerprint);
  // A line that moved is found at once where it is at hand: keys act on all that its cause explains, and must
  // not meet it without.
  const near = fingerprint === null || isPlaced ? -1 : rows.indexOf(fingerprint);
  if (fingerprint !== null && near !== -1) setPlace({ fingerprint, index: near });
  const isFound = isPlaced || near !== -1;
  const [lost, setLost] = useState<{ readonly of: string; readonly rows: QueueRows["rowAt"] } | null>(null);
  const isLost = lost?.of === fingerprint && lost?.rows === rowAt;
  useEffect(() => {
    if (fingerprint === null || isFound || isStale || isLost) return undefined;
    const take = (queue: readonly SelectableException[]) => {
      const index = queue.findIndex((line) => line.fingerprint === fingerprint);
      if (index === -1) setLost({ of: fingerprint, rows: rowAt });
      else setPlace({ fingerprint, index });
    };
    return whileWanted(readQueue(), take, ignore);
  }, [fingerprint, isFound, isStale, isLost, readQueue, rowAt, setPlace]);
  return { index: isPlaced ? place.index : near, isLeftOut: isLost };
}

/** The finding: from the queue, else asked for by its fingerprint; as it was last where it is gone. */
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
  const isHeld = held !== null && held.finding.fingerprint === fingerprint;
  useEffect(() => {
    if (fingerprint === null || isHeld) return undefined;
    const asked = client.call("exception", { fingerprint });
    return whileWanted(asked, (row) => setFound({ of: fingerprint, row, version }), ignore);
  }, [client, fingerprint, isHeld, version]);
  const own = isHeld ? held : found?.of === fingerprint ? found.row : null;
  const [last, setLast] = useState(own);
  if (own !== null && own !== last) setLast(own);
  const isUnknown = !isHeld && found !== null && found.of === fingerprint && found.row === null;
  // It stays on screen while the check is made anew and it is looked for, and whoever words a decision on it
  // goes on.
  const stays = last !== null && last.finding.fingerprint === fingerprint ? last : null;
  return { row: own ?? stays, isUnknown };
}

function ignore(): void {
  // What cannot be asked for is said by the check itself.
}

/** Another finding is about to come on screen. @returns a function that ends it */
export function refuseWhileListChanges(): () => void {
  return refuseKeys(KEYS_OF_CURRENT, () => {
    warn("The list is changing", "Nothing was done. Press the key again when the finding is shown.");
  });
}

/**
 * Lines are about to be selected, and what is decided then is decided on all of them.
 * @returns a function that ends it
 */
function refuseWhileSelecting(): () => void {
  return refuseKeys(KEYS_THAT_DECIDE, () => {
    warn("Selecting the lines", "Nothing was done. Press the key again when they are selected.");
  });
}

export function sayDecided(): void {
  warn("Already decided", "Nothing was done. Go to the next undecided finding.");
}

// What is selected for one decision on all of it, by keys and by the pointer. What a filter leaves out is
// selected no more.

/** @param onFault told what the worker could not do */
export function useSelection(
  { row, index, goTo, readQueue }: Current,
  filters: QueueFilters,
  onFault: (error: unknown) => void,
) {
  const [selection, select] = useState(NOTHING_SELECTED);
  useEffect(() => {
    if (selection.lines.size === 0) return undefined;
    return whileWanted(readQueue(), (queue) => select((before) => keepQueued(before, queue)), onFault);
    // What is decided meanwhile stays selected, though it may pass the filters no more.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [filters]);
  return useMemo(() => {
    const selectOf = (
      chosen: (queue: readonly SelectableException[]) => Selection,
      narrowed: LikeRequest = {},
    ) => {
      const stop = refuseWhileSelecting();
      const take = (queue: readonly SelectableException[]) => flushSync(() => select(chosen(queue)));
      void readQueue(narrowed).then(take).catch(onFault).finally(stop);
    };
    const range = (of: Selection, to: ExceptionRow) =>
      selectOf((queue) => selectRange(of, queue, to.finding.fingerprint));
    const isInQueue = row !== null && index !== -1;
    return {
      selection,
      select,
      toggle: () => {
        if (isInQueue) select(toggleLine(selection, selectableOf(row)));
      },
      toggleUpTo: () => {
        if (isInQueue) range(selection, row);
      },
      selectAll: () => selectOf(selectAll),
      selectLike: (fingerprint: string) =>
        selectOf(
          (queue) => {
            const waiting = queue.filter(({ status }) => isWaiting(status));
            if (waiting.length === 0) sayDecided();
            return selectAll(waiting);
          },
          { like: fingerprint },
        ),
      toggleAt: (at: number, to: ExceptionRow, isRange: boolean) => {
        goTo(at, to);
        if (isRange) range(selection, to);
        else select(toggleLine(selection, selectableOf(to)));
      },
      drag: (from: ExceptionRow, to: ExceptionRow) =>
        range({ lines: new Map(), anchor: from.finding.fingerprint }, to),
    };
  }, [row, index, goTo, readQueue, selection, onFault]);
}
