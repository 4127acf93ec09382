/**
 * Copying from a grid. The page's own copy event is used: it needs no permission, and every permission is
 * denied.
 */
import type { GridApi } from "ag-grid-community";
import { type ClipboardEvent, useCallback, useState } from "react";
import { formatCount } from "../../../core/money.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";
import { copiedCell, copiedRows } from "./copy-table.ts";

export interface Copying {
  readonly onCopy: (event: ClipboardEvent) => void;
  /** Copies the selected rows as a button asks for it. */
  readonly copyRows: (withTitles: boolean) => void;
  /** What was copied last, for saying so; '' before. */
  readonly said: string;
}

/**
 * What is copied: the rows when several are selected, else the cell that has the focus.
 *
 * @param all every row that passes, where all are selected; null where some are
 */
export function useCopying<R>(
  api: GridApi<R> | null,
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  all: readonly R[] | null,
): Copying {
  const [said, say] = useState("");
  const rowsText = useCallback(
    (withTitles: boolean) => {
      if (api === null) return null;
      const rows = all ?? selectedRows(api);
      say(`${formatCount(rows.length, "row")} copied`);
      return copiedRows(orderedColumns(api, columns), rows, wording, withTitles);
    },
    [api, columns, wording, all],
  );
  const onCopy = useCallback(
    (event: ClipboardEvent) => {
      if (api === null || event.target instanceof HTMLInputElement || hasTextSelected()) return;
      const focused = api.getFocusedCell();
      const cell = all !== null || selectedRows(api).length > 1 ? null : focused;
      const text = cell === null ? rowsText(false) : cellText(api, columns, wording, cell);
      if (text === null) return;
      if (cell !== null) say("Cell copied");
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    },
    [api, columns, wording, rowsText, all],
  );
  const copyRows = useCallback(
    (withTitles: boolean) => {
      const text = rowsText(withTitles);
      if (text !== null) putOnClipboard(text);
    },
    [rowsText],
  );
  return { onCopy, copyRows, said };
}

/** Puts a text on the clipboard from a control that was pressed. */
export function putOnClipboard(text: string): void {
  const put = (event: globalThis.ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("copy", put, { capture: true, once: true });
  document.execCommand("copy");
  document.removeEventListener("copy", put, { capture: true });
}

function selectedRows<R>(api: GridApi<R>): R[] {
  return api
    .getSelectedNodes()
    .toSorted((a, b) => (a.rowIndex ?? 0) - (b.rowIndex ?? 0))
    .flatMap(({ data }) => (data === undefined ? [] : [data]));
}

/** The columns in the order in which they stand now. */
function orderedColumns<R>(api: GridApi<R>, columns: readonly GridColumn<R>[]): GridColumn<R>[] {
  return api.getAllDisplayedColumns().flatMap((shown) => columns.filter(({ id }) => id === shown.getColId()));
}

function cellText<R>(
  api: GridApi<R>,
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  focused: NonNullable<ReturnType<GridApi<R>["getFocusedCell"]>>,
): string | null {
  const row = api.getDisplayedRowAtIndex(focused.rowIndex)?.data;
  const column = columns.find(({ id }) => id === focused.column.getColId());
  return row === undefined || column === undefined ? null : copiedCell(column, row, wording);
}

function hasTextSelected(): boolean {
  return (getSelection()?.toString() ?? "") !== "";
}
