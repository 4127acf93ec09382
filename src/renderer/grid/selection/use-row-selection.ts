/**
 * Selecting rows of a grid: one by one, by dragging, and all that pass, of which the grid itself holds a part
 * only.
 */
import type { GridApi } from "ag-grid-community";
import { useCallback, useEffect, useRef, useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import type { Rows, Sort } from "../../check/protocol.ts";
import { showToast } from "../../ui/overlays/toast.tsx";
import type { BlockRequest } from "../record-source.ts";

/** The most rows that are selected at once: a spreadsheet takes them, and a clipboard holds them. */
export const MOST_ROWS = 100_000;
const ROWS_AT_ONCE = 5000;

export interface RowSelection<R> {
  /** How many rows are selected. */
  readonly count: number;
  /** All that pass, in their order, where all are selected; null where some are. */
  readonly all: readonly R[] | null;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly onSelected: (rows: number, byPerson: boolean) => void;
  readonly onPressed: (rowIndex: number | null) => void;
  readonly onDragged: (rowIndex: number | null) => void;
  readonly onRows: () => void;
}

/** @param onFault told what could not be read */
export function useRowSelection<R>(
  grid: () => GridApi<R> | null,
  read: (request: BlockRequest) => Promise<Rows<R>>,
  sort: readonly Sort[],
  onFault: (error: unknown) => void,
): RowSelection<R> {
  const [held, setHeld] = useState(0);
  const [all, setAll] = useState<readonly R[] | null>(null);
  const pressed = useRef<number | null>(null);
  const clear = useCallback(() => {
    setAll(null);
    grid()?.deselectAll();
  }, [grid]);
  // What other filters leave out is selected no more.
  const of = useRef(read);
  useEffect(() => {
    if (of.current === read) return;
    of.current = read;
    clear();
  }, [read, clear]);
  return {
    count: all?.length ?? held,
    all,
    clear,
    selectAll: () => {
      const take = ({ rows, total }: Rows<R>) => {
        // Other rows were asked for meanwhile.
        if (of.current !== read) return;
        setAll(rows);
        mark(grid());
        if (total === rows.length) return;
        showToast({ tone: "warning", words: `The first ${formatAmount(rows.length)} rows are selected` });
      };
      readAll(read, sort).then(take, onFault);
    },
    onSelected: (rows, byPerson) => {
      if (byPerson) setAll(null);
      setHeld(rows);
    },
    onPressed: (rowIndex) => {
      pressed.current = rowIndex;
    },
    onDragged: (rowIndex) => {
      const from = pressed.current;
      if (from === null || rowIndex === null || from === rowIndex) return;
      setAll(null);
      selectBetween(grid(), from, rowIndex);
    },
    onRows: () => {
      if (all !== null) mark(grid());
    },
  };
}

async function readAll<R>(
  read: (request: BlockRequest) => Promise<Rows<R>>,
  sort: readonly Sort[],
): Promise<Rows<R>> {
  const rows: R[] = [];
  for (let total = Number.POSITIVE_INFINITY; rows.length < Math.min(total, MOST_ROWS);) {
    const page = await read({ sort, from: rows.length, count: ROWS_AT_ONCE });
    total = page.total;
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
    if (rows.length >= Math.min(total, MOST_ROWS)) return { rows, total };
  }
  return { rows, total: rows.length };
}

/** Marks every row that the grid holds. */
function mark<R>(api: GridApi<R> | null): void {
  api?.forEachNode((node) => {
    if (node.data !== undefined && node.isSelected() !== true) node.setSelected(true, false, "api");
  });
}

function selectBetween<R>(api: GridApi<R> | null, from: number, to: number): void {
  if (api === null) return;
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  api.forEachNode((node) => {
    const at = node.rowIndex;
    if (at !== null && node.data !== undefined) node.setSelected(at >= first && at <= last, false, "api");
  });
}
