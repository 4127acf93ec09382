/** From a field above a grid into its rows, which may be read anew at that moment. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useEffect } from "react";
import { PLACE_TITLE_ID } from "../ui/layout/place-header.tsx";

const WANTED = "rows-wanted";

/**
 * Moves the focus to the rows: to the cell that had it last, else to the first one. Where rows are about to
 * come or go, those that stay have it, until another key or the pointer is pressed.
 */
export function focusRows(): void {
  const into = [".grid-host .ag-cell-focus", ".grid-host [role=gridcell]", `#${PLACE_TITLE_ID}`];
  const found = into.map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null);
  found?.focus();
  document.querySelector(".grid-host")?.dispatchEvent(new Event(WANTED));
}

/** AG Grid gives the focus of a row that goes to the header, and none to rows that come. */
export function useFocusOfRows<R>(api: GridApi<R> | null, host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = host.current;
    if (api === null || element === null) return undefined;
    let isWanted = false;
    const want = () => (isWanted = true);
    const forget = () => (isWanted = false);
    const take = () => {
      if (!isWanted || api.isDestroyed() || document.activeElement?.closest(".ag-row")) return;
      const [column] = api.getAllDisplayedColumns();
      if (column === undefined || api.getDisplayedRowAtIndex(0)?.data === undefined) return;
      api.setFocusedCell(0, column);
    };
    element.addEventListener(WANTED, want);
    element.addEventListener("focusin", take);
    api.addEventListener("modelUpdated", take);
    document.addEventListener("keydown", forget, true);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      element.removeEventListener(WANTED, want);
      element.removeEventListener("focusin", take);
      if (!api.isDestroyed()) api.removeEventListener("modelUpdated", take);
      document.removeEventListener("keydown", forget, true);
      document.removeEventListener("pointerdown", forget, true);
    };
  }, [api, host]);
}
