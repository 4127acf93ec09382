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
  /**
   * Whether rows may come while texts that a check does not read are on their way: what is shown is shown
   * anew then.
   */
  readonly isEarly?: boolean;
}

export interface RecordSource<R> {
  /** Reads a block in the order asked for. */
  readonly read: (request: BlockRequest) => Promise<Rows<R>>;
  /** Is told how many rows pass, whenever a block says so. */
  readonly onTotal: (total: number) => void;
  /** Is told what went wrong with a block, null when one came again. */
  readonly onFault: (error: unknown) => void;
}

/** The source in AG Grid's words. Answers that come after it was replaced are dropped. */
export function datasourceOf<R>({ read, onTotal, onFault }: RecordSource<R>): IDatasource {
  let isReplaced = false;
  const getRows = async (params: IGetRowsParams) => {
    const { startRow, endRow } = params;
    const sort = params.sortModel.map(({ colId, sort: way }) => ({
      column: colId,
      descending: way === "desc",
    }));
    try {
      const { total, rows } = await read({ sort, from: startRow, count: endRow - startRow, isEarly: true });
      if (isReplaced) return;
      params.successCallback([...rows], total);
      onTotal(total);
      onFault(null);
    } catch (error) {
      if (isReplaced) return;
      params.failCallback();
      onFault(error);
    }
  };
  return {
    getRows: (params) => void getRows(params),
    destroy: () => {
      isReplaced = true;
    },
  };
}
