/** What keys do in the rows, beside AG Grid's own arrows. */
import { themeQuartz, type Column, type GridApi, type SuppressKeyboardEventParams } from "ag-grid-community";

// The grid's looks, from the same tokens as everything else: a working paper has hairlines between its rows
// and no boxes.

/** Pixels; `--row` says the same to style sheets. */
export const ROW_HEIGHT = 28;
export const HEADER_HEIGHT = 30;

export const gridTheme = themeQuartz.withParams({
  browserColorScheme: "inherit",
  backgroundColor: "var(--paper)",
  foregroundColor: "var(--ink)",
  subtleTextColor: "var(--ink-faint)",
  accentColor: "var(--accent)",
  borderColor: "var(--line)",
  chromeBackgroundColor: "var(--paper)",
  fontFamily: "inherit",
  fontSize: "12.5px",
  headerFontSize: "var(--text-s)",
  headerFontWeight: 500,
  headerTextColor: "var(--ink-quiet)",
  headerCellHoverBackgroundColor: "var(--hover)",
  headerCellMovingBackgroundColor: "var(--accent-wash)",
  headerRowBorder: { style: "solid", width: 1, color: "var(--line-strong)" },
  headerColumnBorder: false,
  headerColumnResizeHandleColor: "var(--line-strong)",
  headerColumnResizeHandleHeight: "50%",
  headerColumnResizeHandleWidth: 1,
  headerHeight: HEADER_HEIGHT,
  rowHeight: ROW_HEIGHT,
  rowBorder: { style: "solid", width: 1, color: "var(--line)" },
  columnBorder: false,
  pinnedColumnBorder: { style: "solid", width: 1, color: "var(--line-strong)" },
  rowHoverColor: "var(--hover)",
  selectedRowBackgroundColor: "var(--accent-wash)",
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  borderRadius: 0,
  cellHorizontalPadding: 7,
  spacing: 4,
  iconSize: 12,
  focusShadow: "none",
  modalOverlayBackgroundColor: "transparent",
});

/** The page's nonce, under which styles may be added; none where the page has none. */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = meta?.nonce ?? "";
  return nonce === "" ? undefined : nonce;
}

interface GridActions {
  readonly onOpen: (rowIndex: number) => void;
  readonly onClose: () => void;
  readonly onSelectAll: () => void;
  readonly onToggle: (rowIndex: number) => void;
  readonly onExtend: (left: number, rowIndex: number) => void;
  readonly onMenu: (rowIndex: number, columnId: string) => void;
  /** The focus moves without selecting: selecting begins anew. */
  readonly onMove: () => void;
}

/** Keys that AG Grid would take another way. */
const OURS = new Set(["Home", "End", "PageUp", "PageDown", " ", "Enter", "Escape"]);
const ARROWS = new Set(["ArrowUp", "ArrowDown"]);

export function isOurKey({ event }: SuppressKeyboardEventParams): boolean {
  const isExtending = event.shiftKey && ARROWS.has(event.key);
  if (!OURS.has(event.key) && !isSelectAll(event) && !isMenuKey(event) && !isExtending) return false;
  // The browser would scroll for it.
  event.preventDefault();
  return true;
}

function isSelectAll({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === "a";
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === "ContextMenu" || (key === "F10" && shiftKey);
}

/**
 * Enter opens, Escape closes, Space selects. Home, End, PageUp and PageDown move, and with Shift they and the
 * arrows select what they pass. Ctrl+A selects all. Shift+F10 opens the menu.
 */
export function onGridKey(event: KeyboardEvent, api: GridApi, actions: GridActions): void {
  const at = cellOf(event, api);
  if (at === null) return;
  const { rowIndex } = at;
  const { key, shiftKey, ctrlKey, metaKey } = event;
  if (isSelectAll(event)) actions.onSelectAll();
  else if (isMenuKey(event)) actions.onMenu(rowIndex, at.column.getColId());
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
    if (shiftKey || !ARROWS.has(key)) goTo(api, to, at.column);
  }
}

export function cellOf({ target }: Event, api: GridApi) {
  return target instanceof Element ? cellAt(target, api) : null;
}

/**
 * The cell that an element is in. AG Grid knows no focused cell while the rows around it are being read, and
 * learns late of a focus that came by other ways than its own.
 */
export function cellAt(element: Element, api: GridApi) {
  const rowIndex = rowIndexAt(element);
  const column = api.getColumn(element.closest(".ag-cell")?.getAttribute("col-id") ?? "");
  if (rowIndex !== null && column !== null) return { rowIndex, column };
  // Its types know no undefined, but it has one.
  return api.getFocusedCell() ?? null;
}

/** The row that something happened in; null outside the rows. */
export function rowIndexOf({ target }: Event): number | null {
  return target instanceof Element ? rowIndexAt(target) : null;
}

function rowIndexAt(element: Element): number | null {
  const row = element.closest(".ag-row");
  return row === null ? null : Number(row.getAttribute("row-index"));
}

/** Rows in view, but one: what was last is first then. */
function pageOf(api: GridApi): number {
  const { top, bottom } = api.getVerticalPixelRange();
  return Math.max(1, Math.floor((bottom - top) / ROW_HEIGHT) - 1);
}

function goTo(api: GridApi, { row, column: end }: Destination, column: Column): void {
  const columns = api.getAllDisplayedColumns();
  const at = end === null ? column : end === "last" ? columns.at(-1) : columns[0];
  if (at === undefined) return;
  api.ensureIndexVisible(row);
  api.ensureColumnVisible(at);
  api.setFocusedCell(row, at);
}

/** A row and the end of it that is gone to; null stays in the column. */
interface Destination {
  readonly row: number;
  readonly column: "first" | "last" | null;
}

interface RowPosition {
  readonly row: number;
  readonly rows: number;
  /** How many are in view. */
  readonly page: number;
}

/**
 * Arrows go to the next row, PageUp and PageDown by as many as are in view, Home and End to the ends of the
 * row; with Ctrl they go to the ends of the grid.
 *
 * @returns null for any other key
 */
export function destinationOf(
  key: string,
  ctrl: boolean,
  { row, rows, page }: RowPosition,
): Destination | null {
  const last = rows - 1;
  switch (key) {
    case "ArrowUp":
      return { row: ctrl ? 0 : Math.max(0, row - 1), column: null };
    case "ArrowDown":
      return { row: ctrl ? last : Math.min(last, row + 1), column: null };
    case "PageUp":
      return { row: Math.max(0, row - page), column: null };
    case "PageDown":
      return { row: Math.min(last, row + page), column: null };
    case "Home":
      return { row: ctrl ? 0 : row, column: "first" };
    case "End":
      return { row: ctrl ? last : row, column: "last" };
    default:
      return null;
  }
}
