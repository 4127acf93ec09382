/**
 * Rows of a column of ids, by ascending row.
 *
 * @param wanted those that the column does not have are left out
 */
export function rowsWithIds(ids: Float64Array, wanted: readonly number[]): number[] {
  const named = new Set(wanted);
  const rows: number[] = [];
  for (const [row, id] of ids.entries()) if (named.has(id)) rows.push(row);
  return rows;
}
