/** Rows from one to another, among those that pass, in their order. */
import type { GridApi } from "ag-grid-community";
import type { Rows, Sort } from "../bridge/protocol.ts";
import type { BlockRequest } from "./grid-options.ts";

export interface Stretch {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** The most rows that are copied at once: a clipboard holds them, and nobody waits for them. */
export const MOST_COPIED = 100_000;
export const ROWS_AT_ONCE = 5000;

/** @returns null where they are too many to be copied, or were called off */
export async function readStretch<R>(
  read: (request: BlockRequest) => Promise<Rows<R>>,
  sort: readonly Sort[],
  { from, to }: Stretch,
  signal: AbortSignal,
): Promise<readonly R[] | null> {
  const wanted = to - from + 1;
  if (wanted > MOST_COPIED) return null;
  const rows: R[] = [];
  while (rows.length < wanted) {
    const count = Math.min(ROWS_AT_ONCE, wanted - rows.length);
    const page = await read({ sort, from: from + rows.length, count });
    if (signal.aborted) return null;
    if (page.rows.length === 0) return rows;
    rows.push(...page.rows);
  }
  return rows;
}

/** The rows of a stretch in their order, where the grid holds all of them; null where it does not. */
export function rowsHeld<R>(api: GridApi<R>, { from, to }: Stretch): readonly R[] | null {
  const rows = new Map<number, R>();
  api.forEachNode(({ rowIndex, data }) => {
    if (rowIndex !== null && data !== undefined && rowIndex >= from && rowIndex <= to)
      rows.set(rowIndex, data);
  });
  if (rows.size !== to - from + 1) return null;
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}
