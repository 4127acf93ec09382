/** Columns as wide as their amounts want them, which is known only once there are some. */
import type { ColDef, GridApi } from "ag-grid-community";
import { useEffect, useRef } from "react";

/** @param defs the columns as they are now; those whose width is another one than before are set to it */
export function useWidths<R>(api: GridApi<R> | null, defs: readonly ColDef<R>[]): void {
  const shown = useRef(defs);
  useEffect(() => {
    // The grid is made later, with the columns as they were at first.
    if (api === null) return;
    const before = new Map(shown.current.map(({ colId, initialWidth }) => [colId, initialWidth]));
    shown.current = defs;
    const changed = defs.flatMap(({ colId: key, initialWidth: newWidth }) =>
      key === undefined || newWidth === undefined || before.get(key) === newWidth ? [] : [{ key, newWidth }],
    );
    // Not finished: nobody chose them, and they are not kept.
    if (changed.length > 0) api.setColumnWidths(changed, false);
  }, [api, defs]);
}
