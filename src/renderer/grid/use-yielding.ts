/** Columns that give way where the grid is narrow, so that those the work is about stay in sight. */
import type { GridApi } from "ag-grid-community";
import { useCallback, useEffect, useState } from "react";
import type { GridColumn } from "./columns.ts";

export interface Yielding {
  /** How many columns have given way. */
  readonly hidden: number;
  /** Takes in how wide the grid is, pixels. */
  readonly onWidth: (width: number) => void;
}

/** @param showAll whether somebody wants every column, and scrolls for it */
export function useYielding<R>(
  api: GridApi<R> | null,
  columns: readonly GridColumn<R>[],
  showAll: boolean,
): Yielding {
  const [width, setWidth] = useState<number | null>(null);
  const gone =
    width === null || showAll
      ? []
      : columns.filter(({ yieldsBelow = 0 }) => width < yieldsBelow).map(({ id }) => id);
  const named = gone.join(" ");
  useEffect(() => {
    if (api === null) return;
    const hide = new Set(named.split(" "));
    const shown = columns.map(({ id }) => id).filter((id) => !hide.has(id));
    api.setColumnsVisible(shown, true);
    if (named !== "") api.setColumnsVisible(named.split(" "), false);
  }, [api, columns, named]);
  const onWidth = useCallback((next: number) => setWidth(next), []);
  return { hidden: gone.length, onWidth };
}
