/** From a field above a grid into its rows, which may be read anew at that moment. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useEffect, useRef } from "react";
import { PLACE_TITLE_ID } from "../../ui/layout/place-header.tsx";
import { listen } from "../listen.ts";

const WANTED = "rows-wanted";

/** How long rows that come may take the focus, milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Moves the focus to the rows: to the cell that had it last, else to the first one. If the rows are being
 * read anew, it goes to the new ones, unless a key or the pointer is pressed first.
 */
export function focusRows(): void {
  const into = [".grid-host .ag-cell-focus", ".grid-host [role=gridcell]", `#${PLACE_TITLE_ID}`];
  const found = into.map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null);
  found?.focus();
  document.querySelector(".grid-host")?.dispatchEvent(new Event(WANTED));
}

/**
 * When the row that has the focus is removed, AG Grid focuses the header, and rows that arrive get no focus.
 *
 * @param current the record that the detail tells of, which focusing must not replace; null while it is shut
 */
export function useFocusOfRows<R>(
  api: GridApi<R> | null,
  host: RefObject<HTMLElement | null>,
  current: number | null,
): void {
  const shown = useRef(current);
  useEffect(() => {
    shown.current = current;
  });
  useEffect(() => {
    const element = host.current;
    if (api === null || element === null) return undefined;
    let untilMs = 0;
    const want = () => (untilMs = performance.now() + PATIENCE_MS);
    const forget = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) untilMs = 0;
    };
    const take = () => {
      if (performance.now() > untilMs || !isParked(element)) return;
      const row =
        shown.current === null ? api.getDisplayedRowAtIndex(0) : api.getRowNode(String(shown.current));
      const [column] = api.getAllDisplayedColumns();
      if (row?.data === undefined || row.rowIndex === null || column === undefined) return;
      api.setFocusedCell(row.rowIndex, column);
    };
    element.addEventListener(WANTED, want);
    const stop = listen(api, ["modelUpdated"], take);
    document.addEventListener("keydown", forget, true);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      element.removeEventListener(WANTED, want);
      stop();
      document.removeEventListener("keydown", forget, true);
      document.removeEventListener("pointerdown", forget, true);
    };
  }, [api, host]);
}

/** Whether the focus is where it was put for want of rows, and nobody chose to be there. */
function isParked(host: HTMLElement): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body || at.id === PLACE_TITLE_ID) return true;
  return host.contains(at) && at.closest(".ag-header") !== null;
}
