/** How every grid is set up, and its sort in our words. */
import type {
  ColDef,
  FocusGridInnerElementParams,
  GridApi,
  GridOptions,
  SuppressHeaderKeyboardEventParams,
} from "ag-grid-community";
import type { Sort } from "../check/protocol.ts";
import { isOurKey } from "./keys/grid-keys.ts";
import type { HeaderFilters } from "./columns/header-words.ts";
import { HEADER_HEIGHT, ROW_HEIGHT, gridTheme, styleNonce } from "./grid-theme.ts";
import { BLOCK_ROWS, HELD_BLOCKS } from "./record-source.ts";

/**
 * Rows that are drawn before they are seen, at each edge: whoever drags the scrollbar has all of them drawn
 * anew at each step.
 */
export const ROW_BUFFER = 2;

const DEFAULT_COLUMN: ColDef = {
  resizable: true,
  suppressKeyboardEvent: isOurKey,
  suppressHeaderKeyboardEvent: opensFilter,
};

/** The options that no place changes. The page's nonce is read when a grid is made. */
export function gridOptions(): GridOptions {
  const nonce = styleNonce();
  return {
    theme: gridTheme,
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    rowModelType: "infinite",
    cacheBlockSize: BLOCK_ROWS,
    maxBlocksInCache: HELD_BLOCKS,
    maxConcurrentDatasourceRequests: 2,
    infiniteInitialRowCount: 1,
    rowHeight: ROW_HEIGHT,
    headerHeight: HEADER_HEIGHT,
    rowBuffer: ROW_BUFFER,
    // A dozen columns: all are drawn, so that End and Home find theirs at once.
    suppressColumnVirtualisation: true,
    defaultColDef: DEFAULT_COLUMN,
    rowSelection: {
      mode: "multiRow",
      checkboxes: false,
      headerCheckbox: false,
      // Ours: of a stretch the grid holds a part only.
      enableClickSelection: false,
    },
    enableBrowserTooltips: true,
    suppressDragLeaveHidesColumns: true,
    suppressColumnMoveAnimation: true,
    animateRows: false,
    suppressNoRowsOverlay: true,
    focusGridInnerElement: focusWhereItWas,
    // Tab leaves the grid: whoever wants the next cell has arrows.
    tabToNextCell: () => false,
  };
}

/** Who comes back by Tab finds the cell that was left, not the last of a million rows. */
function focusWhereItWas({ api }: FocusGridInnerElementParams): boolean {
  const left = api.getFocusedCell();
  const column = left?.column ?? api.getAllDisplayedColumns()[0];
  const row = left?.rowIndex ?? api.getFirstDisplayedRowIndex();
  if (column === undefined || row < 0) return false;
  api.setFocusedCell(row, column);
  return true;
}

/** Alt+Down opens a column's filter, as in a workbook. */
function opensFilter({ event, column, context }: SuppressHeaderKeyboardEventParams): boolean {
  if (event.key !== "ArrowDown" || !event.altKey) return false;
  if ("getColId" in column && event.target instanceof Element) {
    (context as HeaderFilters).open(column.getColId(), event.target);
  }
  event.preventDefault();
  return true;
}

/** A click that neither adds to the selection nor extends it. */
export function isPlainClick({ shiftKey, ctrlKey, metaKey }: MouseEvent): boolean {
  return !shiftKey && !ctrlKey && !metaKey;
}

/** What the headers are sorted by, the first that decides first. */
export function sortOf(api: GridApi): Sort[] {
  return api
    .getColumnState()
    .filter(({ sort }) => sort === "asc" || sort === "desc")
    .toSorted((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .map(({ colId, sort }) => ({ column: colId, descending: sort === "desc" }));
}

/** Sorts the headers so, unless they are already. */
export function applySort(api: GridApi, sort: readonly Sort[]): void {
  if (JSON.stringify(sortOf(api)) === JSON.stringify(sort)) return;
  api.applyColumnState({
    state: sort.map(({ column, descending }, sortIndex) => ({
      colId: column,
      sort: descending ? ("desc" as const) : ("asc" as const),
      sortIndex,
    })),
    defaultState: { sort: null },
  });
}
