/** What is done with a grid from outside it. */
import type { GridApi } from "ag-grid-community";

export interface GridHandle {
  /** Makes each column as wide as what of it is drawn. */
  readonly fit: () => void;
  /** The columns as they stand, by their ids. */
  readonly columns: () => readonly string[];
}

export function gridHandle<R>(api: GridApi<R>): GridHandle {
  const columns = () => api.getAllDisplayedColumns().map((column) => column.getColId());
  return { fit: () => api.autoSizeColumns({ colIds: columns(), skipHeader: false }), columns };
}
