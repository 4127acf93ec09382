/** Selecting rows: one by one, or a stretch of those that pass, of which the grid holds only a part. */
import type { GridApi, IRowNode } from "ag-grid-community";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Rows, Sort } from "../bridge/protocol.ts";
import type { BlockRequest } from "./grid-options.ts";
import { type Stretch, readStretch, rowsHeld } from "./stretch.ts";

export type RowSelection<R> = ReturnType<typeof useRowSelection<R>>;

type Modifier = "shiftKey" | "ctrlKey" | "metaKey";

/** How long a selection rests before rows are read that copying may want, milliseconds. */
const REST_MS = 150;

/** @param onFault told what could not be read */
export function useRowSelection<R>(
  grid: () => GridApi<R> | null,
  idOf: (row: R) => number,
  read: (request: BlockRequest) => Promise<Rows<R>>,
  sort: readonly Sort[],
  total: number | null,
  onFault: (error: unknown) => void,
) {
  const [ids, setIds] = useState<readonly number[]>([]);
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const [rows, setRows] = useState<{ readonly of: Stretch; readonly rows: readonly R[] } | null>(null);
  const pressed = useRef<number | null>(null);
  /** Where selecting began, and how far it came. */
  const reach = useRef<{ readonly from: number; readonly to: number } | null>(null);

  const select = useCallback(
    (next: Stretch) => {
      setStretch(next);
      mark(grid(), next);
    },
    [grid],
  );
  const clear = useCallback(() => {
    setStretch(null);
    reach.current = null;
    grid()?.deselectAll();
  }, [grid]);
  // What other filters leave out is selected no more; in another order a stretch is of other rows.
  const order = JSON.stringify(sort);
  const of = useRef({ read, order });
  useEffect(() => {
    const before = of.current;
    of.current = { read, order };
    const isAll = stretch !== null && total !== null && stretch.from === 0 && stretch.to === total - 1;
    if (before.read !== read || (before.order !== order && stretch !== null && !isAll)) clear();
  }, [read, order, stretch, total, clear]);

  useEffect(() => {
    if (stretch === null || holds(grid(), stretch)) return undefined;
    const controller = new AbortController();
    const timer = window.setTimeout(() => {
      readStretch(read, sort, stretch, controller.signal).then(
        (found) => found !== null && setRows({ of: stretch, rows: found }),
        onFault,
      );
    }, REST_MS);
    return () => {
      controller.abort();
      window.clearTimeout(timer);
      setRows(null);
    };
    // The order is told by its words.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [grid, stretch, read, order, onFault]);

  const extend = (from: number, to: number) => {
    reach.current = { from, to };
    select({ from: Math.min(from, to), to: Math.max(from, to) });
  };
  const toggle = (rowIndex: number) => {
    const node = grid()?.getDisplayedRowAtIndex(rowIndex);
    if (node?.data === undefined) return;
    // Single ones are kept by the grid, which does not hold all of a long stretch.
    const isWhole = stretch === null || holds(grid(), stretch);
    setStretch(null);
    reach.current = { from: rowIndex, to: rowIndex };
    node.setSelected(node.isSelected() !== true, !isWhole);
  };
  return {
    count: stretch === null ? ids.length : stretch.to - stretch.from + 1,
    /** The rows from one to another, where they were selected so; null where single ones are. */
    stretch,
    /** Numbers of the records where single ones are selected, in no order. */
    ids,
    /** The rows of a stretch that the grid does not hold all of; null until they are read. */
    read: rows !== null && rows.of === stretch ? rows.rows : null,
    clear,
    selectAll: () => {
      if (total === null || total === 0) return;
      reach.current = null;
      select({ from: 0, to: total - 1 });
    },
    /** A click: alone it selects a row, with Ctrl one more, with Shift all up to it. */
    onClicked: (rowIndex: number, { shiftKey, ctrlKey, metaKey }: Pick<MouseEvent, Modifier>) => {
      if (shiftKey) extend(reach.current?.from ?? pressed.current ?? rowIndex, rowIndex);
      else if (ctrlKey || metaKey) toggle(rowIndex);
      // Dragging ends in a click, too.
      else if (pressed.current === rowIndex) {
        setStretch(null);
        reach.current = { from: rowIndex, to: rowIndex };
        grid()?.getDisplayedRowAtIndex(rowIndex)?.setSelected(true, true);
      }
    },
    onToggled: toggle,
    /** @param left the row that the focus was on */
    onExtended: (left: number, rowIndex: number) => {
      const from = reach.current?.to === left ? reach.current.from : left;
      extend(from, rowIndex);
    },
    onMoved: () => {
      reach.current = null;
    },
    onSelected: (nodes: readonly IRowNode<R>[]) =>
      setIds(nodes.flatMap(({ data }) => (data === undefined ? [] : [idOf(data)]))),
    onPressed: (rowIndex: number) => {
      pressed.current = rowIndex;
    },
    onDragged: (rowIndex: number) => {
      const from = pressed.current;
      if (from !== null && from !== rowIndex) extend(from, rowIndex);
    },
    onRows: () => {
      if (stretch !== null) mark(grid(), stretch);
    },
  };
}

function holds<R>(api: GridApi<R> | null, stretch: Stretch): boolean {
  return api !== null && rowsHeld(api, stretch) !== null;
}

/** Marks the rows of a stretch that the grid holds, and no other. */
function mark<R>(api: GridApi<R> | null, { from, to }: Stretch): void {
  if (api === null) return;
  const [within, without]: [IRowNode<R>[], IRowNode<R>[]] = [[], []];
  api.forEachNode((node) => {
    const at = node.rowIndex;
    if (at === null || node.data === undefined) return;
    const isWithin = at >= from && at <= to;
    if (isWithin !== (node.isSelected() === true)) (isWithin ? within : without).push(node);
  });
  if (without.length > 0) api.setNodesSelected({ nodes: without, newValue: false, source: "api" });
  if (within.length > 0) api.setNodesSelected({ nodes: within, newValue: true, source: "api" });
}
