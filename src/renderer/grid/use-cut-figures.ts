/**
 * Figures of a column that is only partly in sight give way to a mark: half a number would be read as another
 * number.
 */
import type { GridApi } from "ag-grid-community";
import { useEffect } from "react";
import type { GridColumn } from "./columns/columns.ts";
import { listen } from "./listen.ts";

const EVENTS = [
  "bodyScroll",
  "gridSizeChanged",
  "columnResized",
  "displayedColumnsChanged",
  "virtualColumnsChanged",
] as const;

export function useCutFigures<R>(api: GridApi<R> | null, columns: readonly GridColumn<R>[]): void {
  useEffect(() => {
    if (api === null) return undefined;
    const figures = columns.filter(({ kind }) => kind === "amount" || kind === "id").map(({ id }) => id);
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    let [shown, frame] = ["", 0];
    const mark = () => {
      // A frame may come after the grid is gone.
      if (api.isDestroyed()) return;
      const rules = figures.map((id) => ruleFor(api, id)).join("\n");
      if (rules === shown) return;
      shown = rules;
      sheet.replaceSync(rules);
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    };
    // Up and down nothing is cut, and looking has the browser lay everything out.
    const stop = listen(api, EVENTS, ({ direction }) => {
      if (direction !== "vertical") soon();
    });
    soon();
    return () => {
      cancelAnimationFrame(frame);
      stop();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [api, columns]);
}

/**
 * What hides a column's figures, with the mark on the side that is in sight; '' where all of it is, or none.
 */
function ruleFor<R>(api: GridApi<R>, id: string): string {
  const column = api.getColumn(id);
  if (column === null || !column.isVisible() || column.isPinned()) return "";
  const { left, right } = api.getHorizontalPixelRange();
  const from = column.getLeft() ?? 0;
  const to = from + column.getActualWidth();
  const isCut = (from < left && to > left) || (to > right && from < right);
  if (!isCut) return "";
  const cell = `.grid-frame .ag-cell[col-id="${CSS.escape(id)}"]`;
  return (
    `${cell} { color: transparent; }` +
    `${cell} > * { visibility: hidden; }` +
    `${cell}:not(:empty)::after { content: "…" / ""; position: absolute; inset-block: 0; ` +
    `inset-inline-${to > right ? "start" : "end"}: 6px; color: var(--ink-faint); }`
  );
}
