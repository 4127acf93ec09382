/** How every grid is set up, and its sort in our words. */
import type {
  IDatasource,
  IGetRowsParams,
  ColDef,
  FocusGridInnerElementParams,
  GridApi,
  GridOptions,
  SuppressHeaderKeyboardEventParams,
  AgPublicEventType,
} from "ag-grid-community";
import type { Rows, RowsRequest, Sort } from "../bridge/protocol.ts";
import { isOurKey, HEADER_HEIGHT, ROW_HEIGHT, gridTheme, styleNonce } from "./grid-keys.ts";
import type { HeaderFilters } from "./column-defs.ts";
import { useEffect, useRef, type RefObject } from "react";
import type { GridColumn } from "./columns.ts";
import { PLACE_TITLE_ID } from "../ui/place-header.tsx";
import { SCROLLBAR } from "./use-responsive-columns.ts";

// Where a grid's rows come from: asked for block by block, so that a million of them scroll as a hundred do.

const BLOCK_ROWS = 200;
/** Blocks that are held; what was scrolled past longer ago is read again. */
const HELD_BLOCKS = 24;

export interface BlockRequest extends Pick<RowsRequest, "sort" | "from" | "count"> {
  /** Whether rows may come before all of them is known: they are asked for again then. */
  readonly isEarly?: boolean;
  readonly signal?: AbortSignal;
}

interface RecordSource<R> {
  readonly read: (request: BlockRequest) => Promise<Rows<R>>;
  readonly onTotal: (total: number) => void;
  /** Is told what went wrong with a block, null when one came again. */
  readonly onFault: (error: unknown) => void;
}

/** The source in AG Grid's words. What is still under way when it is replaced is called off. */
export function datasourceOf<R>({ read, onTotal, onFault }: RecordSource<R>): IDatasource {
  const replaced = new AbortController();
  const { signal } = replaced;
  const getRows = async (params: IGetRowsParams) => {
    const { startRow, endRow } = params;
    const sort = params.sortModel.map(({ colId, sort: way }) => ({
      column: colId,
      descending: way === "desc",
    }));
    try {
      const { total, rows } = await read({
        sort,
        from: startRow,
        count: endRow - startRow,
        isEarly: true,
        signal,
      });
      signal.throwIfAborted();
      params.successCallback([...rows], total);
      onTotal(total);
      onFault(null);
    } catch (error) {
      // Of blocks that are wanted no more, too: the grid has few under way at once, and counts these until then.
      params.failCallback();
      if (!signal.aborted) onFault(error);
    }
  };
  return { getRows: (params) => void getRows(params), destroy: () => replaced.abort() };
}

/** Rows drawn before they are seen, at each edge: whoever drags the scrollbar has them drawn each time. */
const ROW_BUFFER = 2;

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
    // The last column ends before it, also where a system lays it over the rows, and before any row is there.
    scrollbarWidth: SCROLLBAR,
    alwaysShowVerticalScroll: true,
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
    // A column that comes back is read out where it stands.
    ensureDomOrder: true,
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

// Bringing one row into view, and keeping the row that the detail tells of marked, wherever it stands among a
// million.

export interface ShownRow {
  readonly index: number;
  /** Whether the focus goes there, as after a jump. */
  readonly focus: boolean;
}

/** @param isKnown whether the grid knows how many rows there are */
export function useShownRow<R>(api: GridApi<R> | null, shown: ShownRow | null, isKnown: boolean): void {
  useEffect(() => {
    if (api === null || shown === null || !isKnown) return;
    const { index, focus } = shown;
    if (index >= api.getDisplayedRowCount()) return;
    api.ensureIndexVisible(index, isInView(api, index) ? null : "middle");
    const column = api.getAllDisplayedColumns()[0];
    if (focus && column !== undefined) api.setFocusedCell(index, column);
  }, [api, shown, isKnown]);
}

function isInView<R>(api: GridApi<R>, index: number): boolean {
  return (
    index > api.getFirstDisplayedRowIndex() + ROW_BUFFER &&
    index < api.getLastDisplayedRowIndex() - ROW_BUFFER
  );
}

/**
 * Selects the row of the record that is current, now or when its block comes; several that a person selected
 * stay.
 *
 * @param current the record's own number, null for none
 */
export function useCurrentRow<R>(api: GridApi<R> | null, current: number | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (api === null) return undefined;
    const left = before.current;
    before.current = current === null ? null : String(current);
    if (current === null) {
      const [only, ...more] = api.getSelectedNodes();
      // One that a person selected for itself stays.
      if (more.length === 0 && only !== undefined && only.id === left) api.deselectAll();
      return undefined;
    }
    const mark = () => {
      const selected = api.getSelectedNodes();
      if (selected.length > 1) return;
      const node = api.getRowNode(String(current));
      if (node?.data === undefined) {
        // The one before is not current any more.
        if (selected.length === 1 && selected[0]?.id !== String(current)) api.deselectAll();
      } else if (node.isSelected() !== true) node.setSelected(true, true);
    };
    mark();
    return listen(api, ["modelUpdated"], mark);
  }, [api, current]);
}

interface GridEvent {
  readonly type: string;
  readonly direction?: "horizontal" | "vertical";
}

/**
 * AG Grid calls listeners in a later task, when the grid may be gone already: its methods then return
 * undefined, whatever their types say.
 *
 * @returns stops listening
 */
function listen<R>(
  api: GridApi<R>,
  events: readonly AgPublicEventType[],
  told: (event: GridEvent) => void,
): () => void {
  const ifThere = (event: GridEvent) => {
    if (!api.isDestroyed()) told(event);
  };
  for (const event of events) api.addEventListener(event, ifThere);
  return () => {
    if (api.isDestroyed()) return;
    for (const event of events) api.removeEventListener(event, ifThere);
  };
}

// Figures of a column that is only partly in sight give way to a mark: half a number would be read as another
// number.

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

/** What hides a column's cut figures, with a mark on the side in sight; '' where none is cut. */
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

// From a field above a grid into its rows, which may be read anew at that moment.

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
    const stop = listen(api, ["modelUpdated"], take);
    const control = new AbortController();
    const { signal } = control;
    element.addEventListener(WANTED, want, { signal });
    document.addEventListener("keydown", forget, { capture: true, signal });
    document.addEventListener("pointerdown", forget, { capture: true, signal });
    return () => {
      control.abort();
      stop();
    };
  }, [api, host]);
}

/** Whether the focus is where it was put for want of rows, and nobody chose to be there. */
function isParked(host: HTMLElement): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body || at.id === PLACE_TITLE_ID) return true;
  return host.contains(at) && at.closest(".ag-header") !== null;
}
