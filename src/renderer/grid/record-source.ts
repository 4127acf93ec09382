/**
 * Where a grid's rows come from: asked for block by block, so that a million of them scroll as a hundred do.
 */
import type { IDatasource, IGetRowsParams } from "ag-grid-community";
import type { Rows, Sort } from "../check/protocol.ts";

/** Rows of one block. */
export const BLOCK_ROWS = 200;
/** Blocks that are held; what was scrolled past longer ago is read again. */
export const HELD_BLOCKS = 24;

export interface BlockRequest {
  readonly sort: readonly Sort[];
  readonly from: number;
  readonly count: number;
  /** Whether rows may come before all of them is known: they are asked for again then. */
  readonly isEarly?: boolean;
  readonly signal?: AbortSignal;
}

export interface RecordSource<R> {
  /** Reads a block in the order asked for. */
  readonly read: (request: BlockRequest) => Promise<Rows<R>>;
  /** Is told how many rows pass, whenever a block says so. */
  readonly onTotal: (total: number) => void;
  /** Is told what went wrong with a block, null when one came again. */
  readonly onFault: (error: unknown) => void;
}

/** The source in AG Grid's words. What is still under way when it is replaced is called off. */
export function datasourceOf<R>({ read, onTotal, onFault }: RecordSource<R>): IDatasource {
  const replaced = new AbortController();
  const { signal } = replaced;
  const getRows = async (params: IGetRowsParams) => {
    const { startRow, endRow } = params;
    const sort = params.sortModel.map(({ colId, sort: way }) => ({
      column: colId,
      descending: way === "desc",
    }));
    try {
      const { total, rows } = await read({
        sort,
        from: startRow,
        count: endRow - startRow,
        isEarly: true,
        signal,
      });
      signal.throwIfAborted();
      params.successCallback([...rows], total);
      onTotal(total);
      onFault(null);
    } catch (error) {
      // Of blocks that are wanted no more, too: the grid has few under way at once, and counts these until then.
      params.failCallback();
      if (!signal.aborted) onFault(error);
    }
  };
  return { getRows: (params) => void getRows(params), destroy: () => replaced.abort() };
}
