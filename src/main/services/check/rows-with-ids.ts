import type { HeldNumbers } from "../../../core/reconcile/input/column-kinds.ts";

/** Rows of ids in a column of ids, ascending. @param wanted those that the column lacks are left out */
export function rowsWithIds(ids: HeldNumbers, wanted: readonly number[]): number[] {
  const named = new Set(wanted);
  const rows: number[] = [];
  for (const [row, id] of ids.entries()) if (named.has(id)) rows.push(row);
  return rows;
}
