/**
 * AG Grid in a React component, without its React wrapper: that makes a component of every cell, and hundreds
 * of cells come and go while somebody scrolls.
 */
import {
  type ColDef,
  type GridApi,
  type GridOptions,
  type IRowNode,
  type RowClickedEvent,
  createGrid,
} from "ag-grid-community";
import { type RefObject, useEffect, useRef, useState } from "react";
import { gridOptions } from "./grid-options.ts";
import "./grid-modules.ts";

/** What happens in the grid. */
export interface GridEvents<R> {
  readonly onWidth: (width: number) => void;
  readonly onSorted: (api: GridApi<R>) => void;
  /** Widths or order of the columns are others. */
  readonly onColumns: (api: GridApi<R>) => void;
  /** Other rows are selected, of those that are held. */
  readonly onSelected: (nodes: readonly IRowNode<R>[]) => void;
  readonly onRowClicked: (event: RowClickedEvent<R>) => void;
  /** The pointer was pressed on a row. */
  readonly onPressed: (rowIndex: number | null) => void;
  /** The pointer, pressed, came over a row. */
  readonly onDragged: (rowIndex: number | null) => void;
  /** Rows came, went or changed. */
  readonly onRows: () => void;
  readonly onFocused: (rowIndex: number | null) => void;
  /** A key was pressed in the rows. */
  readonly onKey: (event: KeyboardEvent, api: GridApi<R>) => void;
  /** The menu was asked for by the pointer, or by the system's own key. */
  readonly onMenu: (event: Event, api: GridApi<R>) => void;
}

/** What the grid is made with; only the columns may change. */
export interface GridSettings<R> {
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
    const grid = createGrid<R>(element, {
      ...gridOptions(),
      ...made.options,
      columnDefs: made.columnDefs,
      onGridSizeChanged: ({ clientWidth }) => latest.current.onWidth(clientWidth),
      onSortChanged: (event) => event.source !== "api" && latest.current.onSorted(event.api),
      onColumnResized: (event) => event.finished && latest.current.onColumns(event.api),
      onColumnMoved: (event) => event.finished && latest.current.onColumns(event.api),
      onSelectionChanged: (event) => latest.current.onSelected(event.api.getSelectedNodes()),
      onRowClicked: (event) => latest.current.onRowClicked(event),
      onCellMouseDown: ({ rowIndex, event }) => {
        // With Shift a stretch that began elsewhere is extended.
        if (event instanceof MouseEvent && event.button === 0 && !event.shiftKey)
          latest.current.onPressed(rowIndex);
      },
      onCellMouseOver: ({ rowIndex, event }) => {
        if (event instanceof MouseEvent && event.buttons === 1) latest.current.onDragged(rowIndex);
      },
      onModelUpdated: () => latest.current.onRows(),
      onCellFocused: ({ rowIndex }) => latest.current.onFocused(rowIndex),
    });
    // AG Grid names no grid itself.
    element.querySelector("[role=grid]")?.setAttribute("aria-label", made.label);
    // AG Grid tells of keys in a later task, when the next one may have come already.
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest(".ag-row") !== null)
        latest.current.onKey(event, grid);
    };
    const onMenu = (event: Event) => {
      if (!(event.target instanceof Element) || event.target.closest(".ag-row") === null) return;
      event.preventDefault();
      latest.current.onMenu(event, grid);
    };
    element.addEventListener("keydown", onKey);
    element.addEventListener("contextmenu", onMenu);
    setApi(grid);
    return () => {
      element.removeEventListener("keydown", onKey);
      element.removeEventListener("contextmenu", onMenu);
      setApi(null);
      grid.destroy();
    };
  }, [host, made]);
  useEffect(() => {
    if (api !== null && columnDefs !== made.columnDefs) api.setGridOption("columnDefs", columnDefs);
  }, [api, columnDefs, made]);
  return api;
}
