/**
 * `<RecordsGrid label="Wallet entries" columns={…} read={…} …/>`: records over AG Grid's infinite row model.
 */
import type { GridApi } from "ag-grid-community";
import { formatCount } from "../../core/money.ts";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import type { ColumnFilter, Rows, SomeRows, Sort } from "../check/protocol.ts";
import type { ColumnChoice } from "./columns/chosen-columns.ts";
import type { GridColumn, GridWording } from "./columns/columns.ts";
import { type GridHandle, gridHandle } from "./grid-handle.ts";
import { FilterPopover } from "./columns/filter-popover.tsx";
import { cellOf, onGridKey } from "./keys/grid-keys.ts";
import { applySort, isPlainClick, sortOf } from "./grid-options.ts";
import { type RowChoice, choicesOfRow } from "./menu/row-choices.ts";
import { RowMenu } from "./menu/row-menu.tsx";
import { type MenuAt, useRowMenu } from "./menu/use-row-menu.ts";
import { HeaderFilters } from "./columns/header-words.ts";
import { type BlockRequest, datasourceOf } from "./record-source.ts";
import { SelectionBar } from "./selection/selection-bar.tsx";
import { type RowSelection, useRowSelection } from "./selection/use-row-selection.ts";
import { useAgGrid } from "./use-ag-grid.ts";
import { useColumns } from "./columns/use-columns.ts";
import { useCopying } from "./selection/use-copying.ts";
import { ROW_KEYS } from "./keys/row-keys.ts";
import { useKeys } from "../ui/keys/use-keys.ts";
import { useCutFigures } from "./use-cut-figures.ts";
import { useFollowing } from "./focus/use-following.ts";
import { useFocusOfRows } from "./focus/use-focus-of-rows.ts";
import { usePaperSize } from "./use-paper-size.ts";
import { type ShownRow, useCurrentRow, useShownRow } from "./focus/use-shown-row.ts";
import { useWayBack } from "./focus/use-way-back.ts";
import { useWidths } from "./columns/use-widths.ts";
import { useResponsiveColumns } from "./columns/use-responsive-columns.ts";
import "../ui/mark.css";
import "./grid.css";
import "./columns/columns.css";

interface RecordsGridProps<R> {
  /** Under which widths and order of the columns are kept. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly GridColumn<R>[];
  readonly wording: GridWording;
  readonly idOf: (row: R) => number;
  /** Whether all of a row is known. */
  readonly isWhole: (row: R) => boolean;
  /** Another function when other rows are asked for: the grid begins at its top then. */
  readonly read: (request: BlockRequest) => Promise<Rows<R>>;
  /** Another value when the same rows read otherwise now, as after a decision: the grid stays where it is. */
  readonly revision: unknown;
  readonly sort: readonly Sort[];
  readonly onSort: (sort: readonly Sort[]) => void;
  readonly filters: Readonly<Record<string, ColumnFilter>>;
  readonly onFilter: (columnId: string, filter: ColumnFilter | null) => void;
  /** Classes of a whole row, by name. */
  readonly rowClass?: (row: R) => string | undefined;
  /** A row to bring into view; the grid goes there once for each such object. */
  readonly shown: ShownRow | null;
  /** The record that the detail tells of, null while it is shut. An open detail follows the focus. */
  readonly current: number | null;
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
  readonly total: number | null;
  readonly onTotal: (total: number) => void;
  readonly onFault: (error: unknown) => void;
  /** Which columns a person chose. */
  readonly choice: ColumnChoice;
  /** Is told which columns are not shown. */
  readonly onHidden: (columns: readonly string[]) => void;
  readonly handle: RefObject<GridHandle | null>;
  /** What stands over the empty grid; null while there are rows. */
  readonly cover: ReactNode;
  /** What the place does with a row, in the row's menu. */
  readonly actionsOf: (row: R) => readonly RowChoice[];
  /** Is told which rows are selected; null while fewer than two are. */
  readonly onChosen: (rows: SomeRows | null) => void;
}

export function RecordsGrid<R>(props: RecordsGridProps<R>) {
  const { columns, wording, idOf, read, revision, filters, sort, onSort, cover } = props;
  const { onTotal, onFault, onOpen, onClose, current, rowClass } = props;
  const [filtering, setFiltering] = useState<{ readonly id: string; readonly anchor: Element | null } | null>(
    null,
  );
  const frame = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [headers] = useState(
    () => new HeaderFilters((id, within) => setFiltering({ id, anchor: within.closest(".ag-header-cell") })),
  );
  const { defs, keepColumns } = useColumns(props.name, columns, wording, sort);
  const [width, setWidth] = useState<number | null>(null);
  const grid = useRef<GridApi<R> | null>(null);
  const menu = useRowMenu<R>(host);
  const selection = useRowSelection(
    useCallback(() => grid.current, []),
    idOf,
    read,
    sort,
    props.total,
    onFault,
  );
  const api = useAgGrid<R>(
    host,
    {
      label: props.label,
      columnDefs: defs,
      options: {
        getRowId: ({ data }) => String(idOf(data)),
        getRowClass: ({ data }) => (data === undefined ? "grid-unread" : rowClass?.(data)),
        context: headers,
      },
    },
    {
      onWidth: setWidth,
      onSorted: (sorted) => onSort(sortOf(sorted)),
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
    props.handle,
    () => (api === null ? null : gridHandle(api)),
    [api],
  );
  const { onChosen } = props;
  const { count, stretch, ids } = selection;
  useEffect(() => onChosen(selectedOf({ count, stretch, ids })), [count, stretch, ids, onChosen]);
  useEffect(() => () => onChosen(null), [onChosen]);
  useKeys(ROW_KEYS, { group: "In the rows" });
  useWidths(api, defs);
  const hidden = useResponsiveColumns(api, columns, defs, width, props.choice);
  useCutFigures(api, columns);
  usePaperSize(host);
  const { onHidden } = props;
  useEffect(() => onHidden(hidden), [hidden, onHidden]);
  useEffect(() => headers.set(new Set(Object.keys(filters))), [headers, filters]);
  const copying = useCopying(frame, api, columns, wording, selection, props.isWhole);
  useShownRow(api, props.shown, props.total !== null);
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
      filter: props.onFilter,
    });
    return [own, props.actionsOf(row)];
  };
  const filteringColumn = columns.find(({ id }) => id === filtering?.id) ?? null;

  return (
    <section ref={frame} className="pane grid-frame" aria-label={props.label}>
      <p className="print-note">
        Only the visible rows and columns are printed
        {props.total === null ? "" : `, of ${formatCount(props.total, "row")}`}. Export the workbook for all
        of them.
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
          onFilter={(filter) => props.onFilter(filteringColumn.id, filter)}
          onClose={() => {
            setFiltering(null);
            api?.setFocusedHeader(filteringColumn.id);
          }}
        />
      )}
    </section>
  );
}

function selectedOf({
  count,
  stretch,
  ids,
}: Pick<RowSelection<never>, "count" | "stretch" | "ids">): SomeRows | null {
  if (count < 2) return null;
  return stretch === null ? { is: "records", ids } : { is: "stretch", ...stretch };
}
