/** `<RecordsGrid label="Wallet entries" columns={…} read={…} …/>`: over AG Grid's infinite row model. */
import { type KeyMap, useKeys } from "../ui/use-keys.ts";
import type { GridApi, ColDef } from "ag-grid-community";
import {
  useEffect,
  useRef,
  type RefObject,
  type ReactNode,
  useCallback,
  useImperativeHandle,
  useState,
  useMemo,
} from "react";
import { formatCount } from "../../core/money.ts";
import type { ColumnFilter, SomeRows, Sort } from "../bridge/protocol.ts";
import { type ColumnChoice, useResponsiveColumns } from "./use-responsive-columns.ts";
import type { GridColumn, GridWording } from "./columns.ts";
import { gridHandle } from "./grid-toolbar.tsx";
import type { GridHandle, GridParts } from "./use-records-view.ts";
import { RECORD_TABLES } from "../bridge/rows.ts";
import { FilterPopover } from "./column-filter.tsx";
import { cellOf, onGridKey } from "./grid-keys.ts";
import {
  applySort,
  isPlainClick,
  sortOf,
  datasourceOf,
  useCutFigures,
  useFocusOfRows,
  useCurrentRow,
  useShownRow,
} from "./grid-options.ts";
import { type RowChoice, choicesOfRow, RowMenu } from "./row-choices.tsx";
import { HeaderFilters, columnDefs, keepLayout, readLayout } from "./column-defs.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useAgGrid } from "./use-ag-grid.ts";
import { useCopying } from "./use-copying.ts";
import { Button } from "../ui/button.tsx";

// The keys that the rows of a grid read themselves, for the list of all keys.

const inRows = (does: string) => ({ does, run: null });

const ROW_KEYS: KeyMap = {
  Enter: inRows("Open the detail"),
  "Shift+F10": inRows("Open the menu of the row"),
  Space: inRows("Select the row, or give it up"),
  "Shift+ArrowDown": inRows("Select as you go, also with ↑, PageUp, PageDown and Ctrl"),
  "Mod+A": inRows("Select all rows that match"),
  "Mod+C": inRows("Copy the selected rows, or the cell"),
  Home: inRows("Go to the first column"),
  End: inRows("Go to the last column"),
  "Mod+Home": inRows("Go to the first row"),
  "Mod+End": inRows("Go to the last row"),
  PageDown: inRows("Go down by as many rows as are in view"),
  PageUp: inRows("Go up by as many rows as are in view"),
  "Alt+ArrowDown": inRows("On a column title: filter the column"),
};

/** How long the focus rests on a row before an open detail follows it, milliseconds. */
const FOLLOW_MS = 120;

/**
 * @param isOpen whether the detail is
 * @param open shows a row in it
 * @returns to be told which row the focus came to
 */
function useFollowing<R>(
  api: GridApi<R> | null,
  isOpen: boolean,
  open: (rowIndex: number | null) => void,
): (rowIndex: number | null) => void {
  const timer = useRef(0);
  // One that is shut stays so, wherever the focus came to just before.
  useEffect(() => {
    if (!isOpen) window.clearTimeout(timer.current);
    return () => window.clearTimeout(timer.current);
  }, [isOpen]);
  return (rowIndex) => {
    window.clearTimeout(timer.current);
    if (!isOpen) return;
    timer.current = window.setTimeout(() => {
      // Whoever selects several rows is not reading one.
      if (api !== null && api.getSelectedNodes().length <= 1) open(rowIndex);
    }, FOLLOW_MS);
  };
}

/** Of A4 and of Letter size, upright; CSS pixels. */
const PAPER_WIDTH = 660;

/** On paper a grid is as wide as on the screen, only smaller: what is in sight there is printed whole. */
function usePaperSize(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const forPaper = () => {
      const element = host.current;
      if (element === null) return;
      const { clientWidth } = element;
      element.style.width = `${clientWidth}px`;
      element.style.zoom = String(Math.min(1, PAPER_WIDTH / clientWidth));
    };
    const forScreen = () => host.current?.removeAttribute("style");
    const control = new AbortController();
    const { signal } = control;
    window.addEventListener("beforeprint", forPaper, { signal });
    window.addEventListener("afterprint", forScreen, { signal });
    return () => control.abort();
  }, [host]);
}

interface RecordsGridProps<R> extends GridParts<R> {
  readonly idOf: (row: R) => number;
  /** Whether all of a row is known. */
  readonly isWhole: (row: R) => boolean;
  readonly rowClass?: (row: R) => string | undefined;
  readonly choice: ColumnChoice;
  readonly empty: readonly string[];
  readonly onHidden: (columns: readonly string[]) => void;
  /** What stands over the empty grid; null while there are rows. */
  readonly cover: ReactNode;
  /** What the place does with a row, in the row's menu. */
  readonly actionsOf: (row: R) => readonly RowChoice[];
  readonly onChosen: (rows: SomeRows | null) => void;
}

