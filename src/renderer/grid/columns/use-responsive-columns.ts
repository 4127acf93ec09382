/**
 * Columns that give way where the grid is narrow, so that those the work is about are in sight, and whole.
 */
import type { ColDef, GridApi } from "ag-grid-community";
import { useEffect, useMemo } from "react";
import type { GridColumn } from "./columns.ts";
import { type Yielding, columnsGone } from "./columns-gone.ts";

/**
 * @param defs the same columns as the grid has them, with the widths that they begin with
 * @param width of the grid in pixels; null while it is not known, or where every column is wanted
 * @returns how many columns have given way
 */
export function useResponsiveColumns<R>(
  api: GridApi<R> | null,
  columns: readonly GridColumn<R>[],
  defs: readonly ColDef<R>[],
  width: number | null,
): number {
  const yielding = useMemo(() => columns.map((column) => yieldingOf(column, defs)), [columns, defs]);
  const gone = useMemo(() => (width === null ? [] : columnsGone(yielding, width)), [yielding, width]);
  useEffect(() => {
    if (api === null) return;
    // Whoever is on a cell stays on it, and copies what is in it.
    const stays = api.getFocusedCell()?.column.getColId() ?? null;
    const hide = width === null ? [] : columnsGone(yielding, width, stays);
    const shown = columns.map(({ id }) => id).filter((id) => !hide.includes(id));
    api.setColumnsVisible(shown, true);
    if (hide.length > 0) api.setColumnsVisible(hide, false);
  }, [api, columns, yielding, width]);
  return gone.length;
}

function yieldingOf<R>({ id, yields }: GridColumn<R>, defs: readonly ColDef<R>[]): Yielding {
  const { initialWidth, minWidth } = defs.find(({ colId }) => colId === id) ?? {};
  return { id, yields: yields ?? null, width: initialWidth ?? minWidth ?? 0 };
}
