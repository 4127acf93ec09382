/** Copying from a grid by the page's own copy event: it needs no permission, and all are denied. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { formatAmount, formatCount } from "../../core/money.ts";
import type { GridColumn, GridWording } from "./columns.ts";
import { cellAt } from "./grid-keys.ts";
import { copiedCell, copiedRows, exportedColumns } from "./copy-table.ts";
import { MOST_COPIED, type Stretch, rowsHeld } from "./stretch.ts";
import type { RowSelection } from "./use-row-selection.ts";
import { warn } from "../ui/toast.tsx";
import { gridHandle } from "./grid-toolbar.tsx";

/**
 * What is copied: the rows when several are selected, else the cell that has the focus.
 *
 * @param frame what is copied from when the focus is in it
 * @param isWhole whether all of a row is known: of others nothing is copied
 */
export function useCopying<R>(
  frame: RefObject<HTMLElement | null>,
  api: GridApi<R> | null,
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  selection: Pick<RowSelection<R>, "count" | "stretch" | "read">,
  isWhole: (row: R) => boolean,
) {
  const [said, say] = useState("");
  const { count, stretch, read } = selection;
  /** What was asked to be copied while its rows are being read. */
  const awaited = useRef<{ readonly of: Stretch; readonly withTitles: boolean } | null>(null);
  const rowsText = useCallback(
    (withTitles: boolean) => {
      if (api === null) return null;
      const rows = stretch === null ? selectedRows(api) : (rowsHeld(api, stretch) ?? read);
      if (rows === null) {
        // Nothing is copied rather than a part of it.
        if (count > MOST_COPIED) refuse(count);
        else if (stretch !== null) awaited.current = { of: stretch, withTitles };
        return null;
      }
      if (!rows.every(isWhole)) return refusePart();
      say(`${formatCount(rows.length, "row")} copied`);
      return copiedRows(exportedColumns(gridHandle(api), columns), rows, wording, withTitles);
    },
    [api, columns, wording, count, stretch, read, isWhole],
  );
  useEffect(() => {
    // Not every browser tells the element that has the focus: some tell the page's body, where no text is
    // selected.
    const onCopy = (event: ClipboardEvent) => {
      const focused = document.activeElement;
      const isHere = focused !== null && frame.current?.contains(focused) === true;
      if (api === null || !isHere || focused instanceof HTMLInputElement || hasTextSelected()) return;
      const cell = count > 1 ? null : cellAt(focused, api);
      if (cell === null && count === 0) return;
      const text = cell === null ? rowsText(false) : cellText(api, columns, wording, cell, isWhole);
      if (text === null) return;
      if (cell !== null) say("Cell copied");
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, [frame, api, columns, wording, rowsText, count, isWhole]);
  const copyRows = useCallback(
    (withTitles: boolean) => {
      const text = rowsText(withTitles);
      if (text !== null) putOnClipboard(text);
    },
    [rowsText],
  );
  useEffect(() => {
    const { of, withTitles } = awaited.current ?? { of: null, withTitles: false };
    if (read === null && of === stretch) return;
    awaited.current = null;
    if (of !== null && of === stretch) copyRows(withTitles);
  }, [read, stretch, copyRows]);
  const copyOf = (row: R, text: () => string, copied: string) => {
    if (!isWhole(row)) {
      refusePart();
      return;
    }
    putOnClipboard(text());
    say(copied);
  };
  const copyCell = (row: R, column: GridColumn<R>) =>
    copyOf(row, () => copiedCell(column, row, wording), "Cell copied");
  const copyRow = (row: R) => {
    if (api === null) return;
    const text = () => copiedRows(exportedColumns(gridHandle(api), columns), [row], wording, true);
    copyOf(row, text, `${formatCount(1, "row")} copied`);
  };
  return { copyRows, copyCell, copyRow, said };
}

/** Puts a text on the clipboard from a control that was pressed. */
export function putOnClipboard(text: string): void {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("copy", put, { capture: true, once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", put, { capture: true });
  // A browser that waited for longer than a few seconds no longer takes it for what a person asked.
  if (!isCopied) warn("Not copied", "Copy again.");
}

/** A copy is no place for what is not known yet. */
function refusePart(): null {
  warn("Not copied", "The rows are being checked. Copy again.");
  return null;
}

function refuse(count: number): void {
  const words = `${formatCount(count, "row")} are too many to copy`;
  warn(words, `Select at most ${formatAmount(MOST_COPIED)}.`);
}

function selectedRows<R>(api: GridApi<R>): R[] {
  return api
    .getSelectedNodes()
    .toSorted((a, b) => (a.rowIndex ?? 0) - (b.rowIndex ?? 0))
    .flatMap(({ data }) => (data === undefined ? [] : [data]));
}

function cellText<R>(
  api: GridApi<R>,
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  focused: NonNullable<ReturnType<typeof cellAt>>,
  isWhole: (row: R) => boolean,
): string | null {
  const row = api.getDisplayedRowAtIndex(focused.rowIndex)?.data;
  const column = columns.find(({ id }) => id === focused.column.getColId());
  if (row === undefined || column === undefined) return null;
  return isWhole(row) ? copiedCell(column, row, wording) : refusePart();
}

function hasTextSelected(): boolean {
  return (getSelection()?.toString() ?? "") !== "";
}
