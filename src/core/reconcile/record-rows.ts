/** The rows of records by their ids, in columns of any order. */

/** Up to this many are looked for one by one, each in native code. */
const FEW = 4;

/** @returns by id the rows of those of the wanted that are held; nothing is looked at where none is wanted */
export function rowsOf(ids: Float64Array, wantedIds: readonly number[]): Map<number, number> {
  const rows = new Map<number, number>();
  if (wantedIds.length <= FEW) {
    for (const id of wantedIds) {
      const row = ids.lastIndexOf(id);
      if (row !== -1) rows.set(id, row);
    }
    return rows;
  }
  const wanted = new Set(wantedIds);
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] as number;
    if (wanted.has(id)) rows.set(id, row);
  }
  return rows;
}
