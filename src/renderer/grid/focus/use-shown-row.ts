/**
 * Bringing one row into view, and keeping the row that the detail tells of marked, wherever it stands among a
 * million.
 */
import type { GridApi } from "ag-grid-community";
import { useEffect, useRef } from "react";
import { ROW_BUFFER } from "../grid-options.ts";
import { listen } from "../listen.ts";

/** A row that somebody asked for: by a link, or by its number. */
export interface ShownRow {
  /** Where it stands among the rows asked for. */
  readonly index: number;
  /** Whether the focus goes there, as after a jump. */
  readonly focus: boolean;
}

/** @param isKnown whether the grid knows how many rows there are */
export function useShownRow<R>(api: GridApi<R> | null, shown: ShownRow | null, isKnown: boolean): void {
  useEffect(() => {
    if (api === null || shown === null || !isKnown) return;
    const { index, focus } = shown;
    if (index >= api.getDisplayedRowCount()) return;
    api.ensureIndexVisible(index, isInView(api, index) ? null : "middle");
    const column = api.getAllDisplayedColumns()[0];
    if (focus && column !== undefined) api.setFocusedCell(index, column);
  }, [api, shown, isKnown]);
}

function isInView<R>(api: GridApi<R>, index: number): boolean {
  return (
    index > api.getFirstDisplayedRowIndex() + ROW_BUFFER &&
    index < api.getLastDisplayedRowIndex() - ROW_BUFFER
  );
}

/**
 * Selects the row of the record that is current, now or when its block comes; several that a person selected
 * stay.
 *
 * @param current the record's own number, null for none
 */
export function useCurrentRow<R>(api: GridApi<R> | null, current: number | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (api === null) return undefined;
    const left = before.current;
    before.current = current === null ? null : String(current);
    if (current === null) {
      const [only, ...more] = api.getSelectedNodes();
      // One that a person selected for itself stays.
      if (more.length === 0 && only !== undefined && only.id === left) api.deselectAll();
      return undefined;
    }
    const mark = () => {
      const selected = api.getSelectedNodes();
      if (selected.length > 1) return;
      const node = api.getRowNode(String(current));
      if (node?.data === undefined) {
        // The one before is not current any more.
        if (selected.length === 1 && selected[0]?.id !== String(current)) api.deselectAll();
      } else if (node.isSelected() !== true) node.setSelected(true, true);
    };
    mark();
    return listen(api, ["modelUpdated"], mark);
  }, [api, current]);
}
