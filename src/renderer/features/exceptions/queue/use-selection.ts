/**
 * What is selected for one decision on all of it, by keys and by the pointer. What a filter leaves out is
 * selected no more.
 */
import { amountAtRisk } from "../../../../core/report/statement/exception-amounts.ts";
import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { ExceptionRow, SelectableException } from "../../../check/protocol.ts";
import { refuseWhileSelecting } from "./list-changes.ts";
import {
  NOTHING_SELECTED,
  type Selection,
  keepQueued,
  selectAll,
  selectRange,
  toggleLine,
} from "../../../shared/decide/selection.ts";
import type { Current } from "./use-current.ts";
import type { QueueFilters } from "../../../shared/decide/queue-filters.ts";

export interface Selecting {
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly toggle: () => void;
  readonly toggleUpTo: () => void;
  readonly selectAll: () => void;
  readonly toggleAt: (at: number, to: ExceptionRow, isRange: boolean) => void;
  /** Selects every line from one to another, and nothing else. */
  readonly drag: (from: ExceptionRow, to: ExceptionRow) => void;
}

/** @param onFault told what the worker could not do */
export function useSelection(
  { row, index, goTo, readQueue }: Current,
  filters: QueueFilters,
  onFault: (error: unknown) => void,
): Selecting {
  const [selection, select] = useState(NOTHING_SELECTED);
  useEffect(() => {
    let isCurrent = true;
    const keep = (queue: readonly SelectableException[]) => {
      if (isCurrent) select((before) => keepQueued(before, queue));
    };
    if (selection.lines.size > 0) readQueue().then(keep, onFault);
    return () => {
      isCurrent = false;
    };
    // What is decided meanwhile stays selected, though it may pass the filters no more.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [filters]);
  return useMemo(() => {
    const selectOf = (selected: (queue: readonly SelectableException[]) => Selection) => {
      const stop = refuseWhileSelecting();
      const take = (queue: readonly SelectableException[]) => flushSync(() => select(selected(queue)));
      void readQueue().then(take).catch(onFault).finally(stop);
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
      toggleAt: (at, to, isRange) => {
        goTo(at, to);
        if (isRange) range(selection, to);
        else select(toggleLine(selection, selectableOf(to)));
      },
      drag: (from, to) => range({ lines: new Map(), anchor: from.finding.fingerprint }, to),
    };
  }, [row, index, goTo, readQueue, selection, onFault]);
}

export function selectableOf({ finding, seen, status, currency, cause }: ExceptionRow): SelectableException {
  const { fingerprint } = finding;
  return { fingerprint, seen, status, atRisk: amountAtRisk(finding), cause: cause?.place ?? null, currency };
}