export function RecordsGrid<R>(props: RecordsGridProps<R>) {
  const { table, columns, wording, view, idOf, cover, rowClass, onChosen, onHidden } = props;
  const { read, revision, total, onTotal, onFault, current, open: onOpen, close: onClose, change } = view;
  const { filters, sort } = view.query;
  const label = RECORD_TABLES[table].title;
  const onFilter = (id: string, filter: ColumnFilter | null) => {
    const { [id]: _, ...others } = filters;
    change({ filters: filter === null ? others : { ...others, [id]: filter } });
  };
  const [filtering, setFiltering] = useState<{ readonly id: string; readonly anchor: Element | null } | null>(
    null,
  );
  const frame = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [headers] = useState(
    () => new HeaderFilters((id, within) => setFiltering({ id, anchor: within.closest(".ag-header-cell") })),
  );
  const { defs, keepColumns } = useColumns(table, columns, wording, sort);
  const [width, setWidth] = useState<number | null>(null);
  const grid = useRef<GridApi<R> | null>(null);
  const menu = useRowMenu<R>(host);
  const selection = useRowSelection(
    useCallback(() => grid.current, []),
    idOf,
    read,
    sort,
    total,
    onFault,
  );
  const api = useAgGrid<R>(
    host,
    {
      label,
      columnDefs: defs,
      options: {
        getRowId: ({ data }) => String(idOf(data)),
        getRowClass: ({ data }) => (data === undefined ? "grid-unread" : rowClass?.(data)),
        context: headers,
      },
    },
    {
      onWidth: setWidth,
      onSorted: (sorted) => change({ sort: sortOf(sorted) }),
      onColumns: keepColumns,
      onSelected: selection.onSelected,
      onPressed: selection.onPressed,
      onDragged: selection.onDragged,
      onRows: selection.onRows,
      onClicked: (rowIndex, event) => {
        selection.onClicked(rowIndex, event);
        if (isPlainClick(event)) openAt(rowIndex);
      },
      onFocused: (index) => follow(index),
      onKey: (event, of) =>
        onGridKey(event, of, {
          onOpen: openAt,
          onClose,
          onSelectAll: selection.selectAll,
          onToggle: selection.onToggled,
          onExtend: selection.onExtended,
          onMove: selection.onMoved,
          onMenu: (rowIndex, columnId) => menu.openAt(of, rowIndex, columnId),
        }),
      onMenu: (event, of) => {
        const at = cellOf(event, of);
        if (at !== null) menu.openAt(of, at.rowIndex, at.column.getColId());
      },
    },
  );
  useEffect(() => {
    grid.current = api;
  }, [api]);
  useImperativeHandle<GridHandle | null, GridHandle | null>(
    props.grid,
    () => (api === null ? null : gridHandle(api)),
    [api],
  );
  const { count, stretch, ids } = selection;
  useEffect(() => {
    const some: SomeRows = stretch === null ? { is: "records", ids } : { is: "stretch", ...stretch };
    onChosen(count < 2 ? null : some);
  }, [count, stretch, ids, onChosen]);
  useEffect(() => () => onChosen(null), [onChosen]);
  useKeys(ROW_KEYS, { group: "In the rows" });
  useWidths(api, defs);
  const hidden = useResponsiveColumns(api, columns, defs, width, props.choice, props.empty);
  useCutFigures(api, columns);
  usePaperSize(host);
  useEffect(() => onHidden(hidden), [hidden, onHidden]);
  useEffect(() => headers.set(new Set(Object.keys(filters))), [headers, filters]);
  const copying = useCopying(frame, api, columns, wording, selection, props.isWhole);
  useShownRow(api, view.shown, total !== null);
  useCurrentRow(api, current);
  useWayBack(api, current !== null);
  useFocusOfRows(api, host, current);

  useEffect(() => {
    api?.setGridOption("datasource", datasourceOf({ read, onTotal, onFault }));
  }, [api, read, onTotal, onFault]);

  const shownRevision = useRef(revision);
  useEffect(() => {
    if (shownRevision.current === revision) return;
    shownRevision.current = revision;
    api?.refreshInfiniteCache();
  }, [api, revision]);

  useEffect(() => {
    if (api !== null) applySort(api, sort);
  }, [api, sort]);

  const openAt = useCallback(
    (index: number | null) => {
      const row = index === null ? undefined : api?.getDisplayedRowAtIndex(index);
      if (row?.data !== undefined) onOpen(idOf(row.data));
    },
    [api, idOf, onOpen],
  );
  const follow = useFollowing(api, current !== null, openAt);

  const choicesAt = ({ row, rowIndex, columnId, isSelected }: MenuAt<R>) => {
    const column = columns.find(({ id }) => id === columnId);
    if (column === undefined) return [];
    const selected = isSelected ? selection.count : 0;
    const own = choicesOfRow(row, column, selected, wording, {
      open: () => openAt(rowIndex),
      copyCell: copying.copyCell,
      copyRow: copying.copyRow,
      copySelected: copying.copyRows,
      filter: onFilter,
    });
    return [own, props.actionsOf(row)];
  };
  const filteringColumn = columns.find(({ id }) => id === filtering?.id) ?? null;

  return (
    <section ref={frame} className="pane grid-frame" aria-label={label}>
      <p className="print-note">
        Only the visible rows and columns are printed
        {total === null ? "" : `, of ${formatCount(total, "row")}`}. Export the workbook for all of them.
      </p>
      <div className="pane holds">
        <div ref={host} className="grid-host" />
        {cover === null ? null : <div className="scrolls grid-cover">{cover}</div>}
        {selection.count > 1 ? (
          <SelectionBar count={selection.count} copyRows={copying.copyRows} onClear={selection.clear} />
        ) : null}
      </div>
      <output className="only-spoken">{copying.said}</output>
      {menu.at === null ? null : (
        <RowMenu
          label={`Row ${menu.at.rowIndex + 1}`}
          anchor={menu.at.cell}
          groups={choicesAt(menu.at)}
          onClose={menu.close}
        />
      )}
      {filteringColumn === null ? null : (
        <FilterPopover
          column={filteringColumn}
          filter={filters[filteringColumn.id]}
          anchor={filtering?.anchor ?? null}
          onFilter={(filter) => onFilter(filteringColumn.id, filter)}
          onClose={() => {
            setFiltering(null);
            api?.setFocusedHeader(filteringColumn.id);
          }}
        />
      )}
    </section>
  );
}

