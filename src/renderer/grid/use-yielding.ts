/** Columns that give way where the grid is narrow, so that those the work is about stay in sight. */
import type { GridApi } from "ag-grid-community";
import { useEffect } from "react";
import type { GridColumn } from "./columns.ts";

/**
 * @param width of the grid in pixels; null while it is not known, or where every column is wanted
 * @returns how many columns have given way
 */
export function useYielding<R>(
  api: GridApi<R> | null,
  columns: readonly GridColumn<R>[],
  width: number | null,
): number {
  const gone =
    width === null ? [] : columns.filter(({ yieldsBelow = 0 }) => width < yieldsBelow).map(({ id }) => id);
  const named = gone.join(" ");
  useEffect(() => {
    if (api === null) return;
    const hide = new Set(named.split(" ").filter((id) => id !== ""));
    // Whoever is on a cell stays on it, and copies what is in it.
    hide.delete(api.getFocusedCell()?.column.getColId() ?? "");
    const shown = columns.map(({ id }) => id).filter((id) => !hide.has(id));
    api.setColumnsVisible(shown, true);
    if (hide.size > 0) api.setColumnsVisible([...hide], false);
  }, [api, columns, named]);
  return gone.length;
}
