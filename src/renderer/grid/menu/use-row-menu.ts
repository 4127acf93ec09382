/** Which row's menu is open, and where. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useState } from "react";

/** The cell that was pointed at. */
export interface MenuAt<R> {
  readonly row: R;
  readonly rowIndex: number;
  readonly columnId: string;
  readonly cell: Element;
  /** Whether the row is one of those that are selected. */
  readonly isSelected: boolean;
}

export interface RowMenuState<R> {
  /** null while none is open. */
  readonly at: MenuAt<R> | null;
  /** Opens it, and puts the focus on the cell; not for a row that is still being read. */
  readonly openAt: (api: GridApi<R>, rowIndex: number, columnId: string) => void;
  readonly close: () => void;
}

export function useRowMenu<R>(host: RefObject<HTMLElement | null>): RowMenuState<R> {
  const [at, setAt] = useState<MenuAt<R> | null>(null);
  return {
    at,
    openAt: (api, rowIndex, columnId) => {
      const node = api.getDisplayedRowAtIndex(rowIndex);
      const cell =
        host.current?.querySelector(`.ag-row[row-index="${rowIndex}"] [col-id="${CSS.escape(columnId)}"]`) ??
        null;
      if (node?.data === undefined || cell === null) return;
      // Whoever shuts it is back on the cell.
      api.setFocusedCell(rowIndex, columnId);
      setAt({ row: node.data, rowIndex, columnId, cell, isSelected: node.isSelected() === true });
    },
    close: () => setAt(null),
  };
}
