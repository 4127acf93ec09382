/** What keys do in the rows, beside AG Grid's own arrows and pages. */
import type { CellKeyDownEvent, GridApi, SuppressKeyboardEventParams } from "ag-grid-community";

export interface GridActions {
  /** Opens the detail of a row. */
  readonly onOpen: (rowIndex: number) => void;
  /** Closes the detail. */
  readonly onClose: () => void;
  /** Selects every row that passes. */
  readonly onSelectAll: () => void;
}

/** Keys that AG Grid would take another way. */
const OURS = new Set(["Home", "End", " ", "Enter", "Escape"]);

export function isOurKey({ event }: SuppressKeyboardEventParams): boolean {
  if (!OURS.has(event.key) && !isSelectAll(event)) return false;
  // AG Grid tells of a key only when the browser has scrolled for it already.
  event.preventDefault();
  return true;
}

function isSelectAll({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === "a";
}

/**
 * Enter opens, Escape closes, Space selects, Shift with arrows selects what it passes. Home and End go to the
 * ends of the row, with Ctrl to the ends of the grid, as in a workbook. Ctrl+A selects all.
 */
export function onGridKey<R>(
  { event, api, rowIndex, node }: CellKeyDownEvent<R>,
  actions: GridActions,
): void {
  if (!(event instanceof KeyboardEvent) || rowIndex === null) return;
  const { key, shiftKey } = event;
  if (isSelectAll(event)) actions.onSelectAll();
  else if (key === "Enter") actions.onOpen(rowIndex);
  else if (key === "Escape") actions.onClose();
  else if (key === " ") node.setSelected(node.isSelected() !== true);
  else if (key === "Home" || key === "End") {
    goToEnd(api, rowIndex, key === "End", event.ctrlKey || event.metaKey);
  } else if (shiftKey && (key === "ArrowDown" || key === "ArrowUp")) {
    extend(api, rowIndex, key === "ArrowDown" ? 1 : -1);
  }
}

function goToEnd<R>(api: GridApi<R>, rowIndex: number, isLast: boolean, ofGrid: boolean): void {
  const columns = api.getAllDisplayedColumns();
  const column = isLast ? columns.at(-1) : columns[0];
  if (column === undefined) return;
  const row = ofGrid ? (isLast ? api.getDisplayedRowCount() - 1 : 0) : rowIndex;
  api.ensureIndexVisible(row);
  api.ensureColumnVisible(column);
  api.setFocusedCell(row, column);
}

/**
 * AG Grid has already moved the focus; the selection follows it. Going back over what is selected gives it up
 * again.
 */
function extend<R>(api: GridApi<R>, left: number, by: 1 | -1): void {
  const at = api.getDisplayedRowAtIndex(left);
  const next = api.getDisplayedRowAtIndex(left + by);
  if (next === undefined || next.data === undefined) return;
  if (next.isSelected() === true) at?.setSelected(false);
  else {
    at?.setSelected(true);
    next.setSelected(true);
  }
}
