/** Bringing one row into view and marking it, wherever it stands among a million. */
import type { GridApi } from "ag-grid-community";
import { useEffect } from "react";

/** A row that somebody asked for: by a link, by its number, by the queue. */
export interface Shown {
  /** The record's own number. */
  readonly id: number;
  /** Where it stands among the rows asked for. */
  readonly index: number;
  /** Whether the focus goes there, as after a jump. */
  readonly focus: boolean;
}

/** @param total how many rows there are; null until the grid knows */
export function useShownRow<R>(api: GridApi<R> | null, shown: Shown | null, total: number | null): void {
  const isKnown = total !== null;
  useEffect(() => {
    if (api === null || shown === null || !isKnown) return undefined;
    const { id, index, focus } = shown;
    if (index >= api.getDisplayedRowCount()) return undefined;
    if (!isInView(api, index)) api.ensureIndexVisible(index, "middle");
    if (focus) api.setFocusedCell(index, api.getAllDisplayedColumns()[0] ?? "");
    const mark = () => {
      const node = api.getRowNode(String(id));
      if (node?.data === undefined) return false;
      if (node.isSelected() !== true) node.setSelected(true, true);
      return true;
    };
    if (mark()) return undefined;
    // Its block is on its way.
    const later = () => {
      if (mark()) api.removeEventListener("modelUpdated", later);
    };
    api.addEventListener("modelUpdated", later);
    return () => {
      if (!api.isDestroyed()) api.removeEventListener("modelUpdated", later);
    };
  }, [api, shown, isKnown]);
}

function isInView<R>(api: GridApi<R>, index: number): boolean {
  const first = api.getFirstDisplayedRowIndex();
  const last = api.getLastDisplayedRowIndex();
  // The rows at the edges are drawn before they are seen.
  return index > first + 12 && index < last - 12;
}