interface MenuAt<R> {
  readonly row: R;
  readonly rowIndex: number;
  readonly columnId: string;
  readonly cell: Element;
  readonly isSelected: boolean;
}

function useRowMenu<R>(host: RefObject<HTMLElement | null>) {
  const [at, setAt] = useState<MenuAt<R> | null>(null);
  return {
    at,
    /** Opens it, and puts the focus on the cell; not for a row that is still being read. */
    openAt: (api: GridApi<R>, rowIndex: number, columnId: string) => {
      const node = api.getDisplayedRowAtIndex(rowIndex);
      const cell =
        host.current?.querySelector(`.ag-row[row-index="${rowIndex}"] [col-id="${CSS.escape(columnId)}"]`) ??
        null;
      if (node?.data === undefined || cell === null) return;
      // Whoever shuts it is back on the cell.
      api.setFocusedCell(rowIndex, columnId);
      setAt({ row: node.data, rowIndex, columnId, cell, isSelected: node.isSelected() === true });
    },
    close: () => setAt(null),
  };
}

interface SelectionBarProps {
  readonly count: number;
  readonly copyRows: (withTitles: boolean) => void;
  readonly onClear: () => void;
}

function SelectionBar({ count, copyRows, onClear }: SelectionBarProps) {
  return (
    <section className="row gap-2 unbroken over pad-x-3 pad-y-2 selection-bar" aria-label="Selected rows">
      <span className="medium">{formatCount(count, "row")} selected</span>
      <Button size="s" words="Copy" keys="Mod+C" onPress={() => copyRows(false)} />
      <Button size="s" onPress={() => copyRows(true)} words="Copy with titles" />
      <Button size="s" variant="quiet" onPress={onClear} words="Clear" />
    </section>
  );
}

function useColumns<R>(
  name: string,
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  sort: readonly Sort[],
) {
  const [atFirst] = useState(sort);
  const defs = useMemo(
    () => columnDefs(columns, wording, { sort: atFirst, layout: readLayout(sessionStorage, name) }),
    [name, columns, wording, atFirst],
  );
  /** Keeps the order as it is now, and the widths that somebody set. */
  const keepColumns = useCallback(
    (api: GridApi<R>, resized: ReadonlySet<string>) => {
      const kept = new Map(readLayout(sessionStorage, name)?.map(({ id, width }) => [id, width]));
      const layout = api.getColumnState().map(({ colId: id, width }) => {
        return { id, width: resized.has(id) ? (width ?? undefined) : kept.get(id) };
      });
      keepLayout(sessionStorage, name, layout);
    },
    [name],
  );
  return { defs, keepColumns };
}

/** When the detail is shut and had the focus, the cell that one came from has it again. */
function useWayBack<R>(api: GridApi<R> | null, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isShut = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    const cell = api?.getFocusedCell() ?? null;
    if (api === null || !isShut || cell === null || document.activeElement !== document.body) return;
    api.setFocusedCell(cell.rowIndex, cell.column);
  }, [api, isOpen]);
}

/** @param defs the columns as they are now; those whose width is another one than before are set to it */
function useWidths<R>(api: GridApi<R> | null, defs: readonly ColDef<R>[]): void {
  const shown = useRef(defs);
  useEffect(() => {
    // The grid is made later, with the columns as they were at first.
    if (api === null) return;
    const before = new Map(shown.current.map(({ colId, initialWidth }) => [colId, initialWidth]));
    shown.current = defs;
    const changed = defs.flatMap(({ colId: key, initialWidth: newWidth }) =>
      key === undefined || newWidth === undefined || before.get(key) === newWidth ? [] : [{ key, newWidth }],
    );
    // Not finished: nobody chose them, and they are not kept.
    if (changed.length > 0) api.setColumnWidths(changed, false);
  }, [api, defs]);
}
