/** From the detail back into the rows. */
import type { GridApi } from "ag-grid-community";
import { useEffect, useRef } from "react";

/** When the detail is shut and had the focus, the cell that one came from has it again. */
export function useWayBack<R>(api: GridApi<R> | null, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isShut = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    const cell = api?.getFocusedCell() ?? null;
    if (api === null || !isShut || cell === null || document.activeElement !== document.body) return;
    api.setFocusedCell(cell.rowIndex, cell.column);
  }, [api, isOpen]);
}
