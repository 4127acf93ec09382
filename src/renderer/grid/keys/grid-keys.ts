/** What keys do in the rows, beside AG Grid's own arrows. */
import type { GridApi, SuppressKeyboardEventParams } from "ag-grid-community";
import { ROW_HEIGHT } from "../grid-theme.ts";
import { type Destination, destinationOf } from "./moves.ts";

export interface GridActions {
  /** Opens the detail of a row. */
  readonly onOpen: (rowIndex: number) => void;
  /** Closes the detail. */
  readonly onClose: () => void;
  /** Selects every row that passes. */
  readonly onSelectAll: () => void;
  /** Selects a row, or gives it up. */
  readonly onToggle: (rowIndex: number) => void;
  /** Selects from where selecting began to a row. */
  readonly onExtend: (left: number, rowIndex: number) => void;
  /** The focus moves without selecting: selecting begins anew. */
  readonly onMove: () => void;
}

/** Keys that AG Grid would take another way. */
const OURS = new Set(["Home", "End", "PageUp", "PageDown", " ", "Enter", "Escape"]);
const ARROWS = new Set(["ArrowUp", "ArrowDown"]);

export function isOurKey({ event }: SuppressKeyboardEventParams): boolean {
  const isExtending = event.shiftKey && ARROWS.has(event.key);
  if (!OURS.has(event.key) && !isSelectAll(event) && !isExtending) return false;
  // The browser would scroll for it.
  event.preventDefault();
  return true;
}

function isSelectAll({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === "a";
}

/**
 * Enter opens, Escape closes, Space selects. Home, End, PageUp and PageDown move, and with Shift they and the arrows select
 * what they pass. Ctrl+A selects all.
 */
export function onGridKey(event: KeyboardEvent, api: GridApi, actions: GridActions): void {
  const rowIndex = api.getFocusedCell()?.rowIndex;
  if (rowIndex === undefined) return;
  const { key, shiftKey, ctrlKey, metaKey } = event;
  if (isSelectAll(event)) actions.onSelectAll();
  else if (key === "Enter") actions.onOpen(rowIndex);
  else if (key === "Escape") actions.onClose();
  else if (key === " ") actions.onToggle(rowIndex);
  else {
    const rows = api.getDisplayedRowCount();
    const to = destinationOf(key, ctrlKey || metaKey, { row: rowIndex, rows, page: pageOf(api) });
    if (to === null) return;
    // AG Grid has moved by an arrow already.
    if (!shiftKey) actions.onMove();
    else if (to.row !== rowIndex) actions.onExtend(rowIndex, to.row);
    // Arrows alone are AG Grid's.
    if (shiftKey || !ARROWS.has(key)) goTo(api, to);
  }
}

/** Rows in view, but one: what was last is first then. */
function pageOf(api: GridApi): number {
  const { top, bottom } = api.getVerticalPixelRange();
  return Math.max(1, Math.floor((bottom - top) / ROW_HEIGHT) - 1);
}

function goTo(api: GridApi, { row, column: end }: Destination): void {
  const columns = api.getAllDisplayedColumns();
  const at = end === null ? api.getFocusedCell()?.column : end === "last" ? columns.at(-1) : columns[0];
  if (at === undefined) return;
  api.ensureIndexVisible(row);
  api.ensureColumnVisible(at);
  api.setFocusedCell(row, at);
}
