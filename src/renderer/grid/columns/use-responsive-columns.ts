/**
 * Columns that give way where the grid is narrow, so that those the work is about are in sight, and whole;
 * and those that a person chose.
 */
import type { ColDef, GridApi } from "ag-grid-community";
import { useEffect, useMemo } from "react";
import type { ColumnChoice } from "./chosen-columns.ts";
import type { GridColumn } from "./columns.ts";
import { type Yielding, columnsGone } from "./columns-gone.ts";

/**
 * @param defs the same columns as the grid has them, with the widths that they begin with
 * @param width of the grid in pixels; null while it is not known
 * @param choice what a person wants to see however narrow the grid is, and what not at all
 * @returns the columns that are not shown
 */
export function useResponsiveColumns<R>(
  api: GridApi<R> | null,
  columns: readonly GridColumn<R>[],
  defs: readonly ColDef<R>[],
  width: number | null,
  { shown, hidden }: ColumnChoice,
): readonly string[] {
  const yielding = useMemo(
    () =>
      columns
        .filter(({ id }) => !hidden.includes(id))
        .map((column) => yieldingOf(column, defs, shown.includes(column.id))),
    [columns, defs, shown, hidden],
  );
  const gone = useMemo(
    () => [...hidden, ...(width === null ? [] : columnsGone(yielding, width))],
    [hidden, yielding, width],
  );
  useEffect(() => {
    if (api === null) return;
    // Whoever is on a cell stays on it, and copies what is in it.
    const stays = api.getFocusedCell()?.column.getColId() ?? null;
    const hide = [...hidden, ...(width === null ? [] : columnsGone(yielding, width, stays))];
    const seen = columns.map(({ id }) => id).filter((id) => !hide.includes(id));
    api.setColumnsVisible(seen, true);
    if (hide.length > 0) api.setColumnsVisible(hide, false);
  }, [api, columns, yielding, hidden, width]);
  return gone;
}

function yieldingOf<R>(
  { id, yields }: GridColumn<R>,
  defs: readonly ColDef<R>[],
  isWanted: boolean,
): Yielding {
  const { initialWidth, minWidth } = defs.find(({ colId }) => colId === id) ?? {};
  return { id, yields: isWanted ? null : (yields ?? null), width: initialWidth ?? minWidth ?? 0 };
}
