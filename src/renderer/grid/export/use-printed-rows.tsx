/** `const { print, paper } = usePrintedRows(…)`: the rows that match on paper, not only those in sight. */
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { showFault } from "../../app/show-fault.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";
import type { GridHandle } from "../grid-handle.ts";
import type { RecordsView } from "../use-records-view.ts";
import { PrintedRows } from "./printed-rows.tsx";
import { queryWords } from "./query-words.ts";
import { exportedColumns } from "./use-csv-file.ts";

/** Some forty pages; the page is laid out in one piece, and nobody reads more of them. */
const MOST_PRINTED = 2000;

interface PrintedRowsSettings<R> {
  readonly columns: readonly GridColumn<R>[];
  readonly wording: GridWording;
  readonly view: RecordsView<R>;
  readonly grid: RefObject<GridHandle | null>;
}

export interface RowsPrinting {
  readonly print: () => void;
  /** What stands on paper in the place of the grid; null while nothing is printed. */
  readonly paper: ReactNode;
}

export function usePrintedRows<R>({ columns, wording, view, grid }: PrintedRowsSettings<R>): RowsPrinting {
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
