/** `const { print, paper } = usePrintedRows(…)`: the rows that match on paper, not only those in sight. */
import { type ReactNode, useEffect, useState } from "react";
import { showFault } from "../app/show-fault.ts";
import type { GridColumn, GridWording } from "./columns.ts";
import type { GridParts } from "./use-records-view.ts";
import { FIGURE, RECORD_TABLES } from "../bridge/rows.ts";
import { exportedColumns, useCsvFile } from "./copy-table.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { KIND_CLASS, columnValue } from "./column-defs.ts";
import { conditionsOf } from "./column-filter.tsx";
import type { GridQuery } from "./grid-query.ts";
import { Button } from "../ui/button.tsx";
import { GRID_ACTIONS, useActions } from "../app/place-actions.ts";

/** Some forty pages; the page is laid out in one piece, and nobody reads more of them. */
const MOST_PRINTED = 2000;

export function usePrintedRows<R>({ columns, wording, view, grid }: GridParts<R>) {
  const [paper, setPaper] = useState<{ readonly of: unknown; readonly shown: ReactNode } | null>(null);
  const { query, read, total } = view;
  const lay = async () => {
    const shown = exportedColumns(grid.current, columns);
    const { rows, total: all } = await read({ sort: query.sort, from: 0, count: MOST_PRINTED });
    const conditions = queryWords(query, columns, wording);
    setPaper({
      of: read,
      shown: <PrintedRows columns={shown} total={all} {...{ rows, wording, conditions }} />,
    });
  };
  useEffect(() => {
    if (paper === null) return undefined;
    const clear = () => setPaper(null);
    window.addEventListener("afterprint", clear);
    window.print();
    return () => window.removeEventListener("afterprint", clear);
  }, [paper]);
  return {
    print: () => {
      if (total !== null) lay().catch(showFault);
    },
    // Rows that are shown no more are not printed.
    paper: paper?.of === read ? paper.shown : null,
  };
}

interface PrintedRowsProps<R> {
  readonly columns: readonly GridColumn<R>[];
  readonly rows: readonly R[];
  readonly total: number;
  readonly wording: GridWording;
  readonly conditions: readonly string[];
}

/** Rows of a grid on paper, under titles that each page repeats. */
function PrintedRows<R>({ columns, rows, total, wording, conditions }: PrintedRowsProps<R>) {
  const count =
    rows.length < total
      ? `The first ${formatAmount(rows.length)} of ${formatCount(total, "row")}`
      : formatCount(total, "row");
  return (
    <section className="printed-rows" aria-label="Printed rows">
      <p>{[count, ...conditions].join(" · ")}</p>
      <table className="table below-2">
        <thead>
          <tr>
            {columns.map(({ id, title, kind }) => (
              <th key={id} scope="col" className={KIND_CLASS[kind]}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Rows of a moment: none comes, goes or moves.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={`${KIND_CLASS[column.kind]}${column.growsTo === Infinity ? " grid-read" : ""}`}
                >
                  {cellWords(column, row, wording)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** With the mark that stands beside the words on the screen. */
function cellWords<R>(column: GridColumn<R>, row: R, wording: GridWording): string {
  const mark = column.mark?.(row) ?? null;
  const words = column.isRepeat?.(row) === true ? "" : columnValue(column, column.value(row), wording);
  return mark === null ? words : [mark.sign, words].join("\u00A0");
}

/** @returns each condition by itself; none where all rows of the period stand in their own order */
export function queryWords<R>(
  { search, filters, onlyFlagged, onlyPeriod, sort }: GridQuery,
  columns: readonly Pick<GridColumn<R>, "id" | "title" | "kind" | "choices">[],
  { decimals }: Pick<GridWording, "decimals">,
): readonly string[] {
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? id;
  const filtered = conditionsOf(filters, columns, decimals).map(({ words }) => words);
  const order = sort.map(({ column, descending }) => `${titleOf(column)}${descending ? " descending" : ""}`);
  return [
    ...(onlyPeriod || FIGURE in filters ? [] : ["of the whole history"]),
    ...(search === "" ? [] : [`search “${search}”`]),
    ...(onlyFlagged ? ["only flagged"] : []),
    ...filtered,
    ...(order.length === 0 ? [] : [`sorted by ${order.join(", ")}`]),
  ];
}

interface RowsOutProps<R> extends GridParts<R> {
  readonly onPrint: () => void;
}

/** What leaves a grid as it is shown: a CSV file, and paper. */
export function RowsOut<R>(props: RowsOutProps<R>) {
  const { view, onPrint } = props;
  const { title } = RECORD_TABLES[props.table];
  const { isBusy, save } = useCsvFile(props);
  const isEmpty = view.total === null || view.total === 0;
  useActions(GRID_ACTIONS, { exportRows: { run: save, inFields: true } }, title, !isEmpty && !isBusy);
  useActions(GRID_ACTIONS, { print: { run: onPrint, inFields: true } }, title, !isEmpty);
  return (
    <>
      <Button size="s" variant="quiet" isDisabled={isEmpty} onPress={onPrint} words="Print…" />
      <Button size="s" icon="export" isDisabled={isEmpty || isBusy} onPress={save} words="Export rows…" />
    </>
  );
}
