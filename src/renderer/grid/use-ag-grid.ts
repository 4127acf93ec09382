/**
 * AG Grid in a React component, without its React wrapper: that makes a component of every cell, and hundreds
 * of cells come and go while somebody scrolls.
 */
import {
  type ColDef,
  type GridApi,
  type GridOptions,
  type IRowNode,
  createGrid,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
} from "ag-grid-community";
import { type RefObject, useEffect, useRef, useState } from "react";
import { gridOptions } from "./grid-options.ts";
import { rowIndexOf } from "./grid-keys.ts";

interface GridEvents<R> {
  readonly onWidth: (width: number) => void;
  readonly onSorted: (api: GridApi<R>) => void;
  /** Somebody changed the widths of some columns, or the order of all. */
  readonly onColumns: (api: GridApi<R>, resized: ReadonlySet<string>) => void;
  readonly onSelected: (nodes: readonly IRowNode<R>[]) => void;
  readonly onClicked: (rowIndex: number, event: MouseEvent) => void;
  /** The pointer was pressed on a row; not told with Shift, which extends a stretch begun elsewhere. */
  readonly onPressed: (rowIndex: number) => void;
  /** The pointer, pressed, came over a row. */
  readonly onDragged: (rowIndex: number) => void;
  readonly onRows: () => void;
  readonly onFocused: (rowIndex: number | null) => void;
  readonly onKey: (event: KeyboardEvent, api: GridApi<R>) => void;
  /** The menu was asked for by the pointer, or by the system's own key. */
  readonly onMenu: (event: Event, api: GridApi<R>) => void;
}

/** What the grid is made with; only the columns may change. */
interface GridSettings<R> {
  readonly label: string;
  readonly columnDefs: ColDef<R>[];
  readonly options: Pick<GridOptions<R>, "getRowId" | "getRowClass" | "context">;
}

/** @returns the grid's own methods, null until it is there */
export function useAgGrid<R>(
  host: RefObject<HTMLElement | null>,
  { label, columnDefs, options }: GridSettings<R>,
  events: GridEvents<R>,
): GridApi<R> | null {
  const [api, setApi] = useState<GridApi<R> | null>(null);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  const [made] = useState({ label, columnDefs, options });
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    let grid: GridApi<R> | null = null;
    // In tasks of their own, the columns apart: drawing the place took one already.
    let timer = window.setTimeout(() => {
      const empty = makeGrid(element, made, latest);
      grid = empty;
      timer = window.setTimeout(() => {
        empty.setGridOption("columnDefs", made.columnDefs);
        listenInRows(element, listening.signal, empty, latest);
        setApi(empty);
      });
    });
    return () => {
      window.clearTimeout(timer);
      listening.abort();
      setApi(null);
      grid?.destroy();
    };
  }, [host, made]);
  useEffect(() => {
    if (api !== null && columnDefs !== made.columnDefs) api.setGridOption("columnDefs", columnDefs);
  }, [api, columnDefs, made]);
  return api;
}

function makeGrid<R>(
  element: HTMLElement,
  { label, options }: GridSettings<R>,
  latest: RefObject<GridEvents<R>>,
): GridApi<R> {
  const grid = createGrid<R>(element, {
    ...gridOptions(),
    ...options,
    columnDefs: [],
    onGridSizeChanged: ({ clientWidth }) => latest.current.onWidth(clientWidth),
    onSortChanged: (event) => event.source !== "api" && latest.current.onSorted(event.api),
    // A column that grows with the window does so by itself, and is not kept.
    onColumnResized: ({ api, columns, finished, source }) => {
      const resized = new Set(columns?.map((column) => column.getColId()));
      if (finished && source !== "flex") latest.current.onColumns(api, resized);
    },
    onColumnMoved: ({ api, finished }) => finished && latest.current.onColumns(api, new Set()),
    onSelectionChanged: (event) => latest.current.onSelected(event.api.getSelectedNodes()),
    onModelUpdated: () => latest.current.onRows(),
    onCellFocused: ({ rowIndex }) => latest.current.onFocused(rowIndex),
  });
  // AG Grid names no grid itself.
  element.querySelector("[role=grid]")?.setAttribute("aria-label", label);
  return grid;
}

/**
 * AG Grid tells of keys and of the pointer in a later task, when the next key may have come already: what the
 * rows hear is heard here.
 */
function listenInRows<R>(
  element: HTMLElement,
  signal: AbortSignal,
  grid: GridApi<R>,
  latest: RefObject<GridEvents<R>>,
): void {
  const listen = <Name extends "keydown" | "contextmenu" | "click" | "mousedown" | "mouseover">(
    name: Name,
    heard: (event: HTMLElementEventMap[Name], rowIndex: number) => void,
  ) => {
    const inRows = (event: HTMLElementEventMap[Name]) => {
      const rowIndex = rowIndexOf(event);
      if (rowIndex !== null) heard(event, rowIndex);
    };
    element.addEventListener(name, inRows, { signal });
  };
  listen("keydown", (event) => latest.current.onKey(event, grid));
  listen("contextmenu", (event) => {
    event.preventDefault();
    latest.current.onMenu(event, grid);
  });
  listen("click", (event, rowIndex) => latest.current.onClicked(rowIndex, event));
  listen("mousedown", (event, rowIndex) => {
    if (event.button === 0 && !event.shiftKey) latest.current.onPressed(rowIndex);
  });
  listen("mouseover", (event, rowIndex) => {
    if (event.buttons === 1) latest.current.onDragged(rowIndex);
  });
}

// The parts of AG Grid that are used; what is not named here is not in the window.

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  RowSelectionModule,
  RowApiModule,
  ScrollApiModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  CellStyleModule,
  RowStyleModule,
  TooltipModule,
]);
