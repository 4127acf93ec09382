/** The columns as they were left. */
import type { ColDef, GridApi } from "ag-grid-community";
import { useCallback, useMemo, useState } from "react";
import type { Sort } from "../../check/protocol.ts";
import { columnDefs } from "./column-defs.ts";
import { keepLayout, readLayout } from "./column-layout.ts";
import type { GridColumn, GridWording } from "./columns.ts";

export interface KeptColumns<R> {
  readonly defs: ColDef<R>[];
  /** Keeps widths and order as they are now. */
  readonly keepColumns: (api: GridApi<R>) => void;
}

/** @param sort what the headers begin with */
export function useColumns<R>(
  name: string,
  columns: readonly GridColumn<R>[],
  wording: GridWording,
  sort: readonly Sort[],
): KeptColumns<R> {
  const [atFirst] = useState(sort);
  const defs = useMemo(
    () => columnDefs(columns, wording, { sort: atFirst, layout: readLayout(sessionStorage, name) }),
    [name, columns, wording, atFirst],
  );
  const keepColumns = useCallback(
    (api: GridApi<R>) => {
      const layout = api.getColumnState().map(({ colId, width }) => ({ id: colId, width: width ?? 100 }));
      keepLayout(sessionStorage, name, layout);
    },
    [name],
  );
  return { defs, keepColumns };
}
